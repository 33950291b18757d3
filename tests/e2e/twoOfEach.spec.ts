import type { Locator, Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { expect, holdRequests, test } from "./siteTest.ts";

/** Suffix of the ids in a duplicated element. */
const secondSuffix = "-second";

/**
 * Returns a document with a copy of the menu, the carousel and the newsletter form, and appends `secondSuffix` to the
 * ids in the copies.
 */
function doubleElements(html: string): string {
	const [, menu = ""] = /(<site-menu\b.*<\/site-menu>)/s.exec(html) ?? [];
	return (
		html
			.replace(/<(site-carousel|site-newsletter)\b.*<\/\1>/gs, (element) => element + renameIds(element))
			// A phone's header has no space for a second menu, so the second menu goes into `<main>`.
			.replace(/<main\b[^>]*>/, (main) => main + renameIds(menu))
	);
}

function renameIds(element: string): string {
	const ids = Array.from(element.matchAll(/ id="([^"]+)"/g), ([, id]) => id).join("|");
	const references = new RegExp(` (id|for|popovertarget)="(${ids})"`, "g");
	return element.replace(references, ` $1="$2${secondSuffix}"`);
}

const endpoint = "/api/newsletter/subscribe";

const bothElements = (page: Page, element: string): [Locator, Locator] => [
	page.locator(element).nth(0),
	page.locator(element).nth(1),
];

test("two menus, two carousels, two forms and two language switches work separately, also after a change of language", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.route(
		({ pathname }) => [pathOf("home", "en-US"), pathOf("home", "ru")].includes(pathname),
		async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, body: doubleElements(await response.text()) });
		},
	);
	await page.goto(pathOf("home", "en-US"));
	await test.step("both switches show the chosen language, and only the form that is sent is busy", async () => {
		const [first, second] = bothElements(page, "site-newsletter");
		const response = await holdRequests(page, endpoint);
		await first.locator("[name=email]").fill("first@example.org");
		await second.locator("[name=email]").fill("second@example.org");
		const request = page.waitForRequest(`**${endpoint}`);
		await second.getByRole("button").click();
		expect((await request).postDataJSON()).toMatchObject({ email: "second@example.org" });
		const counterpart = await holdRequests(page, pathOf("home", "ru"));
		await page.getByRole("switch").nth(1).click();
		for (const control of bothElements(page, "[role=switch]")) {
			await expect(control).toHaveAttribute("aria-checked", "true");
		}
		counterpart.release((route) => route.fallback());
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		await expect(second.locator("form")).toHaveAttribute("aria-busy", "true");
		await expect(first.locator("form")).not.toHaveAttribute("aria-busy");
		page.once("dialog", (dialog) => dialog.accept());
		response.release((route) => route.fulfill({ json: { message: "Thanks" } }));
		await expect(second.getByRole("status")).toHaveText("Thanks");
		await expect(second.locator("[name=email]")).toHaveValue("");
		await expect(first.getByRole("status")).toHaveText("");
		await expect(first.locator("[name=email]")).toHaveValue("first@example.org");
	});
	await test.step("each carousel turns by its own arrows and dots", async () => {
		const [first, second] = bothElements(page, "site-carousel");
		for (const carousel of [first, second]) {
			await carousel.scrollIntoViewIfNeeded();
			await expect(carousel).toHaveAttribute("data-state", "ready");
		}
		const marked = (carousel: Locator) =>
			carousel.locator("[data-part=dots] button").evaluateAll((dots) => {
				return dots.findIndex((dot) => dot.ariaCurrent === "true");
			});
		const expectMarked = (carousel: Locator) => expect.poll(() => marked(carousel), { intervals: [50] });
		await second.locator("[data-part=next]").click();
		await expectMarked(second).toBe(1);
		expect(await marked(first)).toBe(0);
		await first.locator("[data-part=dots] button").nth(1).click();
		await expectMarked(first).toBe(1);
		expect(await marked(second)).toBe(1);
	});
	await test.step("each menu takes the focus and gives it back to its own button", async () => {
		await page.setViewportSize({ width: 375, height: 812 });
		for (const menu of bothElements(page, "site-menu").reverse()) {
			const openButton = menu.locator("[data-part=open]");
			await openButton.click();
			await expect(menu.getByRole("link").first()).toBeFocused();
			await page.keyboard.press("Escape");
			await expect(openButton).toBeFocused();
		}
	});
});
