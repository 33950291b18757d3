import { inventContent } from "../contents.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

// siteTest.ts relies on the browser to report violations in the console. This test proves that the browser does.
test("forbidden code is not executed, and is reported", async ({ page, tolerate }) => {
	tolerate(/violates|Refused|requires 'Trusted|This document requires/);
	await page.goto("/");
	const complaint = page.waitForEvent(
		"console",
		(line) => line.type() === "error" && /style-src/.test(line.text()),
	);
	await page.locator("main").evaluate((main) => main.setAttribute("style", "color: rgb(1, 2, 3)"));
	await complaint;
	await expect(page.locator("main")).not.toHaveCSS("color", "rgb(1, 2, 3)");
	for (const attempt of [
		() => document.body.insertAdjacentHTML("beforeend", "<p>markup</p>"),
		() => document.body.setAttribute("onclick", "document.title = 'attempt'"),
	]) {
		await expect(page.evaluate(attempt)).rejects.toThrow("Trusted");
	}
});

test.describe("without the content security policy", () => {
	test.use({ bypassCSP: true });

	// tests/site/contents.test.ts finds markup in the built pages, and this test finds markup that scripts insert.
	test("markup in editors' texts is not executed", async ({ page, tolerate }) => {
		// `inventContent` inserts URLs of missing images, so image requests and preloads cause errors.
		tolerate(/404|preload/);
		const executed: string[] = [];
		await page.exposeFunction("attack", () => executed.push(page.url()));
		await showContent(page, {
			"en-US": inventContent(snapshots["en-US"]),
			ru: inventContent(snapshots.ru),
		});
		const parts = page.locator("head > title, body > header, body > main, body > footer");
		await page.goto("/ru");
		await page.locator("site-carousel").scrollIntoViewIfNeeded();
		await expect(page.locator("site-carousel[data-state=ready]")).toHaveCount(1);
		// Dispatches the event, because the language switch is outside the viewport, where Playwright cannot click.
		await page.getByRole("switch").dispatchEvent("click");
		await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
		await expect(parts).toHaveCount(4);
		expect(executed).toEqual([]);
	});
});
