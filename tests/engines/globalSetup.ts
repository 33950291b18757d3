import type { TestProject } from "vitest/node";
import { openNewsletterFiles } from "../../scripts/server/newsletterFiles.ts";
import { startHttpServer } from "../../scripts/server/startHttpServer.ts";
import { findBrowser, findFirefox, findWebKit } from "../tools/browser.ts";
import { copyBuildCompressed } from "../tools/copyBuildCompressed.ts";
import { writeFontConfig } from "../tools/fonts.ts";
import { startDisplay } from "../tools/startWebKit.ts";

export type PuppeteerEngine = { name: "Firefox" | "Chromium"; path: string };
export type WebKitEngine = { name: "WebKit"; display: string };
export type Engine = PuppeteerEngine | WebKitEngine;

declare module "vitest" {
	interface ProvidedContext {
		engines: Engine[];
		/** Origin of the built site, without a trailing slash. */
		url: string;
	}
}

/**
 * Serves the built site while the tests run, and gives the tests the installed browsers.
 * https://vitest.dev/config/globalsetup
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	// Browsers inherit it, so that no test depends on the fonts of the machine.
	process.env.FONTCONFIG_FILE = writeFontConfig("ordinary");
	const engines: Engine[] = [
		{ name: "Firefox", path: await findFirefox() },
		{ name: "Chromium", path: await findBrowser() },
	];
	const display = findWebKit() ? await startDisplay() : undefined;
	if (display) engines.push({ name: "WebKit", display: display.name });
	project.provide("engines", engines);
	const folder = await copyBuildCompressed(".cache/engines-site");
	const server = await startHttpServer({
		listVersions: () => [folder],
		port: 0,
		context: openNewsletterFiles({ outboxFile: ".cache/engines-outbox.ndjson" }),
	});
	project.provide("url", server.url);
	return async () => {
		display?.stop();
		await server.close();
	};
}
