import { buildStep, playwright, runSteps, type Step, vitest } from "./measure/steps.ts";

// `npm test`, and with the argument `check` its first three steps.

const steps: Step[] = [
	{ name: "types", command: "tsc" },
	{ name: "lint", command: "biome ci" },
	{ name: "unit tests", ...vitest("unit") },
	buildStep,
	{ name: "built-site tests", ...vitest("site") },
	{ name: "browser tests", ...playwright(["phone", "desktop"]) },
];

runSteps(process.argv[2] === "check" ? steps.slice(0, 3) : steps);
