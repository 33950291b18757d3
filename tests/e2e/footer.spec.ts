import type { Locator } from "@playwright/test";
import type { Snapshot } from "../../content/snapshot.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

/** Returns the distinct left edges of elements, in pixels. */
const listLeftEdges = async (elements: Locator): Promise<number[]> => [
	...new Set(
		await elements.evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().left))),
	),
];

test("on a phone the footer has its links in two columns, and each statement of the imprint on its own line", {
	tag: "@phone",
}, async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	for (const path of ["/", "/ru"]) {
		await page.goto(path);
		await page.locator(".imprint").scrollIntoViewIfNeeded();
		expect((await listLeftEdges(page.locator(".directory li"))).length, path).toBe(2);
		expect((await listLeftEdges(page.locator(".imprint > *"))).length, path).toBe(1);
		const pages = await page.locator(".directory nav").boundingBox();
		const contact = await page.locator(".directory > p").boundingBox();
		expect(contact?.y, path).toBeGreaterThanOrEqual((pages?.y ?? 0) + (pages?.height ?? 0) + 8);
	}
});

test("on a wide screen each statement of the imprint has a column of at least 15 rem", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto("/");
	const edges = await listLeftEdges(page.locator(".imprint > :not(.prose:first-child)"));
	const distances = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0));
	expect(distances.length).toBeGreaterThan(1);
	expect(Math.min(...distances)).toBeGreaterThanOrEqual(240);
});

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
