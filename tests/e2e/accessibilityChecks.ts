import type { Page } from "@playwright/test";
import axe, { type NodeResult, type RunOptions } from "axe-core";
import { expect } from "./siteTest.ts";

declare global {
	interface Window {
		axe: typeof axe;
	}
}

export const loadAxe = (page: Page): Promise<unknown> => page.evaluate(axe.source);

/** Expects that axe finds no violation in the elements that match the selector `part`. */
export async function expectNoViolation(
	page: Page,
	state: string,
	{ part = "html" } = {},
): Promise<void> {
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		const options: RunOptions = {
			resultTypes: ["violations"],
			rules: { "target-size": { enabled: true } },
		};
		// The colour scheme affects only contrasts, so the dark scheme needs no other check.
		if (colorScheme === "dark") options.runOnly = ["color-contrast"];
		const violations = await page.evaluate(
			async ([selector, options]) => {
				const { violations } = await window.axe.run(selector, options);
				const describe = ({ html, any }: NodeResult) => {
					const { fgColor, bgColor, contrastRatio } = any[0]?.data ?? {};
					return contrastRatio
						? `${html} has ${fgColor} on ${bgColor}: contrast ${contrastRatio}`
						: html;
				};
				return violations.map(({ id, nodes }) => `${id}: ${nodes.map(describe).join("\n")}`);
			},
			[part, options] as const,
		);
		expect.soft(violations, `${state}, ${colorScheme}`).toEqual([]);
	}
}

/** Lists controls that are smaller than 44 × 44 pixels (WCAG 2.5.5). */
export const listSmallTargets = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const main =
			".button, input, summary, button:not(ol button), .action, .logo, nav a, #language-switch, #menu details a, .social a";
		return [...document.querySelectorAll(main)]
			.filter((element) => element.checkVisibility({ visibilityProperty: true }))
			.flatMap((element) => {
				const { width, height } = element.getBoundingClientRect();
				// Links in the header are allowed to be narrower than 44 pixels, because some of them are short words.
				const isSmall = height < 44 || (width < 44 && !element.matches("nav a"));
				return isSmall
					? [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 90)}`]
					: [];
			});
	});

/**
 * Lists the elements that are animated although the visitor prefers reduced motion. Scroll-driven animations are not
 * listed.
 */
export const listMotions = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const longest = (durations: string) =>
			Math.max(...durations.split(",").map((text) => Number.parseFloat(text) || 0));
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
 * Lists the elements that are invisible in forced colours mode: controls without a border, and icons in the background
 * colour of the page.
 */
export const listInvisible = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const controls = [...document.querySelectorAll(".button, input, #language-switch")];
		const bare = controls.filter((element) => {
			const { borderStyle, borderWidth } = getComputedStyle(element);
			return (
				element.checkVisibility() && (borderStyle === "none" || Number.parseFloat(borderWidth) < 1)
			);
		});
		// Ignores the alpha value, because forced colours replace only red, green and blue.
		const colourOf = (element: Element, pseudo?: string) =>
			String(getComputedStyle(element, pseudo).backgroundColor.match(/\d+/g)?.slice(0, 3));
		const paper = colourOf(document.documentElement);
		const marks = [
			[".progress"],
			["ol [aria-current=true]", "::before"],
			["#language-switch[aria-checked=true] :last-child"],
			["#language-switch[aria-checked=false] :first-child"],
		] as const;
		const flat = marks.flatMap(([selector, pseudo]) =>
			[...document.querySelectorAll(selector)].filter(
				(element) => colourOf(element, pseudo) === paper,
			),
		);
		return [...bare, ...flat].map((element) => element.outerHTML.slice(0, 90));
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
			const isVisible = topmost && (control.contains(topmost) || topmost.contains(control));
			const isMarked = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
			const faults = [
				...(document.activeElement === control ? [] : ["not focused (2.1.1)"]),
				...(isMarked ? [] : ["no outline (2.4.7)"]),
				...(isVisible ? [] : [`not topmost (2.4.11), but ${topmost?.outerHTML.slice(0, 100)}`]),
			];
			return faults.map((fault) => `${control.outerHTML.slice(0, 100)}: ${fault}`);
		});
	}, part);
}
