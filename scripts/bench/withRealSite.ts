import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { startDemo } from "../../demo/startDemo.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { buildSite } from "../publish/buildSite.ts";
import { compressWell, loadSiteFiles, noFiles } from "../server/siteFiles.ts";
import { startServer } from "../server/startServer.ts";
import { usePhotographs } from "./usePhotographs.ts";

/** Paths of all pages, the English ones first. */
export const allPaths = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));

/** Runs something with a new folder, and removes it. It lies in the project, since the bundler writes nowhere else. */
export async function withFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
	const cache = join(process.cwd(), ".cache");
	await mkdir(cache, { recursive: true });
	const folder = await mkdtemp(join(cache, "bench-"));
	return run(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/**
 * Serves the demo's content while something runs, built as a real site: with keys of services on this machine, and with
 * an address of its own, so that search engines may index it. All texts are compressed at the highest level.
 * @param photos a folder of photographs in place of the demo's pictures
 */
export function withRealSite<Result>(
	run: (url: string) => Promise<Result>,
	photos?: string | undefined,
): Promise<Result> {
	return withFolder(async (root) => {
		// Started before the build, which has to know the address.
		const server = await startServer({ files: noFiles, port: 0 });
		try {
			const demo = await startDemo(photos === undefined ? {} : await usePhotographs(photos, join(root, "pictures")));
			const environment = parseEnvironment({ ...demo.environment, SITE_URL: server.url });
			const options = { root, cache: join(process.cwd(), ".cache"), log: () => {} };
			await buildSite(environment, options).finally(demo.close);
			const files = await loadSiteFiles(join(root, "dist/client"));
			await compressWell(files);
			server.replaceFiles(files);
			return await run(server.url);
		} finally {
			await server.close();
		}
	});
}

/** Starts Chromium while something runs. */
export async function withBrowser<Result>(run: (browser: Browser) => Promise<Result>): Promise<Result> {
	const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
	return run(browser).finally(() => browser.close());
}
