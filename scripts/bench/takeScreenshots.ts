import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import pMap from "p-map";
import sharp from "sharp";
import { localeCodes } from "../../content/locales.ts";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { buildSite } from "../publish/buildSite.ts";
import { startHttpServer } from "../server/startHttpServer.ts";
import { withBrowser } from "./withRealSite.ts";

/** Screenshot to take. Without a height it contains the whole page. */
type Shot = {
	/** File name without its extension, such as `about-ru-375-dark`. */
	name: string;
	path: string;
	width: number;
	height?: number;
	media?: Parameters<Page["emulateMedia"]>[0];
	/** Runs before the screenshot, for example to open the menu. */
	prepare?: (page: Page) => Promise<unknown>;
};

type Options = {
	only: string | undefined;
	readme: boolean;
	strict: boolean;
	log: (line: string) => void;
};

/**
 * Builds the site and takes the screenshots whose names match the pattern `only`.
 * @throws Error when no name matches, or when no browser is installed
 */
export async function takeScreenshots(environment: Environment, options: Options): Promise<void> {
	const { only, readme, strict, log } = options;
	const pattern = new RegExp(only ?? "");
	const shots = (readme ? readmeShots : listShots()).filter(({ name }) => pattern.test(name));
	if (shots.length === 0)
		throw new Error(`--only ${only}: no picture has a name in which this is found.`);
	await buildSite(environment, { strict, log });
	const folder = readme ? "docs/screenshots" : ".cache/screenshots";
	// With `only`, the folder is not deleted, so that it keeps the other screenshots.
	if (!only) await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const server = await startHttpServer({ listVersions: () => ["dist"], port: 0 });
	await withBrowser(async (browser) => {
		const takeOne = async (shot: Shot) => {
			const picture = sharp(await take(browser, server.url, shot, readme ? 1.5 : 1));
			const file = join(folder, shot.name);
			if (readme) await picture.webp({ quality: 76, effort: 6 }).toFile(`${file}.webp`);
			else await picture.jpeg({ quality: 85 }).toFile(`${file}.jpg`);
		};
		await pMap(shots, takeOne, { concurrency: 2 });
	}).finally(server.close);
	log(`${shots.length} screenshots in ${folder}`);
}

/** Lists the screenshots of all pages and of the menu, in both languages. */
function listShots(): Shot[] {
	return localeCodes.flatMap((locale) => [
		...routeNames.flatMap((route) => listPageShots(`${route}-${locale}`, pathOf(route, locale))),
		...listPageShots(`404-${locale}`, localisePath("/no-such-page", locale)),
		{
			name: `menu-${locale}`,
			path: pathOf("home", locale),
			width: 375,
			height: 740,
			prepare: openMenu,
		},
	]);
}

const colorSchemes = ["light", "dark"] as const;

/** Lists the screenshots of a page: all widths in light and dark, opened `<details>`, forced colours, and print. */
function listPageShots(page: string, path: string): Shot[] {
	const shots: Shot[] = [];
	for (const width of [320, 375, 768, 1024, 1280, 1920]) {
		for (const colorScheme of colorSchemes) {
			shots.push({ name: `${page}-${width}-${colorScheme}`, path, width, media: { colorScheme } });
		}
	}
	shots.push(
		{ name: `${page}-open`, path, width: 375, prepare: openSections },
		{ name: `${page}-forced`, path, width: 1280, media: { forcedColors: "active" } },
		// Width of A4 without margins, at 96 pixels per inch.
		{ name: `${page}-print`, path, width: 718, media: { media: "print" } },
	);
	return shots;
}

const readmeShots: Shot[] = [
	{ name: "home", path: "/", width: 1280, height: 800 },
	{
		name: "consultations-dark",
		path: "/consultations",
		width: 390,
		height: 800,
		media: { colorScheme: "dark" },
	},
	{ name: "home-ru", path: "/ru", width: 390, height: 800 },
];

const openMenu = (page: Page) => page.locator("[data-part=open]").click();

async function openSections(page: Page): Promise<void> {
	for (const title of await page.locator("main summary:visible").all()) await title.click();
}

async function take(
	browser: Browser,
	url: string,
	shot: Shot,
	deviceScaleFactor: number,
): Promise<Buffer> {
	const { width, height } = shot;
	const viewport = { width, height: height ?? (width < 768 ? 740 : 900) };
	const page = await browser.newPage({ viewport, deviceScaleFactor });
	try {
		// Without animations the screenshot does not depend on the time at which it is taken.
		await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light", ...shot.media });
		await page.goto(url + shot.path);
		// The heading font is used from the second view on (`font-display: optional`).
		await page.reload();
		await showPictures(page);
		await shot.prepare?.(page);
		// Loads lazy pictures that `prepare` has revealed, because a full-page screenshot contains these pictures.
		if (!height) await showPictures(page);
		await page.evaluate(() => document.fonts.ready);
		return await page.screenshot({ fullPage: !height });
	} finally {
		await page.close();
	}
}

/** Loads the page's carousels and lazy pictures by scrolling to each one. */
async function showPictures(page: Page): Promise<void> {
	await page.evaluate(async () => {
		for (const image of document.images) {
			if (!image.checkVisibility()) continue;
			image.scrollIntoView({ behavior: "instant" });
			// Errors are ignored: a broken picture is visible in the screenshot.
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
