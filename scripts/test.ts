import { findBrowser } from "../tests/tools/browser.ts";
import {
	buildStep,
	playwrightCommand,
	runSteps,
	type Step,
	vitestCommand,
} from "../tests/tools/steps.ts";

// `npm test` runs all steps. With the argument `check` it runs only the first three.

const steps: Step[] = [
	{ name: "types", command: "tsc" },
	{ name: "lint", command: "biome ci" },
	{ name: "unit tests", ...vitestCommand("unit", "isolated") },
	buildStep,
	{ name: "built-site tests", ...vitestCommand("site") },
	{ name: "browser tests", ...playwrightCommand(["phone", "desktop", "narrow", "wide"]) },
];

if (process.argv[2] === "check") {
	runSteps(steps.slice(0, 3));
} else {
	// Installs a missing browser now, because `runSteps` blocks network access.
	await findBrowser().catch(() => {});
	runSteps(steps);
}
