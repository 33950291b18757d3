import { pathOf } from "../../content/routes.ts";
import { inventContent } from "../site/inventContent.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

// That nothing of ours is refused on any page and in any state needs no test of its own: the browser says so in the
// console, and every test fails on that. Here, that it does say so. What the policy holds is tests/site/headers.test.ts's matter.
test("what the policy refuses is not done, and is seen by the tests", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/violates|Refused|requires 'Trusted|This document requires/);
	await page.goto("/");
	const complaint = page.waitForEvent("console", (line) => line.type() === "error" && /style-src/.test(line.text()));
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

test.describe("by escaping alone, without the policy", { tag: "@desktop" }, () => {
	test.use({ bypassCSP: true });

	test("nothing that editors enter is executed, or breaks a page", async ({ page, tolerate }) => {
		// The pictures of such content are not there.
		tolerate(/404|preload/);
		const executed: string[] = [];
		await page.exposeFunction("attack", () => executed.push(page.url()));
		await showContent(page, { "en-US": inventContent(snapshots["en-US"]), ru: inventContent(snapshots.ru) });
		const parts = page.locator("head > title, body > header, body > main, body > footer");
		// tests/site/absence.test.ts reads all pages.
		for (const route of ["about", "functionalTests"] as const) {
			await page.goto(pathOf(route, "ru"));
			await expect(parts).toHaveCount(4);
		}
		// The carousel's dots, and the page that the language switch brings.
		await page.goto(pathOf("home", "ru"));
		await page.locator("site-carousel").scrollIntoViewIfNeeded();
		await expect(page.locator("site-carousel[data-state=ready]")).toHaveCount(1);
		// Labels of any length make the bar higher than the window.
		await page.getByRole("switch").dispatchEvent("click");
		await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
		await expect(parts).toHaveCount(4);
		expect(executed).toEqual([]);
	});
});
