import { pathOf } from "../../content/routes.ts";
import { expect, test } from "./test.ts";

test("what sells is fetched ahead when the pointer rests on its link, and nothing else", async ({ page }) => {
	const ahead: string[] = [];
	page.context().on("request", async (request) => {
		const purpose = await request.headerValue("Sec-Purpose").catch(() => null);
		if (purpose?.startsWith("prefetch")) ahead.push(new URL(request.url()).pathname);
	});
	await page.goto(pathOf("home", "en-US"));
	await page.getByRole("switch").hover();
	await page.locator("#menu nav a").nth(1).hover();
	await page.waitForTimeout(500);
	await page.locator("#menu nav a").nth(3).hover();
	await expect.poll(() => ahead).toEqual([pathOf("consultations", "en-US")]);
});

test("a link of a campaign brings no byte of a page that is there, one with a meaning of its own does", async ({
	page,
}) => {
	const transferred = async (search: string): Promise<number> => {
		await page.goto(pathOf("consultations", "ru") + search);
		return page.evaluate(
			() => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).transferSize,
		);
	};
	const whole = await transferred("");
	expect(whole).toBeGreaterThan(2000);
	// What the browser counts for an answer without a body: https://www.w3.org/TR/resource-timing/#dom-performanceresourcetiming-transfersize
	for (const search of ["?utm_source=letter&utm_campaign=spring", "?yclid=1&utm_source=other"]) {
		expect(await transferred(search), search).toBe(300);
	}
	expect(await transferred("?subscribed")).toBe(whole);
});

test("nothing keeps a page from the back/forward cache", async ({ page }) => {
	await page.goto(pathOf("home", "en-US"));
	await page.locator("site-carousel").scrollIntoViewIfNeeded();
	await expect(page.locator("site-carousel[data-state=ready]")).toHaveCount(1);
	const session = await page.context().newCDPSession(page);
	const { result } = await session.send("Runtime.evaluate", { expression: "window" });
	const { listeners } = await session.send("DOMDebugger.getEventListeners", { objectId: result.objectId ?? "" });
	const heard = listeners.map(({ type }) => type);
	expect(heard).toContain("pagehide");
	expect(heard.filter((type) => type.includes("unload"))).toEqual([]);
});
