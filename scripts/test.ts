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
	// A missing browser is installed now: the steps reach no other machine. Without one the last step fails and says why.
	await findBrowser().catch(() => {});
	runSteps(steps);
}
