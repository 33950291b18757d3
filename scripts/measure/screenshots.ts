import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import pMap from "p-map";
import sharp from "sharp";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import type { Environment } from "../../site/environment.server.ts";
import { buildSite } from "../publish/buildSite.ts";
import { loadApi } from "../server/api.ts";
import { openOutbox } from "../server/outbox.ts";
import { loadSiteFiles } from "../server/siteFiles.ts";
import { startServer } from "../server/startServer.ts";
import { browserArguments, findBrowser } from "./browser.ts";
import { drawFilm, filmPage } from "./film.ts";
import { listPages, listReadme, listStates, type Shot } from "./shots.ts";
import { varyContent } from "./varyContent.ts";
import { varySite } from "./varySite.ts";

/** The home page's first load. */
const filmName = "first-load";

type Options = { only: string | undefined; readme: boolean; strict: boolean; log: (line: string) => void };

/**
 * Builds the site and takes pictures of its pages and states, or of what the README shows.
 * @param options with `only`, a regular expression, those alone in whose name it is found
 * @throws Error when `only` is found nowhere, or there is no browser
 */
export async function takeScreenshots(environment: Environment, options: Options): Promise<void> {
	const { only, readme, strict, log } = options;
	const pattern = new RegExp(only ?? "");
	const shots = (readme ? listReadme() : [...listPages(), ...listStates()]).filter(({ name }) => pattern.test(name));
	const isFilmed = readme && pattern.test(filmName);
	if (shots.length === 0 && !isFilmed) throw new Error(`--only ${only}: no picture has a name in which this is found.`);
	await buildSite(environment, { strict, log });
	const folder = readme ? "docs/screenshots" : ".cache/screenshots";
	// What is taken in part joins what is there.
	if (!only) await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const servers = await serveAll(environment);
	const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
	try {
		const takeOne = async (shot: Shot) => {
			const picture = sharp(await take(browser, servers[shot.length ?? "real"].url, shot));
			const file = join(folder, shot.name);
			if (readme) await picture.webp({ quality: 76, effort: 6 }).toFile(`${file}.webp`);
			else await picture.jpeg({ quality: 85 }).toFile(`${file}.jpg`);
		};
		await pMap(shots, takeOne, { concurrency: 2 });
		if (isFilmed) {
			const film = await filmPage(browser, servers.real.url);
			await writeFile(join(folder, `${filmName}.webp`), await drawFilm(film));
		}
		log(`${shots.length} screenshots in ${folder}`);
	} finally {
		await browser.close();
		await Promise.all(Object.values(servers).map((server) => server.close()));
	}
}

/** Serves the built site, and the same with content of both extremes. */
async function serveAll({ site }: Environment) {
	const [files, api] = await Promise.all([loadSiteFiles("dist/client"), loadApi("api")]);
	const snapshots = await loadSnapshots("content/generated");
	const outbox = openOutbox(".cache/screenshots-outbox.ndjson");
	const [shortest, longest] = [
		await varySite(files, snapshots, site, (snapshot) => varyContent(snapshot, "shortest")),
		await varySite(files, snapshots, site, (snapshot) => varyContent(snapshot, "longest")),
	];
	return {
		real: await startServer({ files, port: 0, api, outbox }),
		shortest: await startServer({ files: shortest, port: 0 }),
		longest: await startServer({ files: longest, port: 0 }),
	};
}

/** Takes one picture and gives its bytes. */
async function take(browser: Browser, url: string, shot: Shot): Promise<Buffer> {
	const { width, height = width < 768 ? 740 : 900, density: deviceScaleFactor = 1, view } = shot;
	const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor });
	try {
		// A picture must not hang on the moment in which it is taken.
		await page.emulateMedia({ reducedMotion: "reduce", colorScheme: shot.scheme ?? "light", ...shot.settings });
		await page.goto(url + shot.path);
		await showPictures(page);
		await shot.prepare?.(page);
		if (view !== "window") await showPictures(page);
		await page.evaluate(() => document.fonts.ready);
		if (view === "window" || !view) return await page.screenshot({ fullPage: !view });
		return await page.locator(view.selector).screenshot();
	} finally {
		await page.close();
	}
}

/** Scrolls past everything, so that what comes when it is near has come. */
async function showPictures(page: Page): Promise<void> {
	await page.evaluate(async () => {
		// A picture of the whole page shows what is far from the window, too.
		for (const picture of document.querySelectorAll("picture")) picture.style.contentVisibility = "visible";
		for (const image of document.images) {
			if (!image.checkVisibility()) continue;
			image.scrollIntoView({ behavior: "instant" });
			// One that cannot be shown is seen in the picture.
			await image.decode().catch(() => {});
		}
	});
	for (const carousel of await page.locator("site-carousel").all()) {
		if (!(await carousel.isVisible())) continue;
		await carousel.scrollIntoViewIfNeeded();
		await carousel.and(page.locator("[data-state=ready]")).waitFor();
	}
	await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}
