import { expect, test } from "vitest";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { stretchContent } from "../stretchContent.ts";
import { inEachEngine, renderContent, serveDocuments } from "./engine.ts";

const { "en-US": english, ru } = await loadSnapshots("content/generated");
const stretched = await renderContent({ "en-US": stretchContent(english), ru: stretchContent(ru) });

/** Opens all sections, and returns the page's horizontal overflow in pixels and the number of reviews side by side. */
function measure() {
	for (const section of document.querySelectorAll("details")) section.open = true;
	const { clientWidth, scrollWidth } = document.documentElement;
	const slide = document.querySelector(".swiper-wrapper > li");
	const shared = slide && Math.round((slide.parentElement?.clientWidth ?? 0) / slide.clientWidth);
	return { excess: scrollWidth - clientWidth, shared };
}

inEachEngine((open) => {
	test.each([375, 1280])(
		"with a word of 270 letters in each text no page overflows a window of %d px, and reviews keep their widths",
		async (width) => {
			const url = await serveDocuments(stretched);
			const page = await open("about:blank", { width, hasScript: false });
			for (const route of routeNames) {
				await page.goto(url + pathOf(route, "ru"));
				const { excess, shared } = await page.evaluate(measure);
				expect(excess, route).toBeLessThanOrEqual(0);
				if (route === "home") expect(shared).toBe(width === 375 ? 1 : 2);
			}
		},
	);
});
