import type { Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { loadStyles } from "../../scripts/render/styles.ts";
import { listSelectors } from "../listSelectors.ts";
import { chooseLanguage, expectPage, languageSwitch, placeholder } from "./language.ts";
import { expect, holdRequests, test } from "./siteTest.ts";

const home = pathOf("home", "en-US");

/** Selectors of all of the site's styles, including styles that a built page omits. */
const selectors = listSelectors([...(await loadStyles("dist")).values()].join(""));

declare global {
	interface Window {
		/** Selectors that have matched an element since the document was opened. */
		metSelectors?: Set<string>;
	}
}

async function recordSelectors(page: Page): Promise<void> {
	await page.addInitScript(
		(known) => {
			const met = new Set<string>();
			const unmet = new Set(known);
			const record = () => {
				for (const selector of unmet) {
					if (!document.querySelector(selector)) continue;
					met.add(selector);
					unmet.delete(selector);
				}
			};
			window.metSelectors = met;
			document.addEventListener("DOMContentLoaded", () => {
				record();
				new MutationObserver(record).observe(document, { subtree: true, childList: true, attributes: true });
			});
		},
		[...new Set(selectors.values())],
	);
}

async function listUnstyled(page: Page): Promise<string[]> {
	const { met, css } = await page.evaluate(() => ({
		met: [...(window.metSelectors ?? [])],
		css: [...document.querySelectorAll("head > style")].map(({ textContent }) => textContent).join(""),
	}));
	expect(met.length).toBeGreaterThan(50);
	const own = listSelectors(css);
	return [...selectors]
		.filter(([selector, stateless]) => met.includes(stateless) && !own.has(selector))
		.map(([selector]) => selector);
}

test.beforeEach(({ page }) => recordSelectors(page));

test("a page with a ready carousel, a sent form, a notice and a change of language has the styles of all its elements", {
	tag: "@desktop",
}, async ({ page, tolerate }) => {
	tolerate(/\/ru\b/);
	await page.goto(`${home}?subscribed`);
	const carousel = page.locator("site-carousel");
	await carousel.scrollIntoViewIfNeeded();
	await expect(carousel).toHaveAttribute("data-state", "ready");
	await carousel.locator("[data-part=next]").click();
	await page.locator("footer [name=email]").fill("ada@example.org");
	const response = await holdRequests(page, "/api/newsletter/subscribe");
	await page.locator("footer form button").click();
	await expect(page.locator("footer form")).toHaveAttribute("aria-busy", "true");
	page.once("dialog", (dialog) => dialog.accept());
	response.release((route) => route.fulfill({ json: { message: "Thanks" } }));
	await expect(page.locator("footer form [role=status]")).toHaveText("Thanks");

	const counterpart = await holdRequests(page, pathOf("home", "ru"));
	await languageSwitch(page).click();
	await expect(placeholder(page, "en-US")).toBeVisible();
	counterpart.release((route) => route.abort());
	await expect(page.getByRole("link", { name: words["en-US"].readInstead })).toBeVisible();
	await page.unroute(pathOf("home", "ru"));
	// The switch still shows Russian after the failed request, so the first click selects English.
	await languageSwitch(page).click();
	await languageSwitch(page).click();
	await expectPage(page, "home", "ru", "?subscribed");
	await expect(page.locator("[data-part=language-status]")).toHaveText(words.ru.languageChanged);
	expect(await listUnstyled(page)).toEqual([]);
});

test("a page with an open menu and a change of language has the styles of all its elements", {
	tag: "@phone",
}, async ({ page, isMobile }) => {
	await page.goto(home);
	await chooseLanguage(page, "ru", isMobile);
	await expectPage(page, "home", "ru");
	await expect(page.locator("#menu")).toBeVisible();
	expect(await listUnstyled(page)).toEqual([]);
});

test("a class and an element whose names a script computes are reported as unstyled", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.goto(pathOf("about", "en-US"));
	await page.locator("main").evaluate((main) => {
		const added = document.createElement(["site", "notice"].join("-"));
		added.className = ["hero", "pictures"].join("-");
		main.append(added);
	});
	const unstyled = await listUnstyled(page);
	expect(unstyled).toContain("site-notice");
	expect(unstyled).toContain(".hero-pictures");
});
