import type { FrameLocator, Page } from "@playwright/test";
import {
	announceSave,
	formatWebApp,
	type PreviewSite,
	reviewIds,
	startPreviewSite,
} from "../previewSite.ts";
import { entryLink, ids, plain, text } from "../testContent.ts";
import { expect, test } from "./siteTest.ts";

let site: PreviewSite;

// In one worker, the tests share a server, whose start takes seconds.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
	site = await startPreviewSite();
});

test.afterAll(() => site?.stop());

const webApp = "https://app.contentful.com/";

/** Opens a preview in a frame of Contentful's web app. No other origin may frame it. */
async function openInWebApp(page: Page): Promise<FrameLocator> {
	await page.route(`${webApp}**`, (route) => {
		const isPage = route.request().url() === webApp;
		return route.fulfill(
			isPage ? { contentType: "text/html", body: formatWebApp(site.home) } : { body: "" },
		);
	});
	// Chromium asks before a page of the internet frames a page of this machine.
	await page.context().grantPermissions(["local-network-access"]);
	await page.goto(webApp, { waitUntil: "commit" });
	await expect.poll(() => page.evaluate("JSON.stringify(messages)")).toContain('"connected":true');
	return page.frameLocator("iframe");
}

async function save(page: Page, id: string, change: () => void): Promise<void> {
	change();
	await page.evaluate(announceSave, id);
}

async function expectSecondPage(frame: FrameLocator, count = reviewIds.length): Promise<void> {
	const current = frame.locator("[data-part=controls] [aria-current=true]");
	await expect(current).toHaveAccessibleName(`Page 2 of ${count}`);
	const list = frame.locator(".swiper-wrapper");
	await expect
		.poll(() => list.evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth))
		.toBeCloseTo(1, 1);
}

test("the carousel stays on its page when reviews are saved", async ({ page }) => {
	const frame = await openInWebApp(page);
	await frame.locator("site-carousel").scrollIntoViewIfNeeded();
	await expect(frame.locator("site-carousel")).toHaveAttribute("data-state", "ready");
	await frame.locator("[data-part=next]").click();
	await expectSecondPage(frame);
	await save(page, ids.home, () => site.content.delete("review-cleo"));
	await expectSecondPage(frame, 2);
	const added = ["review-dora", "review-emil"];
	await save(page, ids.home, () => {
		for (const id of added) site.content.add(id, { ...site.content.item("review-ann").fields });
		const shown = [...reviewIds.slice(0, 2), ...added];
		site.content.set("home", "reviews", plain(shown.map(entryLink)));
	});
	await expectSecondPage(frame, 4);
});

test("an open preview costs calls only when something is saved", async ({ page, tolerate }) => {
	// The page that shows a fault has other styles, so it is loaded anew.
	tolerate(/style-src/);
	const before = site.countCalls();
	const frame = await openInWebApp(page);
	await expect(frame.locator("h1")).toBeVisible();
	expect(site.countCalls() - before, "the view").toBe(2);
	await frame.locator("footer nav a").nth(1).hover();
	await page.waitForTimeout(1_000);
	expect(site.countCalls() - before).toBe(2);
	await save(page, ids.home, () => site.content.set("home", "heroTitle", text("Saved")));
	await expect(frame.locator("h1")).toHaveText("Saved");
	expect(site.countCalls() - before).toBe(4);
	site.delayChanges(200);
	await save(page, ids.home, () => site.content.set("home", "heroTitle", text("Late")));
	await expect(frame.locator("h1"), "Contentful delivers the draft late").toHaveText("Late");
	await save(page, ids.home, () => site.content.unset("home", "heroTitle"));
	await expect(frame.locator("main")).toContainText("required field is empty");
	await expect(frame.locator("main li a")).toHaveAttribute("href", /\/entries\//);
	// The page that was loaded anew goes on loading its scripts.
	await page.waitForLoadState("networkidle");
});
