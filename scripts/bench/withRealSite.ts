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
 * Builds the demo's content as a real site, with keys of services on this machine and an address of its own, so that
 * search engines may index it. Removes the site afterwards.
 * @param siteUrl origin of the site
 * @param photos a folder of photographs in place of the demo's pictures
 * @param run gets the folder of the published files, and a folder for its own files, which is removed as well
 */
export function withBuiltSite<Result>(
	siteUrl: string,
	photos: string | undefined,
	run: (folder: string, root: string) => Promise<Result>,
): Promise<Result> {
	return withFolder(async (root) => {
		const demo = await startDemo(photos === undefined ? {} : await usePhotographs(photos, join(root, "pictures")));
		const environment = parseEnvironment({ ...demo.environment, SITE_URL: siteUrl });
		const options = { root, cache: join(process.cwd(), ".cache"), log: () => {} };
		await buildSite(environment, options).finally(demo.close);
		return run(join(root, "dist/client"), root);
	});
}

/** Serves the site of `withBuiltSite` while something runs. All texts are compressed at the highest level. */
export async function withRealSite<Result>(
	run: (url: string) => Promise<Result>,
	photos?: string | undefined,
): Promise<Result> {
	// Started before the build, which has to know the address.
	const server = await startServer({ files: noFiles, port: 0 });
	try {
		return await withBuiltSite(server.url, photos, async (folder) => {
			const files = await loadSiteFiles(folder);
			await compressWell(files);
			server.replaceFiles(files);
			return run(server.url);
		});
	} finally {
		await server.close();
	}
}

/** Starts Chromium while something runs. */
export async function withBrowser<Result>(run: (browser: Browser) => Promise<Result>): Promise<Result> {
	const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
	return run(browser).finally(() => browser.close());
}
