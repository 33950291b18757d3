import { defineConfig } from "vitest/config";
import { isolateProcess } from "./tests/tools/isolation.ts";

await isolateProcess();

export default defineConfig({
	// No `.env` is read.
	envDir: false,
	test: {
		// A busy machine is no failure.
		testTimeout: 30_000,
		// Most of a test is waiting, so that two share two cores well; by itself Vitest would take one file at a time there.
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
				// Reads what `npm run build` wrote to dist/client. One at a time in a worker, files share what they import and parse.
				test: {
					name: "site",
					isolate: false,
					include: ["tests/site/**/*.test.ts"],
				},
			},
			{
				extends: true,
				// Serves dist/client with the nginx of this machine: `npm run nginx`.
				test: {
					name: "nginx",
					include: ["tests/nginx/*.test.ts"],
				},
			},
			{
				extends: true,
				// Visits what `npm run build` wrote with the browsers that people have: `npm run engines`.
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
