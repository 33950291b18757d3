import { existsSync } from "node:fs";
import { firefox, webkit } from "@playwright/test";
import { findBrowser, findFirefox, tellVersion } from "../tests/tools/browser.ts";
import { buildStep, playwright, runSteps, type Step, vitest } from "../tests/tools/steps.ts";

// `npm run engines`: the journeys of tests/engines in Firefox and Chromium, and those of tests/e2e that need no Chromium in
// Playwright's own builds, where those are installed. With the argument `find` it only says which there are.

const others = [webkit, firefox].filter((engine) => existsSync(engine.executablePath())).map((engine) => engine.name());
const steps: Step[] = [buildStep, { name: "journeys", ...vitest("engines") }];
if (others.length > 0) steps.push({ name: "Playwright's own builds", ...playwright(others) });

try {
	for (const path of [await findFirefox(), await findBrowser()]) console.log(`${tellVersion(path)}: ${path}`);
	console.log(`Playwright's own: ${others.join(", ") || "none"} (npx playwright install --with-deps webkit firefox)`);
	if (process.argv[2] !== "find") runSteps(steps);
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
