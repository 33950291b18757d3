import { afterAll, beforeAll, expect, test } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { varySite } from "../../scripts/measure/varySite.ts";
import { loadSiteFiles } from "../../scripts/server/siteFiles.ts";
import { type RunningServer, startServer } from "../../scripts/server/startServer.ts";
import { stretchContent } from "../stretchContent.ts";
import { inEachEngine } from "./engine.ts";

let server: RunningServer;
beforeAll(async () => {
	const [files, snapshots] = await Promise.all([loadSiteFiles("dist/client"), loadSnapshots("content/generated")]);
	const site = { url: "http://localhost:4173", indexable: false };
	const varied = await varySite(files, snapshots, site, stretchContent);
	server = await startServer({ files: varied, port: 0 });
});
afterAll(() => server.close());

/** In the page, with all its sections open: how much wider than the window it is, and the parts that are. */
function findWide(): { excess: number; parts: string[] } {
	for (const section of document.querySelectorAll("details")) section.open = true;
	const { clientWidth, scrollWidth } = document.documentElement;
	const isWide = (element: Element) =>
		element.getBoundingClientRect().right > clientWidth + 1 && !element.closest(".swiper-wrapper > *");
	const wide = [...document.querySelectorAll("body *")].filter(isWide);
	const parts = wide.slice(0, 3).map((element) => `${element.localName}.${element.classList}`);
	return { excess: scrollWidth - clientWidth, parts };
}

inEachEngine((open) => {
	for (const width of [375, 1280]) {
		test(`with a word of 270 letters in each text no page is wider than a window of ${width}`, async () => {
			const page = await open(server.url, { width });
			const wide: string[] = [];
			for (const locale of localeCodes) {
				for (const route of routeNames) {
					const path = pathOf(route, locale);
					await page.goto(server.url + path, { waitUntil: "domcontentloaded" });
					const { excess, parts } = await page.evaluate(findWide);
					if (excess > 0) wide.push(`${path}: ${excess} px, ${parts.join(" ")}`);
				}
			}
			expect(wide).toEqual([]);
		});

		test(`with such words the reviews are as wide as their part of a window of ${width}`, async () => {
			const page = await open(server.url, { width });
			const shares = await page.evaluate(() => {
				const list = document.querySelector(".swiper-wrapper") as HTMLElement;
				return [...list.children].map((slide) => Math.round((list.clientWidth / slide.clientWidth) * 100) / 100);
			});
			expect(new Set(shares)).toEqual(new Set([width === 375 ? 1 : 2]));
		});
	}
});
