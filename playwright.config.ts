import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "./tests/tools/browser.ts";
import { isolateProcess } from "./tests/tools/isolation.ts";

// Must run before `isolateProcess` refuses connections, because `findBrowser` may download a browser.
const executablePath = await findBrowser();
await isolateProcess();

// Exits at SIGTERM, because Playwright ends the tested server only when it exits itself. The server is in a process group
// of its own, so a SIGTERM to the process group of `npm test` does not reach it.
process.once("SIGTERM", () => process.exit(143));

/** Port of the tested server. It differs from the port of `npm start`, so that both servers can run at once. */
const port = 4273;
const url = `http://localhost:${port}`;

export default defineConfig({
	testDir: "tests/e2e",
	outputDir: ".cache/playwright",
	fullyParallel: true,
	// On two processor cores, a third worker saves little, and makes swipes and clocks of other tests late.
	workers: 2,
	expect: { timeout: 15_000 },
	reporter: "line",
	use: {
		baseURL: url,
		launchOptions: { executablePath, args: browserArguments },
	},
	// The tags @phone and @desktop restrict a single test to one project. `testIgnore` and `testMatch` restrict whole
	// files.
	projects: [
		// First, because preview.spec.ts, whose tests run one after another, must not be the last file.
		{
			name: "desktop",
			grepInvert: /@phone/,
			use: { viewport: { width: 1280, height: 800 } },
		},
		{
			name: "phone",
			grepInvert: /@desktop/,
			testIgnore: "storedLanguage.spec.ts",
			use: { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
		},
	],
	webServer: {
		command: `"${process.execPath}" scripts/serveBuild.ts`,
		env: { PORT: String(port) },
		url,
		reuseExistingServer: false,
		gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
	},
});
