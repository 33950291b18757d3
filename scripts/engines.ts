import { existsSync } from "node:fs";
import { firefox, webkit } from "@playwright/test";
import { findBrowser, findFirefox, readVersion } from "../tests/tools/browser.ts";
import { buildStep, playwrightCommand, runSteps, type Step, vitestCommand } from "../tests/tools/steps.ts";

// `npm run engines`: runs the tests in the installed browsers. `npm run engines find` only lists these browsers.

const playwrightBuilds = [webkit, firefox]
	.filter((engine) => existsSync(engine.executablePath()))
	.map((engine) => engine.name());
const steps: Step[] = [buildStep, { name: "journeys", ...vitestCommand("engines") }];
if (playwrightBuilds.length > 0)
	steps.push({ name: "Playwright's own builds", ...playwrightCommand(playwrightBuilds) });

try {
	for (const path of [await findFirefox(), await findBrowser()]) console.log(`${readVersion(path)}: ${path}`);
	console.log(
		`Playwright's own: ${playwrightBuilds.join(", ") || "none"} (npx playwright install --with-deps webkit firefox)`,
	);
	if (process.argv[2] !== "find") runSteps(steps);
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
