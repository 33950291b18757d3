import { defineConfig } from "vitest/config";

const ignored = ["**/node_modules/**", "dist/**", ".cache/**"];

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: "unit",
					include: ["**/*.test.{ts,tsx}"],
					exclude: [...ignored, "tests/site/**"],
				},
			},
			{
				// Reads what `npm run build` wrote to dist/client.
				test: { name: "site", include: ["tests/site/**/*.test.ts"] },
			},
		],
	},
});
