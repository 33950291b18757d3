import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { stretchContent } from "../stretchContent.ts";
import { inEachEngine } from "./engine.ts";

const { "en-US": english, ru } = await loadSnapshots("content/generated");
const stretched = { "en-US": stretchContent(english), ru: stretchContent(ru) };
const documents = await renderSite("dist", stretched, { url: "http://localhost", indexable: false });

/** Puts them in the place of the built ones. They come without the policy, which names the styles of those. */
async function showStretched(page: Page): Promise<void> {
	await page.setRequestInterception(true);
	page.on("request", (request) => {
		const body = documents.get(fileOf(new URL(request.url()).pathname));
		void (body ? request.respond({ contentType: "text/html; charset=utf-8", body }) : request.continue());
	});
}

/** In the page, with all its sections open: how much wider than the window it is, and how many reviews share it. */
function measure() {
	for (const section of document.querySelectorAll("details")) section.open = true;
	const { clientWidth, scrollWidth } = document.documentElement;
	const slide = document.querySelector(".swiper-wrapper > li");
	const shared = slide && Math.round((slide.parentElement?.clientWidth ?? 0) / slide.clientWidth);
	return { excess: scrollWidth - clientWidth, shared };
}

inEachEngine((open) => {
	test.each([375, 1280])(
		"with a word of 270 letters in each text no page is wider than a window of %d, and reviews share it",
		async (width) => {
			const page = await open("/", { width });
			await showStretched(page);
			for (const route of routeNames) {
				await page.goto(new URL(pathOf(route, "ru"), page.url()).href, { waitUntil: "domcontentloaded" });
				const { excess, shared } = await page.evaluate(measure);
				expect(excess, route).toBeLessThanOrEqual(0);
				if (route === "home") expect(shared).toBe(width === 375 ? 1 : 2);
			}
		},
	);
});
