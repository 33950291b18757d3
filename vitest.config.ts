import { defineConfig } from "vitest/config";
import { isolateProcess } from "./tests/tools/isolation.ts";

await isolateProcess();

/** Tests that are slow by design: copies of the project, cold builds, killed processes. */
const longTests = ["tests/long/*.test.ts", "tests/setUp.test.ts", "tests/wire/netlify.test.ts"];
/**
 * Tests that need a process of their own: those that mock a module, and those that render with React's development
 * build, because other tests load its production build.
 */
const isolatedTests = [
	"**/*.test.tsx",
	"scripts/publish/replaceBuiltFolders.test.ts",
	"scripts/render/obtainBundle.test.ts",
	"scripts/server/sendFile.test.ts",
	"tests/wire/liveSite.test.ts",
];
/** Restores stubbed environment variables and mocked functions after each test. */
const restoring = { unstubEnvs: true, restoreMocks: true };
/** Property tests, which `npm run long` repeats with many more inputs. */
const propertyTests = ["tests/wire/fuzz.test.ts", "scripts/server/startHttpServer.test.ts"];

export default defineConfig({
	// `false` stops Vite from reading `.env`, so that tests do not depend on it.
	envDir: false,
	test: {
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
					exclude: [
						...["node_modules/**", "dist/**", ".cache/**", "tests/{site,engines,nginx}/**"],
						...isolatedTests,
						...longTests,
					],
				},
			},
			{
				extends: true,
				test: {
					...restoring,
					name: "isolated",
					include: isolatedTests,
					exclude: ["node_modules/**", "dist/**", ".cache/**"],
				},
			},
			{
				extends: true,
				// `npm run long` runs these tests.
				test: {
					...restoring,
					name: "long",
					env: { LONG_TESTS: "1" },
					testTimeout: 180_000,
					include: [...longTests, ...propertyTests],
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
				// `npm run nginx` runs these tests and needs an installed nginx.
				test: {
					name: "nginx",
					include: ["tests/nginx/*.test.ts"],
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
