import type { Page } from "@playwright/test";
import { pathOf, routeNames } from "../../content/routes.ts";
import { stretchContent } from "../stretchContent.ts";
import { expect, openSections, showContent, snapshots, test } from "./siteTest.ts";

/**
 * Lists elements that are cut off or overflow the viewport or their carousel slide. Exceptions: tables, which may scroll,
 * and the practitioner's training, which ends with an ellipsis and is whole on the About page.
 */
const listOverflows = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		function hasWideContent(element: Element): boolean {
			const isWide = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
			return isWide && getComputedStyle(element).overflowX === "visible";
		}

		function isCutOff(element: Element): boolean {
			const { display, overflowY } = getComputedStyle(element);
			const isHigh = display !== "inline" && element.scrollHeight > element.clientHeight + 1;
			return isHigh && /hidden|clip/.test(overflowY);
		}

		function isOutsideFrame(element: Element): boolean {
			const frame = element.closest(".swiper-slide") ?? document.documentElement;
			const own = element.getBoundingClientRect();
			const whole = frame.getBoundingClientRect();
			return own.right > whole.right + 1 || own.left < whole.left - 1;
		}

		const elements = [...document.body.querySelectorAll("*:not(svg, svg *, picture, source, img)")];
		const visible = elements.filter((element) => element.checkVisibility());
		const checked = visible.filter((element) => !element.closest(".visually-hidden, .skip-link, .table *, .training"));
		// The gap after the last slide is outside of narrow windows, where the section cuts it off.
		const isCarousel = (element: Element) => element.matches("site-carousel, .swiper-wrapper");
		const overflowing = checked.filter(
			(element) => hasWideContent(element) || isCutOff(element) || (isOutsideFrame(element) && !isCarousel(element)),
		);
		const overflows = overflowing.map((element) => element.outerHTML.slice(0, 90));
		const { scrollWidth, clientWidth } = document.documentElement;
		if (scrollWidth > clientWidth) overflows.unshift(`the page is ${scrollWidth} pixels wide`);
		return overflows;
	});

/**
 * Applies the text spacing of WCAG 1.4.12 by a constructed style sheet, because the content security policy blocks
 * `<style>` elements.
 */
const spaceText = (page: Page): Promise<void> =>
	page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(
			"* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }",
		);
		document.adoptedStyleSheets.push(sheet);
	});

/** Lists the Rich Text elements (lists, emphasis and quotes) whose styles a component has overridden. */
const listOverriddenStyles = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const expected: Record<string, (style: CSSStyleDeclaration) => boolean> = {
			ul: ({ display, listStyleType }) => display === "block" && listStyleType === "disc",
			ol: ({ display, listStyleType }) => display === "block" && listStyleType === "decimal",
			li: ({ display, borderBlockEndWidth }) => display === "list-item" && borderBlockEndWidth === "0px",
			em: ({ display }) => display === "inline",
			blockquote: ({ borderInlineStartWidth }) => borderInlineStartWidth === "3px",
		};
		return Object.entries(expected).flatMap(([name, isRight]) =>
			// Steps of the approach have numbers of their own.
			[...document.querySelectorAll(`.prose ${name}:not(.sheet :is(h2, h3, h4, h5) + ol)`)]
				.filter((element) => !isRight(getComputedStyle(element)))
				.map((element) => `${name} in ${element.closest(".prose")?.parentElement?.outerHTML.slice(0, 90)}`),
		);
	});

test.use({ javaScriptEnabled: false });

test("texts with words of 270 letters, nested lists or wide text spacing do not overflow", {
	tag: "@desktop",
}, async ({ page }) => {
	test.slow();
	// Stops animations, because `listOverflows` would report elements that animations move beyond their parents.
	await page.emulateMedia({ reducedMotion: "reduce" });
	await showContent(page, { "en-US": stretchContent(snapshots["en-US"]), ru: stretchContent(snapshots.ru) });
	for (const route of routeNames) {
		await page.goto(pathOf(route, "ru"));
		await openSections(page);
		// WCAG 1.4.10 requires a width of 320 pixels, which is a 1280-pixel window at 400 % zoom.
		// tests/engines/longWords.test.ts has wider windows.
		for (const width of [320, 768]) {
			await page.setViewportSize({ width, height: 800 });
			const place = `${route}, ${width} pixels`;
			expect.soft(await listOverflows(page), place).toEqual([]);
			expect.soft(await listOverriddenStyles(page), place).toEqual([]);
		}
		await spaceText(page);
		await page.setViewportSize({ width: 320, height: 800 });
		expect.soft(await listOverflows(page), `${route}, 320 pixels, spaced text`).toEqual([]);
	}
});
