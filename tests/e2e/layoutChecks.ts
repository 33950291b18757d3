import type { Page } from "@playwright/test";

/**
 * Lists elements that are cut off, that overflow the viewport or their carousel slide, or that are too small to be
 * pressed. Tables may scroll.
 */
export const listLayoutFaults = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const describe = (element: Element) => element.outerHTML.slice(0, 90);

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

		/** Minimum size of a target, in CSS pixels (WCAG 2.5.8). Links in a text are exempt. */
		const minTargetSize = 24;

		function isSmallTarget(element: Element): boolean {
			if (
				!element.matches("a, button, input, summary") ||
				getComputedStyle(element).display === "inline"
			)
				return false;
			const { width, height } = element.getBoundingClientRect();
			return width < minTargetSize || height < minTargetSize;
		}

		const elements = [...document.body.querySelectorAll("*:not(svg, svg *, picture, source)")];
		const visible = elements.filter(
			(element) =>
				element.checkVisibility({ visibilityProperty: true }) &&
				!element.closest(".visually-hidden, .skip-link, .table *"),
		);
		const withoutPictures = visible.filter((element) => !element.matches("img"));
		const faults = [
			...withoutPictures.filter(hasWideContent).map((element) => `overflows: ${describe(element)}`),
			...withoutPictures.filter(isCutOff).map((element) => `is cut off: ${describe(element)}`),
			...withoutPictures
				.filter(isOutsideFrame)
				.map((element) => `is outside: ${describe(element)}`),
			...visible.filter(isSmallTarget).map((element) => `is a small target: ${describe(element)}`),
		];
		const { scrollWidth, clientWidth } = document.documentElement;
		if (scrollWidth > clientWidth) faults.unshift(`the page is ${scrollWidth} pixels wide`);
		return faults;
	});

/** Lists texts and controls that overlap each other. */
export const listOverlaps = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		// Below the top, the sticky header would cover texts.
		scrollTo({ top: 0, behavior: "instant" });

		/** Returns the boxes of a control, or of an element's own text. */
		function listBoxes(element: Element): DOMRect[] {
			if (element.matches("input, .button")) return [element.getBoundingClientRect()];
			if (element.closest(".button")) return [];
			return [...element.childNodes].flatMap((node) => {
				if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return [];
				const range = document.createRange();
				range.selectNodeContents(node);
				return [...range.getClientRects()];
			});
		}

		// The line boxes of tightly set headings overlap a little, and their letters do not.
		const tolerance = 0.3 * Number.parseFloat(getComputedStyle(document.body).fontSize);
		const parts = [...document.body.querySelectorAll("*:not(svg, svg *)")]
			.filter((element) => element.checkVisibility({ visibilityProperty: true }))
			.filter((element) => !element.closest(".visually-hidden, .skip-link, .swiper-wrapper"))
			.flatMap((element) => listBoxes(element).map((box) => ({ element, box })))
			.sort((one, other) => one.box.top - other.box.top);
		const overlaps: string[] = [];
		for (const [index, one] of parts.entries()) {
			for (const other of parts.slice(index + 1)) {
				if (other.box.top > one.box.bottom - tolerance) break;
				const width =
					Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
				const height = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
				const isRelated =
					one.element.contains(other.element) || other.element.contains(one.element);
				if (width > 1 && height > tolerance && !isRelated) {
					overlaps.push(
						`${one.element.outerHTML.slice(0, 90)} and ${other.element.outerHTML.slice(0, 90)}`,
					);
				}
			}
		}
		return overlaps;
	});

/** Lists the words, and the parts of words between soft hyphens, that continue on the next line. */
export const listBrokenWords = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const range = document.createRange();
		function findLine(text: Text, index: number): number | undefined {
			range.setStart(text, index);
			range.setEnd(text, index + 1);
			// The first letter after a broken soft hyphen has two rectangles: one for the hyphen, one for itself.
			return [...range.getClientRects()].at(-1)?.top;
		}

		const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
		const words: string[] = [];
		for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
			range.selectNodeContents(text);
			if (range.getClientRects().length < 2) continue;
			for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
				if (findLine(text, index) !== findLine(text, index + word.length - 1)) words.push(word);
			}
		}
		return words;
	});

/** Lists the Rich Text elements (lists, emphasis and quotes) whose styles a component has overridden. */
export const listOverriddenStyles = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const expected: Record<string, (style: CSSStyleDeclaration) => boolean> = {
			ul: ({ display, listStyleType }) => display === "block" && listStyleType === "disc",
			ol: ({ display, listStyleType }) => display === "block" && listStyleType === "decimal",
			li: ({ display, borderBlockEndWidth }) =>
				display === "list-item" && borderBlockEndWidth === "0px",
			em: ({ display }) => display === "inline",
			blockquote: ({ borderInlineStartWidth }) => borderInlineStartWidth === "3px",
		};
		return Object.entries(expected).flatMap(([name, isRight]) =>
			// Steps of the approach have numbers of their own.
			[...document.querySelectorAll(`.prose ${name}:not(.approach :is(h2, h3, h4, h5) + ol)`)]
				.filter((element) => !isRight(getComputedStyle(element)))
				.map(
					(element) =>
						`${name} in ${element.closest(".prose")?.parentElement?.outerHTML.slice(0, 90)}`,
				),
		);
	});

/**
 * Applies the text spacing of WCAG 1.4.12 by a constructed style sheet, because the content security policy blocks
 * `<style>` elements.
 */
export const spaceText = (page: Page): Promise<void> =>
	page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(
			"* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }",
		);
		document.adoptedStyleSheets.push(sheet);
	});
