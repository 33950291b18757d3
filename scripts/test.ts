import { findBrowser } from "../tests/tools/browser.ts";
import { buildStep, playwright, runSteps, type Step, vitest } from "../tests/tools/steps.ts";

// `npm test`; with the argument `check`, its first three steps only.

const steps: Step[] = [
	{ name: "types", command: "tsc" },
	{ name: "lint", command: "biome ci" },
	{ name: "unit tests", ...vitest("unit") },
	buildStep,
	{ name: "built-site tests", ...vitest("site") },
	{ name: "browser tests", ...playwright(["phone", "desktop"]) },
];

if (process.argv[2] === "check") {
	runSteps(steps.slice(0, 3));
} else {
	// Installs a missing browser now, because the steps have no network access. After an error here the last step fails with it.
	await findBrowser().catch(() => {});
	runSteps(steps);
}
