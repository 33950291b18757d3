import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import sharp from "sharp";
import { localeCodes, locales } from "../../content/locales.ts";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expect, test } from "./test.ts";

// WCAG 2.2 AA, as far as a machine can tell. A window of a computer serves for all widths, so that one load of a page does.

const phone = { width: 375, height: 812 };
const desktop = { width: 1280, height: 800 };

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

/** Controls smaller than a finger: 24 pixels for any (2.5.8, which leaves out links in a line of text), 44 for the main ones. */
const listSmallTargets = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const main =
			".button, input, summary, button:not(ol button), .action, .logo, nav a, .language-switch, .language-menu a, .social a";
		const isInText = (element: Element) =>
			getComputedStyle(element).display === "inline" &&
			[...(element.parentElement?.childNodes ?? [])].some((node) => node !== element && node.textContent?.trim());
		return [...document.querySelectorAll("a, button, input, summary, [tabindex='0']")]
			.filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInText(element))
			.flatMap((element) => {
				const { width, height } = element.getBoundingClientRect();
				const least = element.matches(main) ? 44 : 24;
				// A word may be short: the links of the bar are as high as they should be, and far enough apart.
				const isSmall = height < least || width < (element.matches("nav a") ? 24 : least);
				return isSmall ? [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 90)}`] : [];
			});
	});

/** Elements out of which something sticks, or in which something is cut off; what is meant to scroll is left out. */
const listOverflows = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[document.documentElement, ...document.body.querySelectorAll("*:not(svg, svg *, picture, source, img)")]
			.filter((element) => {
				const { display, overflowX, overflowY } = getComputedStyle(element);
				if (display === "inline" || element.closest(".visually-hidden") || !element.checkVisibility()) return false;
				const isWide = element.scrollWidth > element.clientWidth + 1 && !/auto|scroll/.test(overflowX);
				const isHigh = element.scrollHeight > element.clientHeight + 1 && !/auto|scroll/.test(overflowY);
				if (element === document.documentElement) return element.scrollWidth > element.clientWidth;
				return isWide || (isHigh && overflowY !== "visible");
			})
			.map((element) => {
				const { scrollWidth, scrollHeight, clientWidth, clientHeight, outerHTML } = element;
				return `${scrollWidth} × ${scrollHeight} in ${clientWidth} × ${clientHeight}: ${outerHTML.slice(0, 90)}`;
			}),
	);

/** The spacing that readers may ask for (1.4.12). Not as an element, which a content security policy would refuse. */
const spaceText = (page: Page): Promise<void> =>
	page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(
			"* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }",
		);
		document.adoptedStyleSheets.push(sheet);
	});

/** What would move although motion is unwanted. What follows the scroll moves by the visitor's own hand. */
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

test.describe("WCAG 2.2", { tag: "@desktop" }, () => {
	for (const path of paths) {
		test(path, async ({ page, tolerate }) => {
			tolerate(/404/);
			await page.setViewportSize(phone);
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

			await page.setViewportSize(desktop);
			await expectNoViolation(page, "wide");
			expect.soft(await listSmallTargets(page), "targets, wide").toEqual([]);
			await page.emulateMedia({ forcedColors: "active" });
			expect.soft(await listUnseen(page), "forced colours").toEqual([]);
			await page.emulateMedia({ forcedColors: "none" });

			// A wide window at a zoom of 400 % is 320 pixels wide (1.4.10).
			for (const width of [1280, 768, 375, 320]) {
				await page.setViewportSize({ width, height: 800 });
				expect.soft(await listOverflows(page), `${width} pixels`).toEqual([]);
			}
			await spaceText(page);
			for (const width of [320, 1280]) {
				await page.setViewportSize({ width, height: 800 });
				expect.soft(await listOverflows(page), `${width} pixels, spaced text`).toEqual([]);
			}
		});
	}

	test("forced colours: the chosen language of the switch can be read", async ({ page }) => {
		for (const locale of localeCodes) {
			await page.goto(pathOf("about", locale));
			for (const colorScheme of ["light", "dark"] as const) {
				await page.emulateMedia({ forcedColors: "active", colorScheme });
				const chosen = page.getByRole("switch").locator("span").filter({ hasText: locales[locale].short });
				const { x, y, width, height } = (await chosen.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
				// The middle of the letters: they and what is behind them.
				const clip = { x: x + width / 2 - 7, y: y + height / 2 - 4, width: 14, height: 8 };
				const { channels } = await sharp(await page.screenshot({ clip })).stats();
				const contrast = Math.max(...channels.map(({ min, max }) => max - min));
				expect(contrast, `${locale}, ${colorScheme}`).toBeGreaterThan(100);
			}
		}
	});

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
		await page.reload();
		await page.evaluate(axe.source);
		await page.getByRole("switch").click();
		await expect(page.getByText(words["en-US"].readInstead)).toBeVisible();
		await expectNoViolation(page, "placeholder after a failure");
	});
});
