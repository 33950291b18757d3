import { defineConfig } from "vitest/config";
import { isolateProcess } from "./tests/tools/isolation.ts";

await isolateProcess();

/** Restores stubbed environment variables and mocked functions after each test. */
const restoring = { unstubEnvs: true, restoreMocks: true };

export default defineConfig({
	// `false` stops Vite from reading `.env`, so that tests do not depend on it.
	envDir: false,
	// Compiles JSX for React's production build, which the bundle in .cache/bundles loads into the same process.
	oxc: { jsx: { development: false } },
	test: {
		// Without it, Vitest would set `test`, for which React loads its development build, which renders half as fast.
		env: { NODE_ENV: "production" },
		// Long enough for a busy machine.
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// More workers than processor cores, because tests often wait for servers and other processes.
		maxWorkers: 3,
		projects: [
			{
				extends: true,
				test: {
					...restoring,
					name: "unit",
					// Without isolation the files share their imports, which saves a tenth of the time.
					isolate: false,
					include: ["**/*.test.{ts,tsx}"],
					exclude: ["node_modules/**", "dist/**", ".cache/**", "tests/{site,engines,long}/**"],
				},
			},
			{
				extends: true,
				// `npm run long` runs these tests, which are slow by design: copies of the project, cold builds, killed processes.
				test: {
					...restoring,
					name: "long",
					testTimeout: 180_000,
					include: ["tests/long/*.test.ts"],
				},
			},
			{
				extends: true,
				// These tests read the build in dist/client. They run without isolation, to share imports and parsed pages.
				test: {
					name: "site",
					isolate: false,
					include: ["tests/site/**/*.test.ts"],
				},
			},
			{
				extends: true,
				// These tests open the build in dist/client in Firefox, Chromium and WebKit: `npm run engines`.
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
