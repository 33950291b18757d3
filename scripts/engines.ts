import { existsSync } from "node:fs";
import { firefox, webkit } from "@playwright/test";
import { findBrowser, findFirefox, tellVersion } from "./measure/browser.ts";
import { buildStep, runPlaywright, runSteps, runVitest } from "./measure/steps.ts";

// `npm run engines`: the journeys of tests/engines in Firefox and Chromium, and those of tests/e2e that need no Chromium in
// Playwright's own builds, where those are installed. With the argument `find` it only says which there are.

const others = [webkit, firefox].filter((engine) => existsSync(engine.executablePath())).map((engine) => engine.name());

try {
	for (const path of [await findFirefox(), await findBrowser()]) console.log(`${await tellVersion(path)}: ${path}`);
	for (const name of ["webkit", "firefox"]) {
		const isThere = others.includes(name);
		console.log(
			`Playwright's ${name}: ${isThere ? "installed" : `left out; npx playwright install --with-deps ${name} installs it`}`,
		);
	}
	if (process.argv[2] !== "find") {
		await runSteps([
			buildStep,
			{ name: "journeys", run: () => runVitest("engines"), needsBuild: true },
			...(others.length > 0
				? [{ name: "Playwright's own builds", run: () => runPlaywright(others), needsBuild: true }]
				: []),
		]);
	}
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
