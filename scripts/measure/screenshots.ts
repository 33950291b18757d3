import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import pMap from "p-map";
import sharp from "sharp";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import type { Environment } from "../../site/environment.server.ts";
import { buildSite } from "../publish/buildSite.ts";
import { loadApi } from "../server/api.ts";
import { openOutbox } from "../server/outbox.ts";
import { loadSiteFiles, type SiteFiles } from "../server/siteFiles.ts";
import { startServer } from "../server/startServer.ts";
import { browserArguments, findBrowser } from "./browser.ts";
import { listPages, listReadme, listStates, type Shot } from "./shots.ts";
import { type Length, varyContent } from "./varyContent.ts";
import { varySite } from "./varySite.ts";

const folder = ".cache/screenshots";
const readmeFolder = "docs/screenshots";

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
	if (shots.length === 0) throw new Error(`--only ${only}: no picture has a name in which this is found.`);
	await buildSite(environment, { strict, log });
	const [files, api, snapshots, executablePath] = await Promise.all([
		loadSiteFiles("dist/client"),
		loadApi("api"),
		loadSnapshots("content/generated"),
		findBrowser(),
	]);
	const target = readme ? readmeFolder : folder;
	// What is taken in part joins what is there.
	if (!only) await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	const outbox = openOutbox(join(folder, "newsletter-outbox.ndjson"));
	const serve = (content: SiteFiles) => startServer({ files: content, port: 0, api, outbox });
	const serveVaried = async (length: Length) =>
		serve(await varySite(files, snapshots, environment.site, (snapshot) => varyContent(snapshot, length)));
	const servers = {
		real: await serve(files),
		shortest: await serveVaried("shortest"),
		longest: await serveVaried("longest"),
	};
	const browser = await chromium.launch({ executablePath, args: browserArguments });
	try {
		const { real, shortest, longest } = servers;
		const urls = { real: real.url, shortest: shortest.url, longest: longest.url };
		const bytes = await takeAll(browser, shots, urls, { readme, log });
		log(`${shots.length} screenshots in ${target}, ${(bytes / 1e6).toFixed(1)} MB`);
	} finally {
		await browser.close();
		await Promise.all(Object.values(servers).map((server) => server.close()));
	}
}

/** Takes one picture and gives its bytes. */
async function take(context: BrowserContext, url: string, shot: Shot): Promise<Buffer> {
	const page = await context.newPage();
	try {
		// A picture must not hang on the moment in which it is taken.
		await page.emulateMedia({ reducedMotion: "reduce", colorScheme: shot.scheme ?? "light", ...shot.settings });
		await page.goto(url + shot.path);
		await showPictures(page);
		await shot.prepare?.(page);
		if (shot.view !== "window") await showPictures(page);
		await page.evaluate(() => document.fonts.ready);
		if (shot.view === "window") return await page.screenshot();
		if (shot.view) return await page.locator(shot.view.selector).screenshot();
		return await page.screenshot({ fullPage: true });
	} finally {
		await page.close();
	}
}

/** Scrolls past everything, so that what comes when it is near has come. */
async function showPictures(page: Page): Promise<void> {
	await page.evaluate(async () => {
		for (const image of document.images) {
			if (!image.checkVisibility()) continue;
			image.scrollIntoView({ behavior: "instant" });
			// One that cannot be shown is seen in the picture.
			await image.decode().catch(() => {});
		}
	});
	const islands = page.locator("site-island[data-when=visible]");
	for (const island of await islands.all()) {
		if (!(await island.isVisible())) continue;
		await island.scrollIntoViewIfNeeded();
		await island.and(page.locator("[data-state=hydrated]")).waitFor();
	}
	await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

/**
 * Takes all pictures, a few at a time.
 * @returns the size of their files together, in bytes
 */
async function takeAll(
	browser: Browser,
	shots: Shot[],
	urls: Record<Length | "real", string>,
	{ readme, log }: Pick<Options, "readme" | "log">,
): Promise<number> {
	let [left, bytes] = [shots.length, 0];
	const takeOne = async (shot: Shot) => {
		const context = await browser.newContext({
			viewport: { width: shot.width, height: shot.height ?? (shot.width < 768 ? 740 : 900) },
			deviceScaleFactor: shot.density ?? 1,
		});
		const picture = sharp(await take(context, urls[shot.length ?? "real"], shot));
		await context.close();
		const { size } = readme
			? await picture.webp({ quality: 76, effort: 6 }).toFile(join(readmeFolder, `${shot.name}.webp`))
			: await picture.jpeg({ quality: 85 }).toFile(join(folder, `${shot.name}.jpg`));
		bytes += size;
		left--;
		if (left > 0 && left % 25 === 0) log(`${left} to go`);
	};
	await pMap(shots, takeOne, { concurrency: 2 });
	return bytes;
}
