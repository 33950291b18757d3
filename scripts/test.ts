import {
	findBrowser,
	findFirefox,
	findWebKit,
	readVersion,
	webkitPackages,
} from "../tests/tools/browser.ts";
import {
	buildStep,
	playwrightCommand,
	runSteps,
	type Step,
	vitestCommand,
} from "../tests/tools/steps.ts";

// `npm test`, `npm run check`, `npm run long` and `npm run engines`. `node scripts/test.ts find` lists the browsers of
// `engines`, and fails when one is missing.

const folders = "api components content demo environment pages renderer scripts tests";

const checks: Step[] = [
	{ name: "types", command: "tsc" },
	{ name: "lint", command: "biome ci" },
	{ name: "borders", command: `depcruise --config .dependency-cruiser.js ${folders}` },
	{ name: "unit tests", ...vitestCommand("unit") },
];
const suites: Record<string, Step[]> = {
	check: checks,
	test: [
		...checks,
		buildStep,
		{ name: "built-site tests", ...vitestCommand("site") },
		{ name: "browser tests", ...playwrightCommand("ordinary narrow wide") },
	],
	long: [
		buildStep,
		{ name: "long tests", ...vitestCommand("long") },
		{ name: "browser tests in other fonts", ...playwrightCommand('"long-*"') },
	],
	engines: [buildStep, { name: "journeys", ...vitestCommand("engines") }],
	find: [],
};
const [, , suite = "test"] = process.argv;
const steps = suites[suite];

try {
	if (!steps) throw new Error(`"${suite}" is none of ${Object.keys(suites).join(", ")}.`);
	// Installs a missing browser now, because `runSteps` blocks network access.
	if (suite !== "check") await findBrowser().catch(() => {});
	if (suite === "engines" || suite === "find") await listEngines();
	if (steps.length > 0) runSteps(steps);
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}

async function listEngines(): Promise<void> {
	for (const path of [await findFirefox(), await findBrowser()])
		console.log(`${readVersion(path)}: ${path}`);
	const withoutWebKit = `WebKit is left out. On Debian, install it with: apt-get install ${webkitPackages}`;
	console.log(findWebKit() ?? withoutWebKit);
}
