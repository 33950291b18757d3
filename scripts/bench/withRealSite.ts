import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { startDemo } from "../../demo/startDemo.ts";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { buildSite } from "../publish/buildSite.ts";
import { compressFiles } from "../publish/compressFiles.ts";
import { startHttpServer } from "../server/startHttpServer.ts";

/** Paths of all pages, sorted by language with English first. */
export const allPaths = localeCodes.flatMap((locale) =>
	routeNames.map((route) => pathOf(route, locale)),
);

/**
 * Builds the demo's content as a site that search engines may index, calls `run`, and removes the site.
 * @param run gets the folder of the built site, and the temporary folder around it
 */
export async function withBuiltSite<Result>(
	siteUrl: string,
	run: (folder: string, root: string) => Promise<Result>,
): Promise<Result> {
	const cacheFolder = join(process.cwd(), ".cache");
	await mkdir(cacheFolder, { recursive: true });
	// Inside the project, because Vite does not write to folders outside of it.
	const root = await mkdtemp(join(cacheFolder, "bench-"));
	try {
		const demo = await startDemo();
		const environment = parseEnvironment({ ...demo.environment, SITE_URL: siteUrl });
		await buildSite(environment, { root, cacheFolder, log: () => {} }).finally(demo.close);
		await compressFiles(join(root, "dist/client"));
		return await run(join(root, "dist/client"), root);
	} finally {
		await rm(root, { recursive: true, force: true });
	}
}

/** Builds and serves an indexable site from the demo's content, and calls `run` with the site's URL. */
export async function withRealSite<Result>(run: (url: string) => Promise<Result>): Promise<Result> {
	// The server is started before the build, because the build needs the URL of the server.
	let versions: string[] = [];
	const server = await startHttpServer({ listVersions: () => versions, port: 0 });
	try {
		return await withBuiltSite(server.url, async (_, root) => {
			versions = [join(root, "dist")];
			return run(server.url);
		});
	} finally {
		await server.close();
	}
}

export async function withBrowser<Result>(
	run: (browser: Browser) => Promise<Result>,
): Promise<Result> {
	const browser = await chromium.launch({
		executablePath: await findBrowser(),
		args: browserArguments,
	});
	return run(browser).finally(() => browser.close());
}
