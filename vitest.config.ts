import { defineConfig } from "vitest/config";
import { isolateProcess } from "./tests/tools/isolation.ts";

await isolateProcess();

export default defineConfig({
	// Reads no `.env`.
	envDir: false,
	test: {
		// Long enough for a busy machine.
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// Tests mostly wait, so two of them share two cores well. Vitest's default would be one worker.
		maxWorkers: 2,
		projects: [
			{
				extends: true,
				test: {
					name: "unit",
					// Stubbed variables and mocked functions are restored after each test.
					unstubEnvs: true,
					restoreMocks: true,
					include: ["**/*.test.{ts,tsx}"],
					exclude: ["node_modules/**", "dist/**", ".cache/**", "tests/{site,engines,nginx}/**"],
				},
			},
			{
				extends: true,
				// Reads the build in dist/client. Without isolation, test files share their imports and the parsed pages.
				test: {
					name: "site",
					isolate: false,
					include: ["tests/site/**/*.test.ts"],
				},
			},
			{
				extends: true,
				// Serves dist/client with the installed nginx: `npm run nginx`.
				test: {
					name: "nginx",
					include: ["tests/nginx/*.test.ts"],
				},
			},
			{
				extends: true,
				// Opens the build in dist/client in the installed Firefox and Chromium: `npm run engines`.
				test: {
					name: "engines",
					globalSetup: "tests/engines/globalSetup.ts",
					testTimeout: 60_000,
					hookTimeout: 120_000,
					expect: { poll: { timeout: 10_000 } },
					include: ["tests/engines/*.test.ts"],
				},
			},
		],
	},
});
