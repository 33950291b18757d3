import type { Page, Route } from "@playwright/test";
import { words } from "../../content/words.ts";
import { liveVersionPath } from "../../environment/preview.ts";
import { type PreviewSite, previewContent, reviewIds, startPreviewSite } from "../previewSite.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import { entryLink, listIds, plain } from "../wire/testContent.ts";
import { expect, holdRequests, test } from "./siteTest.ts";

// All tests of this file run in one worker, so that they share one server.
test.describe.configure({ mode: "default" });

let site: PreviewSite;

test.beforeAll(async () => {
	test.setTimeout(60_000);
	site = await startPreviewSite(previewContent());
});

test.afterEach(async ({ context }) => {
	// Closes the pages before the content changes, because the next test must find no page that is still updated.
	for (const page of context.pages()) await page.close();
	await site.restore();
});

test.afterAll(() => site?.stop());

async function saveTitle(page: Page, title = "Saved"): Promise<void> {
	site.save("home", "heroTitle", title);
	await expect(page.locator("h1")).toHaveText(title);
}

const isConnection = (request: { url(): string; method(): string }) =>
	request.url().endsWith(liveVersionPath) && request.method() === "GET";

async function turnCarousel(page: Page): Promise<void> {
	await page.locator("site-carousel").scrollIntoViewIfNeeded();
	await expect(page.locator("site-carousel")).toHaveAttribute("data-state", "ready");
	await page.locator("[data-part=next]").click();
	await expectSecondPage(page);
}

async function expectSecondPage(page: Page, count = reviewIds.length): Promise<void> {
	await expect(page.locator("[data-part=dots] button")).toHaveCount(count);
	await expect(page.locator("[data-part=controls] [aria-current=true]")).toHaveAccessibleName(
		words["en-US"].page.replace("{page}", "2").replace("{count}", String(count)),
	);
	await expect
		.poll(() => page.locator(".swiper-wrapper").evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth))
		.toBeCloseTo(1, 1);
}

test("the carousel stays on its page, with a dot for each review, when a review is saved, deleted or added", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.setViewportSize({ width: 375, height: 812 });
	// Starts the script of the carousel before the script of the preview.
	const { release } = await holdRequests(page, `${site.url}/preview.js`);
	await page.goto(site.url, { waitUntil: "commit" });
	await turnCarousel(page);
	release();
	site.save("review-ben", "name", "Saved");
	await expect(page.locator("#review-ben cite")).toHaveText("Saved");
	await expect(page.locator("site-carousel")).toHaveAttribute("data-state", "ready");
	await expectSecondPage(page);
	site.content.delete("review-cleo");
	await site.requestPoll("saved");
	await expect(page.locator("#review-cleo")).toHaveCount(0);
	await expectSecondPage(page, 2);
	const shown = ["review-ann", "review-ben", "review-dora", "review-emil"];
	for (const id of shown.slice(2)) site.content.add(id, { ...site.content.item("review-ann").fields });
	site.content.set("home", "reviews", plain(shown.map(entryLink)));
	site.content.touch("home");
	await site.requestPoll("saved");
	await expectSecondPage(page, 4);
	await page.locator("[data-part=previous]").click();
	await expect(page.locator("[data-part=dots] button").first()).toHaveAttribute("aria-current", "true");
});

test("saves from before and after a change of language are shown without a reload, and leave typed text and an open section", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.goto(`${site.url}/programmes`);
	await markDocument(page);
	await page.locator(".disclosure summary").click();
	const prefetched = page.waitForResponse(`${site.url}/ru/programmes`);
	await page.getByRole("switch").dispatchEvent("pointerdown");
	await prefetched;
	site.save(listIds.programme, "title", "Before");
	await expect(page.locator(".disclosure h2")).toHaveText("Before");
	await page.getByRole("switch").click();
	await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	await expect(page.locator(".disclosure h2")).toHaveText("Before (ru)");
	await page.locator("#newsletter-email").pressSequentially("ada@");
	site.save(listIds.programme, "title", "After");
	await expect(page.locator(".disclosure h2")).toHaveText("After (ru)");
	await expect(page.locator(".disclosure")).toHaveAttribute("open");
	await page.keyboard.type("example.org");
	await expect(page.locator("#newsletter-email")).toHaveValue("ada@example.org");
	expect(await isDocumentMarked(page), "no load").toBe(true);
});

test("a page shows the last save in its language, whatever response is late or fails, and reloads when its styles change", {
	tag: "@desktop",
}, async ({ page, tolerate }) => {
	// The test responds with an error, and adds styles that the content security policy of the open page forbids.
	tolerate(/502|style-src/);
	const home = `${site.url}/`;
	const title = page.locator("h1");
	const connected = page.waitForResponse((response) => isConnection(response.request()));
	await page.goto(home);
	await connected;
	await markDocument(page);
	await test.step("a save whose page could not be loaded is retried", async () => {
		const fail = (route: Route) =>
			route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
		await page.route(home, fail, { times: 1 });
		await saveTitle(page);
	});
	await test.step("a late response with an earlier save does not replace a newer save", async () => {
		const fetched = Promise.withResolvers<void>();
		const released = Promise.withResolvers<void>();
		const holdFirst = async (route: Route) => {
			const response = await route.fetch();
			fetched.resolve();
			await released.promise;
			await route.fulfill({ response });
		};
		await page.route(home, holdFirst, { times: 1 });
		site.save("home", "heroTitle", "First");
		await fetched.promise;
		site.save("home", "heroTitle", "Second");
		await expect.poll(async () => (await fetch(site.url)).text()).toContain("Second");
		// Gives a wrong second request, which would not wait for the first one, time to show the newer save.
		await page.waitForTimeout(500);
		const late = page.waitForResponse(home);
		released.resolve();
		await late;
		// Gives the page's script time to handle the response.
		await page.waitForTimeout(200);
		await expect(title).toHaveText("Second");
	});
	expect(await isDocumentMarked(page), "no load").toBe(true);
	await test.step("a save that changes the styles reloads the page", async () => {
		const restyle = async (route: Route) => {
			const response = await route.fetch();
			await route.fulfill({ response, body: (await response.text()).replace("</style>", ".other {}</style>") });
		};
		await page.route(home, restyle, { times: 1 });
		const reloaded = page.waitForEvent("load");
		await saveTitle(page, "Third");
		await reloaded;
		expect(await isDocumentMarked(page)).toBe(false);
	});
});

test("tabs show a save over one shared connection, also when they come to the front, and after the tab with the connection was closed", {
	tag: "@desktop",
}, async ({ context }) => {
	const connections: string[] = [];
	context.on("request", (request) => {
		if (isConnection(request)) connections.push(request.url());
	});
	const [first, second, third] = [await context.newPage(), await context.newPage(), await context.newPage()];
	const tabs = [first, second, third];
	for (const tab of tabs) await tab.goto(site.url);
	site.save("home", "heroTitle", "Saved");
	for (const tab of tabs) await expect(tab.locator("h1")).toHaveText("Saved");
	expect(connections.length).toBe(1);
	await test.step("a tab that missed a save in the background shows it when it comes to the front", async () => {
		await first.evaluate(() => {
			BroadcastChannel.prototype.postMessage = () => {};
		});
		await saveTitle(first, "Missed");
		await expect(second.locator("h1")).toHaveText("Saved");
		await second.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
		await expect(second.locator("h1")).toHaveText("Missed");
	});
	await first.close();
	site.save("home", "heroTitle", "Saved again");
	for (const tab of [second, third]) await expect(tab.locator("h1")).toHaveText("Saved again");
});
