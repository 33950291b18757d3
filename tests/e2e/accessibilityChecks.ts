import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { expect } from "./siteTest.ts";

declare global {
	interface Window {
		axe: typeof axe;
	}
}

export const loadAxe = (page: Page): Promise<unknown> => page.evaluate(axe.source);

/** Expects that axe finds no violation in the elements that match the selector `part`. */
export async function expectNoViolation(page: Page, state: string, part = "html"): Promise<void> {
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		const options: RunOptions = {
			rules: { "target-size": { enabled: true } },
			resultTypes: ["violations"],
		};
		// The colour scheme affects only contrasts, so the dark scheme needs no other check.
		if (colorScheme === "dark") options.runOnly = ["color-contrast"];
		const violations = await page.evaluate(
			async ([selector, options]) => {
				const { violations } = await window.axe.run(selector, options);
				return violations.flatMap(({ nodes }) =>
					nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
				);
			},
			[part, options] as const,
		);
		expect.soft(violations, `${state}, ${colorScheme}`).toEqual([]);
	}
}

/**
 * Lists the elements that are animated although the visitor prefers reduced motion. Scroll-driven animations are not
 * listed.
 */
export const listMotions = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const longest = (durations: string) =>
			Math.max(...durations.split(",").map((text) => Number.parseFloat(text)));
		return [...document.querySelectorAll("*")].flatMap((element) =>
			[undefined, "::before", "::after", "::details-content", "::backdrop"].flatMap((pseudo) => {
				const style = getComputedStyle(element, pseudo);
				const moves =
					longest(style.transitionDuration) > 0.01 ||
					(style.animationName !== "none" && style.animationTimeline === "auto") ||
					style.scrollBehavior === "smooth";
				return moves ? [`${element.outerHTML.slice(0, 90)}${pseudo ?? ""}`] : [];
			}),
		);
	});

/**
 * Lists the elements that are invisible in forced colours mode: controls without a border, and marks in the background
 * colour of the page.
 */
export const listInvisible = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		// Ignores the alpha value, because forced colours replace only red, green and blue.
		const colourOf = (element: Element, pseudo?: string) =>
			String(getComputedStyle(element, pseudo).backgroundColor.match(/\d+/g)?.slice(0, 3));
		const paper = colourOf(document.documentElement);
		const isBare = (element: Element) => getComputedStyle(element).borderStyle === "none";
		const find = (selector: string) => [...document.querySelectorAll(selector)];
		const marks = ["[aria-checked=true] :last-child", "[aria-checked=false] :first-child"];
		const invisible = [
			...find(".button, input, #language-switch, .progress")
				.filter((control) => control.checkVisibility())
				.filter(isBare),
			...find(`${marks}`).filter((mark) => colourOf(mark) === paper),
			...find("ol [aria-current=true]").filter((dot) => colourOf(dot, "::before") === paper),
		];
		return invisible.map((element) => element.outerHTML.slice(0, 90));
	});

/**
 * Focuses all visible controls within `part`, from the last to the first, and lists the WCAG criteria that they fail.
 */
export async function listFocusFaults(page: Page, part = "body"): Promise<string[]> {
	// Browsers draw an outline for a script's focus only if the last input came from the keyboard.
	await page.keyboard.press("Shift");
	return page.evaluate((part) => {
		const controls = [
			...document.querySelectorAll<HTMLElement>(`${part} :is(a[href], button, input, summary)`),
		];
		const visible = controls.filter(
			(control) => control.tabIndex >= 0 && control.checkVisibility(),
		);
		return visible.reverse().flatMap((control) => {
			control.focus();
			const { outlineStyle, outlineWidth } = getComputedStyle(control);
			const { left, top, width, height } = control.getBoundingClientRect();
			const topmost = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
			const faults: string[] = [];
			if (document.activeElement !== control) faults.push("not focused (2.1.1)");
			if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2)
				faults.push("no outline (2.4.7)");
			if (!topmost || !(control.contains(topmost) || topmost.contains(control)))
				faults.push(`not topmost (2.4.11), but ${topmost?.outerHTML.slice(0, 100)}`);
			return faults.map((fault) => `${control.outerHTML.slice(0, 100)}: ${fault}`);
		});
	}, part);
}

/**
 * Lists the pictures whose `sizes` leads to the wrong file at one device pixel per CSS pixel: one that is smaller than
 * the picture in the layout, or larger than the next width after the smallest sufficient one.
 */
export const listWrongSizes = (page: Page): Promise<string[]> =>
	// Excludes the hero's overlapping and cropped pictures, because their visible widths cannot be compared with `sizes`.
	page.locator("source + img:not(.hero-pictures *)").evaluateAll((images: HTMLImageElement[]) =>
		images.flatMap((image) => {
			const source = image.parentElement?.querySelector("source");
			if (!source) return [];
			// Without lazy loading, browsers use the width that `sizes` declares, and it is `naturalWidth`.
			image.loading = "eager";
			source.sizes = source.sizes.replace("auto, ", "");
			const { width, height } = image.getBoundingClientRect();
			const { naturalWidth, naturalHeight } = image;
			const isCropped = getComputedStyle(image).objectFit === "cover";
			const neededWidth = isCropped
				? Math.max(width, (height * naturalWidth) / naturalHeight)
				: width;
			const fileWidths = Array.from(source.srcset.matchAll(/ (\d+)w/g), ([, text]) => Number(text));
			const countSmaller = (needed: number) =>
				fileWidths.slice(0, -1).filter((fileWidth) => fileWidth < needed).length;
			const excess = countSmaller(naturalWidth) - countSmaller(Math.floor(neededWidth));
			const isWrong = width > 0 && (excess < 0 || excess > 1);
			return isWrong ? [`${image.src}: ${naturalWidth} for ${neededWidth}`] : [];
		}),
	);
