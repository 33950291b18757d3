import { findBrowser } from "../tests/tools/browser.ts";
import {
	buildStep,
	playwrightCommand,
	runSteps,
	type Step,
	vitestCommand,
} from "../tests/tools/steps.ts";

// `npm test` runs the steps of `checks` and `site`, `npm run check` those of `checks`, and `npm run long` the tests that
// are slow by design.

const checks: Step[] = [
	{ name: "types", command: "tsc" },
	{ name: "lint", command: "biome ci" },
	{ name: "unit tests", ...vitestCommand("unit", "isolated") },
];
const site: Step[] = [
	buildStep,
	{ name: "built-site tests", ...vitestCommand("site") },
	{ name: "browser tests", ...playwrightCommand(["phone", "desktop", "narrow", "wide"]) },
];

const [, , suite] = process.argv;
// Installs a missing browser now, because `runSteps` blocks network access.
if (suite !== "check") await findBrowser().catch(() => {});
if (suite === "long") runSteps([{ name: "long tests", ...vitestCommand("long") }]);
else runSteps(suite === "check" ? checks : [...checks, ...site]);
