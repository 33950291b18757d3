import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expect, test } from "./siteTest.ts";

// WCAG 2.2 AA, as far as a machine can tell. For all but the keyboard a window of a computer serves for all widths, so that one load
// of a page does.

// Russian words are the longer ones; both languages have the same elements.
const paths = [...routeNames.map((route) => pathOf(route, "ru")), localisePath("/no-such-page", "ru")];

/** A page with axe in it. Motion is reduced, so that nothing is judged half-way. */
async function open(page: Page, path: string): Promise<void> {
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.goto(path);
	await page.evaluate(axe.source);
}

/** Fails, softly, with what axe finds in a part of the page, a line for each rule: in the dark, only the contrasts differ. */
async function expectNoViolation(page: Page, state: string, part = "html"): Promise<void> {
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		const options: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };
		if (colorScheme === "dark") options.runOnly = ["color-contrast"];
		const violations = await page.evaluate(
			async ([selector, options]) => {
				const { violations } = await window.axe.run(selector, options);
				return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
			},
			[part, options] as const,
		);
		expect.soft(violations, `${state}, ${colorScheme}`).toEqual([]);
	}
}

declare global {
	interface Window {
		axe: typeof axe;
	}
}

const openSections = (page: Page): Promise<void> =>
	page.evaluate(() => {
		for (const section of document.querySelectorAll<HTMLDetailsElement>("main details")) section.open = true;
	});

/** Main controls smaller than a finger; axe sees that none is smaller than 24 pixels (2.5.8). */
const listSmallTargets = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const main =
			".button, input, summary, button:not(ol button), .action, .logo, nav a, .language-switch, .language-menu a, .social a";
		return [...document.querySelectorAll(main)]
			.filter((element) => element.checkVisibility({ visibilityProperty: true }))
			.flatMap((element) => {
				const { width, height } = element.getBoundingClientRect();
				// A word may be short: the links of the bar are as high as they should be, and far enough apart.
				const isSmall = height < 44 || (width < 44 && !element.matches("nav a"));
				return isSmall ? [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 90)}`] : [];
			});
	});

/** Lists animations that run despite reduced motion, apart from those that follow the scroll position. */
const listMotions = (page: Page): Promise<string[]> =>
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

/** Controls that forced colours leave without a border, and marks that they leave in the colour of the page. */
const listUnseen = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const controls = [...document.querySelectorAll(".button, input, .language-switch")];
		const bare = controls.filter((element) => {
			const { borderStyle, borderWidth } = getComputedStyle(element);
			return element.checkVisibility() && (borderStyle === "none" || Number.parseFloat(borderWidth) < 1);
		});
		// Forced are the three parts of a colour, not how much of it is seen.
		const colourOf = (element: Element, pseudo?: string) =>
			String(getComputedStyle(element, pseudo).backgroundColor.match(/\d+/g)?.slice(0, 3));
		const paper = colourOf(document.documentElement);
		const marks = [
			[".progress"],
			["ol [aria-current=true]", "::before"],
			[".language-switch[aria-checked=true] :last-child"],
			[".language-switch[aria-checked=false] :first-child"],
		] as const;
		const flat = marks.flatMap(([selector, pseudo]) =>
			[...document.querySelectorAll(selector)].filter((element) => colourOf(element, pseudo) === paper),
		);
		return [...bare, ...flat].map((element) => element.outerHTML.slice(0, 90));
	});

/** Returns the focused element, and its faults. */
const lookAtFocus = (page: Page): Promise<{ name: string; part: string; faults: string[] }> =>
	page.evaluate(() => {
		const { activeElement: element } = document;
		if (!element || element === document.body) return { name: "nothing", part: "start", faults: [] };
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		const { left, top, width, height } = element.getBoundingClientRect();
		const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
		const isSeen = seen && (element.contains(seen) || seen.contains(element));
		const isMarked = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
		return {
			name: element.outerHTML.slice(0, 100),
			part: element.closest("header, main, footer")?.localName ?? "start",
			faults: [
				...(isMarked ? [] : ["no outline (2.4.7)"]),
				...(isSeen ? [] : [`not seen (2.4.11), but ${seen?.outerHTML.slice(0, 100)}`]),
			],
		};
	});

/** Goes back through the page to its beginning; on every stop on the way the focus is seen, and not under the bar. */
async function tabBack(page: Page): Promise<string[]> {
	const parts = new Set<string>();
	for (let presses = 0; presses < 90; presses++) {
		await page.keyboard.press("Shift+Tab");
		const { name, part, faults } = await lookAtFocus(page);
		if (part === "start") break;
		expect(faults, name).toEqual([]);
		parts.add(part);
	}
	return [...parts];
}

test.describe("WCAG 2.2", { tag: "@desktop" }, () => {
	for (const path of paths) {
		test(path, async ({ page, tolerate }) => {
			tolerate(/404/);
			await page.setViewportSize({ width: 375, height: 812 });
			await open(page, path);
			// The controls of the reviews come with their script.
			const carousel = page.locator("site-carousel");
			if ((await carousel.count()) > 0) {
				await carousel.scrollIntoViewIfNeeded();
				await expect(carousel).toHaveAttribute("data-state", "ready");
			}
			await openSections(page);
			await expectNoViolation(page, "narrow, sections open");
			expect.soft(await listSmallTargets(page), "targets").toEqual([]);
			// The same on every page.
			if (path === pathOf("home", "ru")) {
				await page.locator("#menu-button").click();
				await expectNoViolation(page, "menu open");
				await page.locator("#language-menu").click();
				await expectNoViolation(page, "languages open", "#menu");
				expect.soft(await listSmallTargets(page), "targets in the menu").toEqual([]);
				await page.keyboard.press("Escape");
			}
			expect.soft(await listMotions(page), "reduced motion").toEqual([]);

			await page.setViewportSize({ width: 1280, height: 800 });
			await expectNoViolation(page, "wide");
			expect.soft(await listSmallTargets(page), "targets, wide").toEqual([]);
			await page.emulateMedia({ forcedColors: "active" });
			expect.soft(await listUnseen(page), "forced colours").toEqual([]);
			// The same on every page: the chosen language of the switch can be read.
			if (path === pathOf("home", "ru")) await expectNoViolation(page, "forced colours", "header");
		});
	}

	test("while a form is sent and while a language is on its way", async ({ page, tolerate }) => {
		tolerate(/about/);
		const counterpart = pathOf("about", "ru");
		// Neither is ever answered.
		await page.route(/newsletter\/subscribe/, () => {});
		await page.route(counterpart, () => {});
		await open(page, pathOf("about", "en-US"));
		await page.locator("#newsletter-email").fill("ada@example.org");
		await page.locator("#newsletter-email").press("Enter");
		await expect(page.locator("footer form")).toHaveAttribute("aria-busy", "true");
		await expectNoViolation(page, "form busy");
		await page.getByRole("switch").click();
		await expect(page.locator("#rendering")).toBeVisible();
		await expectNoViolation(page, "placeholder");
		await page.unroute(counterpart);
		await page.route(counterpart, (route) => route.abort());
		await page.evaluate(() => localStorage.clear());
		await open(page, pathOf("about", "en-US"));
		await page.getByRole("switch").click();
		await expect(page.getByText(words["en-US"].readInstead)).toBeVisible();
		await expectNoViolation(page, "placeholder after a failure");
	});
});

// The keys of each control are tested in its own file. Tabbing forward never hides the focus under the bar.
test("every stop of the keyboard is marked, and not under the bar", async ({ page, isMobile }) => {
	// Smooth scrolling and unfolding would move the focused element during the check.
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.goto(pathOf(isMobile ? "programmes" : "home", "en-US"));
	await openSections(page);
	if (isMobile) {
		await page.locator("#menu-button").press("Enter");
		for (const stop of ["nav a", "nav li:last-child a", "#language-menu"]) {
			await page.locator(`#menu ${stop}`).first().focus();
			expect((await lookAtFocus(page)).faults, stop).toEqual([]);
		}
		await page.keyboard.press("Escape");
	}
	await page.locator("footer a").last().focus();
	expect(await tabBack(page)).toEqual(["footer", "main", "header"]);
});
