import type { Page, Route } from "@playwright/test";
import { words } from "../../content/words.ts";
import { liveVersionPath } from "../../environment/preview.ts";
import { type PreviewSite, previewContent, reviewIds, startPreviewSite } from "../previewSite.ts";
import { startProxy } from "../proxy.ts";
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

async function saveTitle(page: Page, title = "Saved", shown = title): Promise<void> {
	site.save("home", "heroTitle", title);
	await expect(page.locator("h1")).toHaveText(shown);
}

const isConnection = (request: { url(): string; method(): string }) =>
	request.url().endsWith(liveVersionPath) && request.method() === "GET";

/** Opens the home page of the preview, and waits until it is connected to the server. */
async function openConnected(page: Page): Promise<void> {
	const connected = page.waitForResponse((response) => isConnection(response.request()));
	await page.goto(site.url);
	await connected;
}

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

test.describe("after a change of language", () => {
	test("saves from before and after it are shown without a reload, and leave typed text and an open section", {
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

	test("an update that was requested before the change does not replace the page", { tag: "@desktop" }, async ({
		page,
	}) => {
		await openConnected(page);
		const { release } = await holdRequests(page, `${site.url}/`);
		const held = page.waitForRequest(`${site.url}/`);
		site.save("home", "heroTitle", "Saved");
		await held;
		await page.getByRole("switch").click();
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		release();
		await page.waitForLoadState("networkidle");
		await expect(page.locator("h1")).toHaveText("Saved (ru)");
	});
});

test("a late response with an earlier save does not replace a newer save", { tag: "@desktop" }, async ({ page }) => {
	await openConnected(page);
	const fetched = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	const holdFirst = async (route: Route) => {
		const response = await route.fetch();
		fetched.resolve();
		await released.promise;
		await route.fulfill({ response });
	};
	await page.route(`${site.url}/`, holdFirst, { times: 1 });
	site.save("home", "heroTitle", "First");
	await fetched.promise;
	site.save("home", "heroTitle", "Second");
	await expect.poll(async () => (await fetch(site.url)).text()).toContain("Second");
	released.resolve();
	await expect(page.locator("h1")).toHaveText("Second");
	await page.waitForLoadState("networkidle");
	await expect(page.locator("h1")).toHaveText("Second");
});

test("a save whose page could not be loaded is retried", { tag: "@desktop" }, async ({ page, tolerate }) => {
	tolerate(/502/);
	await openConnected(page);
	const fail = (route: Route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
	await page.route(`${site.url}/`, fail, { times: 1 });
	await saveTitle(page);
});

test("a save that changes the styles reloads the page", { tag: "@desktop" }, async ({ page, tolerate }) => {
	// The test adds styles that the content security policy of the open page forbids.
	tolerate(/style-src/);
	await openConnected(page);
	await markDocument(page);
	const restyle = async (route: Route) => {
		const response = await route.fetch();
		await route.fulfill({ response, body: (await response.text()).replace("</style>", ".other {}</style>") });
	};
	await page.route(`${site.url}/`, restyle, { times: 1 });
	const reloaded = page.waitForEvent("load");
	await saveTitle(page);
	await reloaded;
	expect(await isDocumentMarked(page)).toBe(false);
});

test("a page does not retry when the server has no event stream, as a static host", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/404/);
	let connections = 0;
	await page.route(site.url + liveVersionPath, (route) => {
		if (isConnection(route.request())) connections += 1;
		return route.fulfill({ status: 404 });
	});
	await page.clock.install();
	const checked = page.waitForResponse((response) => response.request().method() === "HEAD");
	await page.goto(site.url);
	await checked;
	await page.clock.runFor(60_000);
	expect(connections).toBe(1);
});

test.describe("tabs of one browser", () => {
	test("show a save over one shared connection, also after the tab with the connection was closed", {
		tag: "@desktop",
	}, async ({ context }) => {
		const connections: string[] = [];
		context.on("request", (request) => {
			if (isConnection(request)) connections.push(request.url());
		});
		const [first, ...others] = [await context.newPage(), await context.newPage(), await context.newPage()];
		for (const page of [first, ...others]) await page.goto(site.url);
		site.save("home", "heroTitle", "Saved");
		for (const page of [first, ...others]) await expect(page.locator("h1")).toHaveText("Saved");
		expect(connections.length).toBe(1);
		await first.close();
		site.save("home", "heroTitle", "Saved again");
		for (const page of others) await expect(page.locator("h1")).toHaveText("Saved again");
	});

	test("show a save that they missed in the background when they come to the front", { tag: "@desktop" }, async ({
		context,
	}) => {
		await context.addInitScript(() => {
			BroadcastChannel.prototype.postMessage = () => {};
		});
		const [first, second] = [await context.newPage(), await context.newPage()];
		for (const page of [first, second]) await page.goto(site.url);
		await saveTitle(first);
		await second.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
		await expect(second.locator("h1")).toHaveText("Saved");
	});

	test("have one connection each when the browser has no Web Locks", { tag: "@desktop" }, async ({ context }) => {
		await context.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
		const pages = [await context.newPage(), await context.newPage()];
		for (const page of pages) await page.goto(site.url);
		site.save("home", "heroTitle", "Saved");
		for (const page of pages) await expect(page.locator("h1")).toHaveText("Saved");
	});
});

test("a save during an outage is shown when the proxy responds again", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/502|ERR_|EventSource|dynamically imported module/);
	const proxy = await startProxy(site.url);
	await page.goto(proxy.url);
	// The page asks by HEAD whether the stream is missing, after the stream itself was refused.
	const refused = page.waitForResponse(
		(response) => response.status() === 502 && response.request().method() === "HEAD",
	);
	proxy.loseUpstream();
	await refused;
	site.save("home", "heroTitle", "Saved");
	proxy.findUpstream();
	await expect(page.locator("h1")).toHaveText("Saved");
	await page.close();
	proxy.close();
});
