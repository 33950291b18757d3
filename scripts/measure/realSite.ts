import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { startDemo } from "../../demo/startDemo.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { buildSite } from "../publish/buildSite.ts";
import { compressWell, loadSiteFiles } from "../server/siteFiles.ts";
import { startServer } from "../server/startServer.ts";
import { browserArguments, findBrowser } from "./browser.ts";
import { usePhotographs } from "./photographs.ts";

/** Every page, the English ones first. */
export const allPaths = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));

/** Runs something with a new folder inside the project, since the bundler writes nowhere else, and removes it. */
export async function withFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
	const cache = join(process.cwd(), ".cache");
	await mkdir(cache, { recursive: true });
	const folder = await mkdtemp(join(cache, "bench-"));
	return run(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/**
 * Runs something while a site with the demo's content is served, built as a real one: with keys, of services on this
 * machine, and with an address of its own, so that it is to be indexed. Every text is compressed as well as can be.
 * @param photos a folder of photographs in place of the demo's pictures
 */
export function withRealSite<Result>(
	run: (url: string) => Promise<Result>,
	photos?: string | undefined,
): Promise<Result> {
	return withFolder(async (root) => {
		const content = photos === undefined ? {} : await usePhotographs(photos, join(root, "pictures"));
		const [port, demo] = [await findFreePort(), await startDemo(content)];
		try {
			const environment = parseEnvironment({ ...demo.environment, SITE_URL: `http://localhost:${port}` });
			await buildSite(environment, { root, cache: join(process.cwd(), ".cache"), log: () => {} });
		} finally {
			await demo.close();
		}
		const files = await loadSiteFiles(join(root, "dist/client"));
		await compressWell(files);
		const server = await startServer({ files, port });
		return run(server.url).finally(server.close);
	});
}

/** Runs something with a browser that other programs can talk to at a port. */
export async function withBrowser<Result>(
	run: (browser: Awaited<ReturnType<typeof chromium.launch>>, port: number) => Promise<Result>,
): Promise<Result> {
	const port = await findFreePort();
	const browser = await chromium.launch({
		executablePath: await findBrowser(),
		args: [...browserArguments, `--remote-debugging-port=${port}`],
	});
	return run(browser, port).finally(() => browser.close());
}

/** A port that nobody uses now. */
async function findFreePort(): Promise<number> {
	const server = createServer().listen(0);
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
}
