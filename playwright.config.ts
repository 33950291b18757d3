import { existsSync } from "node:fs";
import { defineConfig, firefox, webkit } from "@playwright/test";
import { browserArguments, findBrowser } from "./tests/tools/browser.ts";
import { isolateProcess } from "./tests/tools/isolation.ts";

// Before the isolation: a missing browser is downloaded.
const executablePath = await findBrowser();
await isolateProcess();

/** Another port than that of `npm start`, so that both can run at once. */
const port = 4273;
const url = `http://localhost:${port}`;

export default defineConfig({
	testDir: "tests/e2e",
	outputDir: ".cache/playwright",
	fullyParallel: true,
	// Tests mostly wait, so two of them share two cores well.
	workers: 2,
	expect: { timeout: 15_000 },
	reporter: "line",
	use: {
		baseURL: url,
		launchOptions: { executablePath, args: browserArguments },
	},
	// A tag restricts a test to one of the two projects. The patterns here restrict whole files.
	projects: [
		{
			name: "phone",
			grepInvert: /@desktop/,
			testIgnore: "storedLanguage.spec.ts",
			use: { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
		},
		{
			name: "desktop",
			grepInvert: /@phone/,
			use: { viewport: { width: 1280, height: 800 } },
		},
		// Playwright's own builds of other browsers, if they are installed. `npm run engines` uses them, `npm test` does not.
		...[webkit, firefox]
			.filter((engine) => existsSync(engine.executablePath()))
			.map((engine) => ({
				name: engine.name(),
				grepInvert: /@phone/,
				testMatch: "pages.spec.ts",
				use: {
					browserName: engine.name() as "webkit" | "firefox",
					// A closed port: nothing but this machine can be reached.
					launchOptions: { proxy: { server: "http://127.0.0.1:9", bypass: "localhost,127.0.0.1" } },
					viewport: { width: 1280, height: 800 },
				},
			})),
	],
	webServer: {
		command: `"${process.execPath}" scripts/serve.ts`,
		env: { PORT: String(port) },
		url,
		reuseExistingServer: false,
		gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
	},
});
