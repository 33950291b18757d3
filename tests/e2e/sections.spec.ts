import type { Locator, Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { expect, snapshots, test } from "./test.ts";

const path = pathOf("functionalTests", "ru");
const questions = snapshots.ru.functionalTests.faqOptions.map(({ id, question }) => ({ id, title: question.value }));

const bodyOf = (page: Page, id: string): Locator => page.locator(`[id="${id}"]`);
const detailsOf = (page: Page, id: string): Locator => page.locator(`details:has(> [id="${id}"])`);
const arrowOf = (page: Page, id: string): Promise<string> =>
	detailsOf(page, id)
		.locator("> summary .icon")
		.evaluate((icon) => getComputedStyle(icon).rotate);

// The same HTML on both pages, in both languages, and without script.
test.use({ javaScriptEnabled: false });

test("sections are closed at first, open one by one, and close again; an address opens one, below the bar; all are printed open", {
	tag: "@desktop",
}, async ({ page }) => {
	const { id: first = "", title } = questions[0] ?? {};
	const { id: last = "" } = questions.at(-1) ?? {};
	await page.goto(path);
	await expect(page.locator("main details")).toHaveCount(questions.length);
	await expect(page.locator("main details[open]")).toHaveCount(0);
	await expect(detailsOf(page, first).locator("summary")).toContainText(title ?? "");
	for (const id of [first, last]) {
		await expect(bodyOf(page, id)).toBeHidden();
		await detailsOf(page, id).locator("summary").click();
		await expect(bodyOf(page, id)).toBeVisible();
		await expect.poll(() => arrowOf(page, id)).toBe("180deg");
	}
	await expect(page.locator("main details[open]")).toHaveCount(2);
	await detailsOf(page, last).locator("summary").press("Enter");
	await expect(bodyOf(page, last)).toBeHidden();

	for (const width of [1280, 375]) {
		await page.setViewportSize({ width, height: 800 });
		await page.goto("about:blank");
		await page.goto(`${path}#${last}`);
		await expect(page.locator("main details[open]")).toHaveCount(1);
		await expect(bodyOf(page, last)).toBeInViewport();
		const bar = (await page.getByRole("banner").boundingBox()) ?? { y: 0, height: 0 };
		const top = async () => (await bodyOf(page, last).boundingBox())?.y;
		await expect.poll(top).toBeGreaterThanOrEqual(bar.y + bar.height);
	}

	const height = () => detailsOf(page, first).evaluate((element) => element.getBoundingClientRect().height);
	const shut = await height();
	await page.emulateMedia({ media: "print" });
	for (const { id } of questions) {
		if (id !== last) await expect(detailsOf(page, id)).not.toHaveAttribute("open");
		const isShown = () => bodyOf(page, id).evaluate((element) => element.checkVisibility());
		await expect.poll(isShown, id).toBe(true);
	}
	await expect.poll(height).toBeGreaterThan(shut + 20);
});
