import { otherLocale } from "../../content/locales.ts";
import { pages } from "../../content/pages.ts";
import { localisePath, pathOf, type RouteName, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expectPage } from "./language.ts";
import { expect, snapshots, test } from "./siteTest.ts";

/** Selectors for each page's offers, and for the parts of an offer that must be visible beside its payment link. */
const offers: Partial<Record<RouteName, { item: string; visibleParts: string[] }>> = {
	consultations: { item: ".rows > li", visibleParts: [".price", ".duration"] },
	packages: { item: ".packages > li", visibleParts: [".price", "h2"] },
	programmes: { item: ".disclosure", visibleParts: [".price"] },
	functionalTests: { item: ".dna li", visibleParts: [".price"] },
};

test.use({ javaScriptEnabled: false });

const locale = "ru";
test("a visitor on a wide screen reaches each page by its links", { tag: "@desktop" }, async ({ page, tolerate }) => {
	tolerate(/404/);
	const { mainNavigation, russianVersion, skipLink, notFoundTitle } = words[locale];
	const navigation = page.getByRole("navigation", { name: mainNavigation });
	const response = await page.goto(localisePath("/no-such-page", locale));
	expect(response?.status()).toBe(404);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(notFoundTitle);
	for (const route of ["home", "programmes"] as const) {
		const { value } = pages[route].label(snapshots[locale]);
		await navigation.getByRole("link", { name: value, exact: true }).click();
		await expectPage(page, route, locale);
		await expect(navigation.locator("[aria-current=page]")).toHaveText(value);
	}
	await page.getByRole("banner").getByRole("link").first().click();
	await expectPage(page, "home", locale);
	await page.getByRole("switch", { name: russianVersion }).click();
	await expectPage(page, "home", otherLocale(locale));

	await page.goto(pathOf("about", locale));
	const link = page.getByRole("link", { name: skipLink });
	await expect(link).not.toBeInViewport();
	await page.keyboard.press("Tab");
	await expect(link).toBeFocused();
	await expect(link).toBeInViewport();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("main")).toBeFocused();
});

test("a visitor on a phone reaches each page by the menu", { tag: "@phone" }, async ({ page }) => {
	const menu = page.locator("#menu");
	const menuButton = page.locator("[data-part=open]");
	await page.goto(pathOf("home", locale));
	await expect(menu).toBeHidden();
	await expect(menuButton).toHaveAccessibleName(words[locale].menu);
	await menuButton.tap();
	const links = menu.getByRole("navigation", { name: words[locale].mainNavigation }).getByRole("link");
	await expect(links).toHaveText(routeNames.map((name) => pages[name].label(snapshots[locale]).value));
	for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
	await links.nth(routeNames.indexOf("approach")).tap();
	await expectPage(page, "approach", locale);
	await menuButton.tap();
	await page.locator("#language-menu").tap();
	await menu.getByRole("link", { name: "EN – English" }).tap();
	await expectPage(page, "approach", "en-US");
});

// tests/engines/behaviours.test.ts tests how a fragment opens a section.
test("sections are closed at first, opened by a press, and printed open", { tag: "@desktop" }, async ({ page }) => {
	const ids = snapshots.ru.functionalTests.faqOptions.map(({ id }) => id);
	const [first = "", ...others] = ids;
	const bodyOf = (id: string) => page.locator(`[id="${id}"]`);
	const detailsOf = (id: string) => page.locator(`details:has(> [id="${id}"])`);
	await page.goto(pathOf("functionalTests", "ru"));
	await expect(page.locator("main details")).toHaveCount(ids.length);
	await expect(page.locator("main details[open]")).toHaveCount(0);
	const height = () => detailsOf(first).evaluate((element) => element.getBoundingClientRect().height);
	const shut = await height();
	await page.emulateMedia({ media: "print" });
	for (const id of ids) {
		const isShown = () => bodyOf(id).evaluate((element) => element.checkVisibility());
		await expect.poll(isShown, id).toBe(true);
	}
	await expect.poll(height).toBeGreaterThan(shut + 20);
	await page.emulateMedia({ media: "screen" });
	await detailsOf(first).locator("summary").click();
	await expect(bodyOf(first)).toBeVisible();
	for (const id of others) await expect(detailsOf(id)).not.toHaveAttribute("open");
});

test("from every page a payment is at most two presses away, with price and duration shown before", {
	tag: "@phone",
}, async ({ page }) => {
	for (const route of routeNames) {
		await page.goto(pathOf(route, "ru"));
		const offer = offers[route];
		if (!offer) {
			await page
				.locator(`:is(main, footer) a[href="${pathOf("consultations", "ru")}"]`)
				.first()
				.tap({ trial: true });
			continue;
		}
		const first = page.locator(offer.item).first();
		for (const part of offer.visibleParts) await expect(first.locator(part).first(), route).toBeVisible();
		const summary = first.locator("summary");
		// The press on the link to the consultations is the first one, so a payment there needs no other press before.
		if (route !== "consultations" && (await summary.isVisible())) await summary.tap();
		const link = first.locator(".purchase a[target=_blank]").first();
		const address = route === "functionalTests" ? /\/order\// : /^https:\/\/buy\.stripe\.com\//;
		await expect(link, route).toHaveAttribute("href", address);
		await link.tap({ trial: true });
	}
});
