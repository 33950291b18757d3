import { spawnSync } from "node:child_process";
import { defineConfig } from "vitest/config";

const ignored = ["**/node_modules/**", "dist/**", ".cache/**"];

/** Tests that need Java, which few machines have. */
const javaTests = "tests/site/**/*.java.test.ts";
const isJavaThere = spawnSync("java", ["-version"]).status === 0;
if (!isJavaThere) console.log(`There is no Java on this machine: ${javaTests} is not run.`);

/** Milliseconds; a busy machine is no failure. */
const testTimeout = 30_000;

/** Most of a test is waiting, so that two share two cores well; by itself Vitest would take one file at a time there. */
const maxWorkers = 2;

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: "unit",
					testTimeout,
					maxWorkers,
					include: ["**/*.test.{ts,tsx}"],
					exclude: [...ignored, "tests/site/**", "tests/engines/**"],
				},
			},
			{
				// Reads what `npm run build` wrote to dist/client. One at a time in a worker, files share what they import and parse.
				test: {
					name: "site",
					isolate: false,
					testTimeout,
					maxWorkers,
					include: ["tests/site/**/*.test.ts"],
					exclude: isJavaThere ? ignored : [...ignored, javaTests],
				},
			},
			{
				// Visits what `npm run build` wrote with the browsers that people have: `npm run engines`.
				test: {
					name: "engines",
					// As in playwright.config.ts: a busy machine may miss a moment.
					retry: 1,
					globalSetup: "tests/engines/globalSetup.ts",
					testTimeout: 60_000,
					hookTimeout: 120_000,
					expect: { poll: { timeout: 10_000 } },
					maxWorkers,
					include: ["tests/engines/*.test.ts"],
				},
			},
		],
	},
});
