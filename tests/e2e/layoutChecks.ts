import type { Page } from "@playwright/test";

/**
 * Lists elements that are cut off, that overflow the viewport or their carousel slide, or that are too small to be
 * pressed. Tables may scroll.
 */
export const listLayoutFaults = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		/** Minimum size of a target, in CSS pixels (WCAG 2.5.8). Links in a text are exempt. */
		const minTargetSize = 24;

		function listFaults(element: Element): string[] {
			const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
			const { display, overflowX, overflowY } = getComputedStyle(element);
			const { left, right, width, height } = element.getBoundingClientRect();
			const frame = element.closest(".swiper-slide") ?? document.documentElement;
			const whole = frame.getBoundingClientRect();
			const isPicture = element.matches("img");
			const isTarget = element.matches("a, button, input, summary") && display !== "inline";
			const isWide = clientWidth > 0 && scrollWidth > clientWidth + 1;
			const isHigh = display !== "inline" && scrollHeight > clientHeight + 1;
			const faults = {
				overflows: !isPicture && isWide && overflowX === "visible",
				"is cut off": !isPicture && isHigh && /hidden|clip/.test(overflowY),
				"is outside": !isPicture && (right > whole.right + 1 || left < whole.left - 1),
				"is a small target": isTarget && Math.min(width, height) < minTargetSize,
			};
			return Object.entries(faults)
				.filter(([, isFault]) => isFault)
				.map(([fault]) => `${fault}: ${element.outerHTML.slice(0, 90)}`);
		}

		const elements = [...document.body.querySelectorAll("*:not(svg, svg *, picture, source)")];
		const visible = elements.filter(
			(element) =>
				element.checkVisibility({ visibilityProperty: true }) &&
				!element.closest(".visually-hidden, .skip-link, .table *"),
		);
		const faults = visible.flatMap(listFaults);
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

/**
 * Lists the words, and the parts of words between soft hyphens, that continue on the next line.
 * @param within selector of the texts that are checked
 */
export const listBrokenWords = (page: Page, within = "body"): Promise<string[]> =>
	page.evaluate((within) => {
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
			if (range.getClientRects().length < 2 || !text.parentElement?.closest(within)) continue;
			for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
				if (findLine(text, index) !== findLine(text, index + word.length - 1)) words.push(word);
			}
		}
		return words;
	}, within);
