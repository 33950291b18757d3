import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { startDemo } from "../../demo/startDemo.ts";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { buildSite } from "../publish/buildSite.ts";
import { compressThoroughly, emptySiteFiles, loadSiteFiles } from "../server/siteFiles.ts";
import { startHttpServer } from "../server/startHttpServer.ts";
import { usePhotographs } from "./usePhotographs.ts";

/** Paths of all pages, sorted by language with English first. */
export const allPaths = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));

/** Calls `run` with a temporary folder in the project, because Vite does not write to folders outside the project. */
async function withFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
	const cacheFolder = join(process.cwd(), ".cache");
	await mkdir(cacheFolder, { recursive: true });
	const folder = await mkdtemp(join(cacheFolder, "bench-"));
	return run(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/**
 * Builds the demo's content as a site that search engines may index, calls `run`, and removes the site.
 * @param run gets the folder of the built site, and the temporary folder around it
 */
export function withBuiltSite<Result>(
	siteUrl: string,
	photos: string | undefined,
	run: (folder: string, root: string) => Promise<Result>,
): Promise<Result> {
	return withFolder(async (root) => {
		const demo = await startDemo(photos === undefined ? {} : await usePhotographs(photos, join(root, "pictures")));
		const environment = parseEnvironment({ ...demo.environment, SITE_URL: siteUrl });
		const options = { root, cacheFolder: join(process.cwd(), ".cache"), log: () => {} };
		await buildSite(environment, options).finally(demo.close);
		return run(join(root, "dist/client"), root);
	});
}

/** Builds and serves an indexable site from the demo's content, and calls `run` with the site's URL. */
export async function withRealSite<Result>(
	run: (url: string) => Promise<Result>,
	photos?: string | undefined,
): Promise<Result> {
	// The server is started before the build, because the build needs the URL of the server.
	let files = emptySiteFiles;
	const server = await startHttpServer({ getFiles: () => files, port: 0 });
	try {
		return await withBuiltSite(server.url, photos, async (folder) => {
			files = await loadSiteFiles(folder);
			await compressThoroughly(files);
			return run(server.url);
		});
	} finally {
		await server.close();
	}
}

export async function withBrowser<Result>(run: (browser: Browser) => Promise<Result>): Promise<Result> {
	const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
	return run(browser).finally(() => browser.close());
}
