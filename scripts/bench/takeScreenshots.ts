import { mkdir, rm } from "node:fs/promises";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { localeCodes } from "../../content/locales.ts";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { buildSite } from "../publish/buildSite.ts";
import { startHttpServer } from "../server/startHttpServer.ts";

/** Screenshot to take. Without a height it contains the whole page. */
type Shot = {
	/** File name without its extension, such as `about-ru-375-dark`. */
	name: string;
	path: string;
	width: number;
	height?: number;
	media?: Parameters<Page["emulateMedia"]>[0];
};

const readmeShots: Shot[] = [
	{ name: "home", path: "/", width: 1280, height: 800 },
	{ name: "home-ru", path: "/ru", width: 390, height: 800 },
	{
		name: "consultations-dark",
		path: "/consultations",
		width: 390,
		height: 800,
		media: { colorScheme: "dark" },
	},
];

type Options = { only?: string | undefined; readme: boolean };

/** Builds the site, and takes screenshots of all pages or those of the README, if their names match `only`. */
export async function takeScreenshots(environment: Environment, options: Options): Promise<void> {
	const { only, readme } = options;
	const folder = readme ? "docs/screenshots" : ".cache/screenshots";
	await buildSite(environment, { log: console.log });
	if (!only) await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const server = await startHttpServer({ listVersions: () => ["dist"], port: 0 });
	const browser = await chromium.launch({
		executablePath: await findBrowser(),
		args: browserArguments,
	});
	try {
		for (const shot of readme ? readmeShots : localeCodes.flatMap(listShots)) {
			if (!shot.name.includes(only ?? "")) continue;
			const { width, height = 800 } = shot;
			const deviceScaleFactor = readme ? 1.5 : 1;
			const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor });
			await page.emulateMedia({ reducedMotion: "reduce", ...shot.media });
			await page.goto(server.url + shot.path);
			// The heading font is used from the second view on (`font-display: optional`).
			await page.reload();
			await showPictures(page);
			const picture = sharp(await page.screenshot({ fullPage: !shot.height }));
			await picture.webp({ quality: 76, effort: 6 }).toFile(`${folder}/${shot.name}.webp`);
			await page.close();
		}
	} finally {
		await Promise.all([browser.close(), server.close()]);
	}
}

/** Lists the screenshots of all pages in a language, in several widths and both colour schemes. */
function listShots(locale: (typeof localeCodes)[number]): Shot[] {
	const paths = routeNames.map((route) => [route, pathOf(route, locale)] as const);
	const pages = [...paths, ["404", localisePath("/404", locale)] as const];
	const shots: Shot[] = [];
	for (const [page, path] of pages) {
		for (const width of [375, 768, 1280, 1920]) {
			for (const colorScheme of ["light", "dark"] as const) {
				const name = `${page}-${locale}-${width}-${colorScheme}`;
				shots.push({ name, path, width, media: { colorScheme } });
			}
		}
	}
	return shots;
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
		scrollTo({ top: 0, behavior: "instant" });
	});
}
