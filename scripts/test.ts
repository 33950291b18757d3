import { buildStep, runPlaywright, runQuietly, runSteps, runVitest, type Step } from "./measure/steps.ts";

// `npm test`, and with the argument `check` its first three steps.

const steps: Step[] = [
	{ name: "types", run: () => runQuietly("tsc") },
	{ name: "lint", run: () => runQuietly("biome ci") },
	{ name: "unit tests", run: () => runVitest("unit") },
	buildStep,
	{ name: "built-site tests", run: () => runVitest("site"), needsBuild: true },
	{ name: "browser tests", run: () => runPlaywright(["phone", "desktop"]), needsBuild: true },
];

await runSteps(process.argv[2] === "check" ? steps.slice(0, 3) : steps);
