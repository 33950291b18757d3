import type { Page } from "@playwright/test";
import axe, { type NodeResult, type RunOptions } from "axe-core";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expect, openSections, test } from "./siteTest.ts";

// Only the Russian pages are checked. They have the same elements as the English pages, and longer words.
const paths = [...routeNames.map((route) => pathOf(route, "ru")), localisePath("/no-such-page", "ru")];

/** Opens a page with reduced motion, so that axe checks no element during an animation. Loads axe into the page. */
async function openWithAxe(page: Page, path: string): Promise<void> {
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.goto(path);
	await page.evaluate(axe.source);
}

const bothSchemes = ["light", "dark"] as const;

/** Expects that axe finds no violation in the elements that match the selector `part`. */
async function expectNoViolation(
	page: Page,
	state: string,
	{ part = "html", schemes = bothSchemes as readonly ("light" | "dark")[] } = {},
): Promise<void> {
	for (const colorScheme of schemes) {
		await page.emulateMedia({ colorScheme });
		const options: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };
		// The colour scheme affects only contrasts, so the dark scheme needs no other check.
		if (colorScheme === "dark") options.runOnly = ["color-contrast"];
		const violations = await page.evaluate(
			async ([selector, options]) => {
				const { violations } = await window.axe.run(selector, options);
				const describe = ({ html, any }: NodeResult) => {
					const { fgColor, bgColor, contrastRatio } = any[0]?.data ?? {};
					return contrastRatio ? `${html} has ${fgColor} on ${bgColor}: contrast ${contrastRatio}` : html;
				};
				return violations.map(({ id, nodes }) => `${id}: ${nodes.map(describe).join("\n")}`);
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

/** Lists controls that are smaller than 44 × 44 pixels (WCAG 2.5.5). */
const listSmallTargets = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const main =
			".button, input, summary, button:not(ol button), .action, .logo, nav a, #language-switch, #menu details a, .social a";
		return [...document.querySelectorAll(main)]
			.filter((element) => element.checkVisibility({ visibilityProperty: true }))
			.flatMap((element) => {
				const { width, height } = element.getBoundingClientRect();
				// Links in the header are allowed to be narrower than 44 pixels, because some of them are short words.
				const isSmall = height < 44 || (width < 44 && !element.matches("nav a"));
				return isSmall ? [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 90)}`] : [];
			});
	});

/**
 * Lists the elements that are animated although the visitor prefers reduced motion. Scroll-driven animations are not
 * listed.
 */
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

/**
 * Lists the elements that are invisible in forced colours mode: controls without a border, and icons in the background
 * colour of the page.
 */
const listInvisible = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const controls = [...document.querySelectorAll(".button, input, #language-switch")];
		const bare = controls.filter((element) => {
			const { borderStyle, borderWidth } = getComputedStyle(element);
			return element.checkVisibility() && (borderStyle === "none" || Number.parseFloat(borderWidth) < 1);
		});
		// Ignores the alpha value, because forced colours replace only red, green and blue.
		const colourOf = (element: Element, pseudo?: string) =>
			String(getComputedStyle(element, pseudo).backgroundColor.match(/\d+/g)?.slice(0, 3));
		const paper = colourOf(document.documentElement);
		const marks = [
			["site-progress"],
			["ol [aria-current=true]", "::before"],
			["#language-switch[aria-checked=true] :last-child"],
			["#language-switch[aria-checked=false] :first-child"],
		] as const;
		const flat = marks.flatMap(([selector, pseudo]) =>
			[...document.querySelectorAll(selector)].filter((element) => colourOf(element, pseudo) === paper),
		);
		return [...bare, ...flat].map((element) => element.outerHTML.slice(0, 90));
	});

/**
 * Returns the focused element, its landmark (`header`, `main` or `footer`), and the WCAG criteria that the focused
 * element fails.
 */
const checkFocus = (page: Page): Promise<{ name: string; part: string; faults: string[] }> =>
	page.evaluate(() => {
		const { activeElement: element } = document;
		if (!element || element === document.body) return { name: "nothing", part: "start", faults: [] };
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		const { left, top, width, height } = element.getBoundingClientRect();
		const topmost = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
		const isVisible = topmost && (element.contains(topmost) || topmost.contains(element));
		const isMarked = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
		return {
			name: element.outerHTML.slice(0, 100),
			part: element.closest("header, main, footer")?.localName ?? "start",
			faults: [
				...(isMarked ? [] : ["no outline (2.4.7)"]),
				...(isVisible ? [] : [`not topmost (2.4.11), but ${topmost?.outerHTML.slice(0, 100)}`]),
			],
		};
	});

async function tabToStart(page: Page): Promise<string[]> {
	const parts = new Set<string>();
	for (let presses = 0; presses < 90; presses++) {
		await page.keyboard.press("Shift+Tab");
		const { name, part, faults } = await checkFocus(page);
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
			const isHome = path === pathOf("home", "ru");
			await page.setViewportSize({ width: 375, height: 812 });
			await openWithAxe(page, path);
			const carousel = page.locator("site-carousel");
			if ((await carousel.count()) > 0) {
				await carousel.scrollIntoViewIfNeeded();
				await expect(carousel).toHaveAttribute("data-state", "ready");
			}
			await openSections(page);
			await expectNoViolation(page, "narrow, sections open");
			expect.soft(await listSmallTargets(page), "targets").toEqual([]);
			// The menu is the same on all pages, so it is checked on the home page only.
			if (isHome) {
				await page.locator("[data-part=open]").click();
				await expectNoViolation(page, "menu open");
				await page.locator("#language-menu").click();
				await expectNoViolation(page, "languages open", { part: "#menu" });
				expect.soft(await listSmallTargets(page), "targets in the menu").toEqual([]);
				await page.keyboard.press("Escape");
			}
			expect.soft(await listMotions(page), "reduced motion").toEqual([]);

			await page.setViewportSize({ width: 1280, height: 800 });
			// Scrolls to the top, because axe ignores the part of a control that the sticky header covers.
			await page.evaluate(() => scrollTo(0, 0));
			// Only the header has other elements in a wide window, so only the home page needs the dark scheme once more.
			await expectNoViolation(page, "wide", { schemes: isHome ? bothSchemes : ["light"] });
			expect.soft(await listSmallTargets(page), "targets, wide").toEqual([]);
			await page.emulateMedia({ forcedColors: "active" });
			expect.soft(await listInvisible(page), "forced colours").toEqual([]);
			// The header is the same on all pages, so it is checked on the home page only.
			if (isHome) await expectNoViolation(page, "forced colours", { part: "header" });
		});
	}

	test("a form that is being sent and a page that waits for its other language have no violation", async ({
		page,
		tolerate,
	}) => {
		tolerate(/about/);
		const counterpart = pathOf("about", "ru");
		await page.route(/newsletter\/subscribe/, () => {});
		await page.route(counterpart, () => {});
		await openWithAxe(page, pathOf("about", "en-US"));
		await page.locator("#newsletter-email").fill("ada@example.org");
		await page.locator("#newsletter-email").press("Enter");
		await expect(page.locator("footer form")).toHaveAttribute("aria-busy", "true");
		await expectNoViolation(page, "form busy");
		await page.getByRole("switch").click();
		await expect(page.locator("[data-part=placeholder]")).toBeVisible();
		await expectNoViolation(page, "placeholder");
		await page.unroute(counterpart);
		await page.route(counterpart, (route) => route.abort());
		await page.evaluate(() => localStorage.clear());
		await openWithAxe(page, pathOf("about", "en-US"));
		await page.getByRole("switch").click();
		await expect(page.getByText(words["en-US"].readInstead)).toBeVisible();
		await expectNoViolation(page, "placeholder after a failure");
	});
});

test("every element that gets the focus by keyboard has an outline and is not under the sticky header", async ({
	page,
	isMobile,
}) => {
	// An animation would move the focused element during the check.
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.goto(pathOf(isMobile ? "programmes" : "home", "en-US"));
	await openSections(page);
	if (isMobile) {
		await page.locator("[data-part=open]").press("Enter");
		for (const stop of ["nav a", "nav li:last-child a", "#language-menu"]) {
			await page.locator(`#menu ${stop}`).first().focus();
			expect((await checkFocus(page)).faults, stop).toEqual([]);
		}
		await page.keyboard.press("Escape");
	}
	await page.locator("footer a").last().focus();
	expect(await tabToStart(page)).toEqual(["footer", "main", "header"]);
});
