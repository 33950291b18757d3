import type { Locator } from "@playwright/test";
import type { Snapshot } from "../../content/snapshot.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

const countItemsInLastRow = (items: Locator): Promise<number> =>
	items.evaluateAll((all) => {
		const tops = all.map((item) => Math.round(item.getBoundingClientRect().top));
		return tops.filter((top) => top === Math.max(...tops)).length;
	});

const widthOf = (element: Element) => element.getBoundingClientRect().width;

function withDnaTests(snapshot: Snapshot, count: number): Snapshot {
	const [first] = snapshot.functionalTests.dnaTests;
	if (!first) throw new Error("There are no DNA tests.");
	const dnaTests = Array.from({ length: count }, (_, index) => ({ ...first, id: `dna-${index}` }));
	return { ...snapshot, functionalTests: { ...snapshot.functionalTests, dnaTests } };
}

for (const [count, width] of [
	[7, 1440],
	[6, 820],
] as const) {
	test(`${count} cards in a window of ${width} px have at least two in the last row`, { tag: "@desktop" }, async ({
		page,
	}) => {
		await page.setViewportSize({ width, height: 900 });
		const english = withDnaTests(snapshots["en-US"], count);
		await showContent(page, { "en-US": english, ru: snapshots.ru });
		await page.goto("/functional-tests");
		expect(await countItemsInLastRow(page.locator(".cards > li"))).toBeGreaterThan(1);
	});
}

test("alternative texts of icons that fail to load have one line each", { tag: "@phone" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/Failed to load resource|request failed/);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.route(/\.(svg|avif|jpg)$/, (route) => route.abort());
	await page.goto("/");
	await page.locator(".social").scrollIntoViewIfNeeded();
	for (const icon of await page.locator(".social img").all()) {
		await expect.poll(() => icon.evaluate(widthOf)).toBeGreaterThan(60);
	}
});

test("in a window of 320 px the list of dots ends with a whole dot", { tag: "@phone" }, async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 700 });
	await page.goto("/");
	await page.locator(".reviews").scrollIntoViewIfNeeded();
	const dots = page.locator("site-carousel ol");
	await expect(dots).toBeVisible();
	const dotWidth = await dots.locator("button").first().evaluate(widthOf);
	const dotCount = (await dots.evaluate(({ clientWidth }) => clientWidth)) / dotWidth;
	expect(Math.abs(dotCount - Math.round(dotCount))).toBeLessThan(0.05);
});

test("on a phone buttons that are stacked are equally wide", { tag: "@phone" }, async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto("/ru");
	const widths = await page.locator(".hero .button").evaluateAll((all) => all.map((one) => one.clientWidth));
	expect(new Set(widths).size).toBe(1);
});

test("a printed page has the practice's name, and no buttons and links to languages", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.emulateMedia({ media: "print" });
	await page.goto("/consultations");
	await expect(page.locator(".bar .logo img")).toBeVisible();
	await expect(page.locator(".button, #language-link").filter({ visible: true })).toHaveCount(0);
	const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g);
	expect(sheets?.length).toBeLessThanOrEqual(2);
});
