import type { TestProject } from "vitest/node";
import { createApi } from "../../scripts/server/api.ts";
import { openOutbox } from "../../scripts/server/outbox.ts";
import { loadSiteFiles } from "../../scripts/server/siteFiles.ts";
import { startServer } from "../../scripts/server/startServer.ts";
import { findBrowser, findFirefox } from "../tools/browser.ts";

export type Engine = { name: "Firefox" | "Chromium"; path: string };

declare module "vitest" {
	interface ProvidedContext {
		engines: Engine[];
		/** Origin of the built site, without a trailing slash. */
		url: string;
	}
}

/**
 * Serves the built site while the tests run, and gives the tests the paths of the installed browsers.
 * https://vitest.dev/config/globalsetup
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	project.provide("engines", [
		{ name: "Firefox", path: await findFirefox() },
		{ name: "Chromium", path: await findBrowser() },
	]);
	const server = await startServer({
		files: await loadSiteFiles("dist/client"),
		port: 0,
		api: createApi(),
		outbox: openOutbox(".cache/engines-outbox.ndjson"),
	});
	project.provide("url", server.url);
	return server.close;
}
