import {
	findBrowser,
	findFirefox,
	findWebKit,
	readVersion,
	webkitPackages,
} from "../tests/tools/browser.ts";
import { buildStep, runSteps, vitestCommand } from "../tests/tools/steps.ts";

// `npm run engines`: runs the tests in the installed browsers. `npm run engines find` only lists these browsers.

try {
	for (const path of [await findFirefox(), await findBrowser()])
		console.log(`${readVersion(path)}: ${path}`);
	const webkitVersion = findWebKit();
	console.log(
		webkitVersion ??
			`WebKit is left out. On Debian, install it with: apt-get install ${webkitPackages}`,
	);
	if (process.argv[2] !== "find")
		runSteps([buildStep, { name: "journeys", ...vitestCommand("engines") }]);
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
