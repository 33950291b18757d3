import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "./tests/tools/browser.ts";
import { findFreePort } from "./tests/tools/findFreePort.ts";
import { type FontSet, writeFontConfig } from "./tests/tools/fonts.ts";
import { isolateProcess } from "./tests/tools/isolation.ts";

// Must run before `isolateProcess` refuses connections, because `findBrowser` may download a browser.
const executablePath = process.env.TESTED_BROWSER ?? (await findBrowser());
await isolateProcess();

// Exits at SIGTERM, because Playwright ends the tested server only when it exits itself. The server is in a process group
// of its own, so a SIGTERM to the process group of `npm test` does not reach it.
process.once("SIGTERM", () => process.exit(143));

// Playwright's workers load this file, too. They inherit the browser and the port of the main process.
// The port is a free one, so that other servers and other copies of the project can run at the same time.
process.env.TESTED_BROWSER = executablePath;
process.env.TESTED_PORT ??= String(await findFreePort());
const port = process.env.TESTED_PORT;
const url = `http://localhost:${port}`;

/** Options of a browser that sees only a set of fonts, so that no test depends on the fonts of the machine. */
const launchWith = (fonts: FontSet, ...args: string[]) => ({
	launchOptions: {
		executablePath,
		// On a busy machine, Chromium would estimate a slow connection, and load lazy pictures that are further away.
		args: [...browserArguments, "--force-effective-connection-type=4G", ...args],
		env: { ...process.env, FONTCONFIG_FILE: writeFontConfig(fonts) },
	},
});

export default defineConfig({
	testDir: "tests/e2e",
	outputDir: ".cache/playwright",
	fullyParallel: true,
	// On two processor cores, a third worker saves little, and makes swipes and clocks of other tests late.
	workers: 2,
	expect: { timeout: 15_000 },
	reporter: "line",
	use: { baseURL: url, viewport: { width: 1280, height: 800 } },
	projects: [
		{ name: "ordinary", use: launchWith("ordinary") },
		// The tag @fonts: rules that hold for visitors whose fonts are narrow or wide, too, before web fonts have loaded.
		...(["narrow", "wide"] as const).map((name) => ({
			name,
			grep: /@fonts/,
			// One browser for the tests of a file saves the start of another one.
			fullyParallel: false,
			use: launchWith(name, "--disable-remote-fonts"),
		})),
		// `npm run long` runs these projects: all tests on machines with other fonts.
		...(["wide", "liberation", "withoutSerif"] as const).map((fonts) => ({
			name: `long-${fonts}`,
			use: launchWith(fonts),
		})),
	],
	webServer: {
		command: `"${process.execPath}" tests/tools/serveBuild.ts`,
		env: { PORT: port },
		url,
		reuseExistingServer: false,
		gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
	},
});
