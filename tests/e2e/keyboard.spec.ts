import type { Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { expect, test, waitForScript } from "./test.ts";

const { ru: russian } = await loadSnapshots("content/generated");

/** What has the focus: its start, whether it is what is looked for, and what is wrong with it. */
const lookAtFocus = (page: Page, selector: string): Promise<{ name: string; isThere: boolean; faults: string[] }> =>
	page.evaluate((wanted) => {
		const { activeElement: element } = document;
		if (!element || element === document.body) return { name: "nothing", isThere: false, faults: [] };
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		const { left, top, width, height } = element.getBoundingClientRect();
		const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
		return {
			name: element.outerHTML.slice(0, 100),
			isThere: element.matches(wanted),
			faults: [
				...(outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2 ? ["no outline (2.4.7)"] : []),
				...(seen && (element.contains(seen) || seen.contains(element))
					? []
					: [`not seen (2.4.11), but ${seen?.outerHTML.slice(0, 100)}`]),
			],
		};
	}, selector);

/** Presses Tab until a part of the page has the focus; on every stop on the way the focus is seen, and not under the bar. */
async function tabTo(page: Page, selector: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
	const stops: string[] = [];
	for (let presses = 0; presses < 60; presses++) {
		await page.keyboard.press(key);
		const { name, isThere, faults } = await lookAtFocus(page, selector);
		stops.push(name);
		expect(faults, name).toEqual([]);
		if (isThere) return;
	}
	throw new Error(`Tab does not reach ${selector}, but\n${stops.join("\n")}`);
}

test("a visit by keyboard alone: skip, menu, language, reviews, sections, payment, newsletter", async ({
	page,
	isMobile,
}) => {
	await page.goto(pathOf("home", "en-US"));
	await tabTo(page, ".skip-link");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("main")).toBeFocused();

	// The reviews turn by their list and by their buttons.
	await tabTo(page, ".swiper-wrapper");
	const reviews = page.locator("site-island[data-name=ReviewsCarousel]");
	await expect(reviews).toHaveAttribute("data-state", "hydrated");
	await tabTo(page, ".carousel-controls > button:last-child");
	await page.keyboard.press("Enter");
	await expect(reviews.locator("ol li:nth-child(2) button")).toHaveAttribute("aria-current", "true");

	// Back at the top, to another page.
	await page.keyboard.press("Control+Home");
	await page.getByRole("banner").getByRole("link").first().focus();
	if (isMobile) {
		await tabTo(page, "#menu-button");
		await page.keyboard.press("Enter");
		await expect(page.locator("#menu a").first()).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(page.locator("#menu-button")).toBeFocused();
		await page.keyboard.press("Enter");
	}
	await tabTo(page, `#menu a[href="${pathOf("programmes", "en-US")}"]`);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(pathOf("programmes", "en-US"));
	await waitForScript(page);

	// The other language, with the focus where it was.
	if (isMobile) {
		await tabTo(page, "#menu-button");
		await page.keyboard.press("Enter");
		await tabTo(page, "#language-menu");
		await page.keyboard.press("Enter");
		await tabTo(page, '.language-menu a[data-locale="ru"]');
		await page.keyboard.press("Enter");
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		await expect(page.locator("#language-menu")).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(page.locator("#menu-button")).toBeFocused();
	} else {
		await tabTo(page, "#language-switch");
		await page.keyboard.press("Space");
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		await expect(page.locator("#language-switch")).toBeFocused();
	}

	// A programme opens, and its button comes next.
	await tabTo(page, "main summary");
	await page.keyboard.press("Enter");
	const [programme] = russian.programmes.programmes;
	await expect(page.locator(`[id="${programme?.id}"]`)).toBeVisible();
	// While it unfolds it takes what is in it along.
	const countMoving = () =>
		page.evaluate(() => document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length);
	await expect.poll(countMoving).toBe(0);
	await tabTo(page, "main a.button");
	await expect(page.locator("main a.button:focus")).toHaveAttribute(
		"href",
		String(programme?.stripeOneTimePaymentLink),
	);
	await expect(page.locator("main a.button:focus")).toHaveAccessibleDescription(words.ru.newTab);

	// The newsletter, and back up again.
	await tabTo(page, "#newsletter-name");
	await page.keyboard.type("Ада");
	await tabTo(page, "#newsletter-email");
	await page.keyboard.type("ada@example.org");
	const message = new Promise<string>((resolve) => {
		page.once("dialog", async (dialog) => {
			await dialog.accept();
			resolve(dialog.message());
		});
	});
	await page.keyboard.press("Enter");
	expect(await message).toBe(words.ru.subscribeSaved);
	await expect(page.locator("footer form").getByRole("status")).toHaveText(words.ru.subscribeSaved);
	await tabTo(page, "main summary", "Shift+Tab");
});
