import type { Snapshot } from "../../content/snapshot.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

test("on a phone the e-mail address in the footer is on one line, also with messengers after it", {
	tag: "@phone",
}, async ({ page }) => {
	await page.setViewportSize({ width: 375, height: 812 });
	const messengers = { whatsappUrl: "https://wa.me/447700900123", telegramUrl: "https://t.me/clinic" };
	const addMessengers = (content: Snapshot): Snapshot => ({
		...content,
		appShell: { ...content.appShell, contactEmail: "hello@nutrition-at-home.example", ...messengers },
	});
	await showContent(page, { "en-US": addMessengers(snapshots["en-US"]), ru: addMessengers(snapshots.ru) });
	await page.goto("/about");
	const address = page.locator(".directory a[href^='mailto:']");
	await address.scrollIntoViewIfNeeded();
	const lineCount = await address.evaluate((link) => {
		const range = document.createRange();
		range.selectNodeContents(link);
		return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
	});
	expect(lineCount).toBe(1);
});

test("the focus ring of a field does not touch its label", { tag: "@phone" }, async ({ page }) => {
	await page.goto("/about");
	const field = page.locator("#newsletter-email");
	await field.focus();
	const ring = await field.evaluate((input) => {
		const { outlineOffset, outlineWidth } = getComputedStyle(input);
		return input.getBoundingClientRect().top - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth);
	});
	const text = await page.locator("label[for=newsletter-email]").evaluate((label) => {
		const range = document.createRange();
		range.selectNodeContents(label);
		return range.getBoundingClientRect().bottom;
	});
	expect(ring).toBeGreaterThan(text);
});
