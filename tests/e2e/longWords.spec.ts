import type { Page } from "@playwright/test";
import { pathOf, routeNames } from "../../content/routes.ts";
import { stretchContent } from "../stretchContent.ts";
import { expect, showContent, snapshots, test } from "./test.ts";

/** Lists elements that overflow the window or their slide, or are cut off. Tables scroll. */
const listOverflows = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const names = [...document.body.querySelectorAll("*:not(svg, svg *, picture, source, img)")].filter((element) => {
			if (!element.checkVisibility() || element.closest(".visually-hidden, .skip-link, .table *")) return false;
			const { display, overflowX, overflowY } = getComputedStyle(element);
			if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth && overflowX === "visible") return true;
			const isHigh = display !== "inline" && element.scrollHeight > element.clientHeight + 1;
			if (isHigh && /hidden|clip/.test(overflowY)) return true;
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

/** The spacing that readers may ask for (1.4.12). Not as an element, which a content security policy would refuse. */
const spaceText = (page: Page): Promise<void> =>
	page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(
			"* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }",
		);
		document.adoptedStyleSheets.push(sheet);
	});

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

// carousel.spec.ts tests the controls, and tests/engines the number of reviews side by side.
test.use({ javaScriptEnabled: false });

// The words are the same in both languages. A wide window at a zoom of 400 % is 320 pixels wide (1.4.10).
test("words of 270 letters and lists in lists in every text, and spaced text", { tag: "@desktop" }, async ({
	page,
}) => {
	test.slow();
	// An arrow that turns sticks out.
	await page.emulateMedia({ reducedMotion: "reduce" });
	await showContent(page, { "en-US": stretchContent(snapshots["en-US"]), ru: stretchContent(snapshots.ru) });
	for (const route of routeNames) {
		await page.goto(pathOf(route, "ru"));
		await page.evaluate(() => {
			for (const section of document.querySelectorAll("details")) section.open = true;
		});
		for (const width of [320, 375, 768, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			const place = `${route}, ${width} pixels`;
			expect.soft(await listOverflows(page), place).toEqual([]);
			expect.soft(await listTornParts(page), place).toEqual([]);
		}
		await spaceText(page);
		for (const width of [1280, 320]) {
			await page.setViewportSize({ width, height: 800 });
			expect.soft(await listOverflows(page), `${route}, ${width} pixels, spaced text`).toEqual([]);
		}
	}
});
