import type { Page } from "@playwright/test";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { stretchContent } from "../stretchContent.ts";
import { expect, test } from "./test.ts";

let documents: Map<string, string>;
test.beforeAll(async () => {
	const { "en-US": english, ru } = await loadSnapshots("content/generated");
	const stretched = { "en-US": stretchContent(english), ru: stretchContent(ru) };
	documents = await renderSite("dist", stretched, { url: "http://localhost:4173", indexable: false });
});

test.use({ javaScriptEnabled: false });

/** Opens a page as it is with stretched content, its sections open. */
async function open(page: Page, path: string): Promise<void> {
	await page.route(path, async (route) => {
		const response = await route.fetch();
		// It names the styles of the page as it was.
		const { "content-security-policy": _, ...headers } = response.headers();
		await route.fulfill({
			response,
			headers,
			body: documents.get(`${path.slice(1)}.html`)?.replaceAll("<details", "<details open") ?? "",
		});
	});
	await page.goto(path);
}

/** What sticks out of the window, or of its slide; what is in a table is scrolled to. */
const listOverflows = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const names = [...document.body.querySelectorAll("*")].filter((element) => {
			if (!element.checkVisibility() || element.closest(".visually-hidden, .skip-link, .table *")) return false;
			const { overflowX } = getComputedStyle(element);
			if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth && overflowX === "visible") return true;
			const frame = element.closest(".swiper-slide") ?? document.documentElement;
			const [own, whole] = [element, frame].map((part) => part.getBoundingClientRect());
			return own && whole && (own.right > whole.right + 1 || own.left < whole.left - 1);
		});
		const { scrollWidth, clientWidth } = document.documentElement;
		return [
			...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} pixels wide`] : []),
			...names.map((element) => element.outerHTML.slice(0, 90)),
		];
	});

/** The widths of the reviews' slides in percent of their list's. */
const slideWidths = async (page: Page): Promise<number[]> => {
	const widths = await page
		.locator(".swiper-wrapper > li")
		.evaluateAll((slides) =>
			slides.map((slide) => Math.round((100 * slide.clientWidth) / (slide.parentElement?.clientWidth ?? 1))),
		);
	return [...new Set(widths)];
};

/** Parts of formatted text that the styles of what is around it have changed. */
const listTornParts = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const expected: Record<string, (style: CSSStyleDeclaration) => boolean> = {
			ul: ({ display, listStyleType }) => display === "block" && listStyleType === "disc",
			ol: ({ display, listStyleType }) => display === "block" && listStyleType === "decimal",
			li: ({ display, borderBlockEndWidth }) => display === "list-item" && borderBlockEndWidth === "0px",
			em: ({ display }) => display === "inline",
			blockquote: ({ borderInlineStartWidth }) => borderInlineStartWidth === "3px",
		};
		return Object.entries(expected).flatMap(([name, isRight]) =>
			[...document.querySelectorAll(`.prose ${name}`)]
				.filter((element) => !isRight(getComputedStyle(element)))
				.map((element) => `${name} in ${element.closest(".prose")?.parentElement?.outerHTML.slice(0, 90)}`),
		);
	});

// The words are the same in both languages.
test("words of 270 letters and lists in lists in every text", { tag: "@desktop" }, async ({ page }) => {
	test.slow();
	for (const route of routeNames) {
		await open(page, pathOf(route, "ru"));
		for (const width of [320, 375, 768, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			const place = `${route}, ${width} pixels`;
			expect.soft(await listOverflows(page), place).toEqual([]);
			expect.soft(await listTornParts(page), place).toEqual([]);
			if (route === "home") expect.soft(await slideWidths(page), place).toEqual([width > 768 ? 50 : 100]);
		}
	}
});
