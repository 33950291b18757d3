import type { Page, Route } from "@playwright/test";
import { words } from "../../content/words.ts";
import { pollReasonParameter, previewChangesPath, previewPollPath } from "../../environment/preview.ts";
import { type PreviewSite, previewContent, reviewIds, startPreviewSite } from "../previewSite.ts";
import { startProxy } from "../proxy.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import { entryLink, listIds, plain } from "../wire/testContent.ts";
import { test as base, expect, holdRequests } from "./siteTest.ts";

const test = base.extend<{ site: PreviewSite }>({
	site: async ({ context }, use) => {
		const site = await startPreviewSite(previewContent());
		await use(site);
		// Closes the pages before the server stops, because an open page would report the lost connection as an error.
		for (const page of context.pages()) await page.close();
		await site.stop();
	},
});

async function saveTitle(site: PreviewSite, page: Page, title = "Saved", shown = title): Promise<void> {
	site.save("home", "heroTitle", title);
	await expect(page.locator("h1")).toHaveText(shown);
}

const isConnection = (request: { url(): string; method(): string }) =>
	request.url().endsWith(previewChangesPath) && request.method() === "GET";

const selectText = (page: Page, selector: string) =>
	page.locator(selector).evaluate((element) => getSelection()?.selectAllChildren(element));
const selectedText = (page: Page) => page.evaluate(() => String(getSelection()));

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

test.describe("a save leaves", () => {
	test("an open menu open, and the focus in it", { tag: "@phone" }, async ({ page, site }) => {
		await page.goto(site.url);
		await page.locator("[data-part=open]").tap();
		await expect(page.locator("#menu a").first()).toBeFocused();
		await saveTitle(site, page);
		await expect(page.locator("#menu")).toBeVisible();
		await expect(page.locator("#menu a").first()).toBeFocused();
	});

	test("the carousel on its page, also when a review was saved", { tag: "@phone" }, async ({ page, site }) => {
		await page.goto(site.url);
		await turnCarousel(page);
		site.save("review-ben", "name", "Saved");
		await expect(page.locator("#review-ben cite")).toHaveText("Saved");
		await expectSecondPage(page);
		await page.locator("[data-part=previous]").click();
		await expect(page.locator("[data-part=dots] button").first()).toHaveAttribute("aria-current", "true");
	});

	test("the carousel working, also when its script starts before the preview's script", { tag: "@phone" }, async ({
		page,
		site,
	}) => {
		const { release } = await holdRequests(page, `${site.url}/preview.js`);
		await page.goto(site.url, { waitUntil: "commit" });
		await turnCarousel(page);
		release();
		await page.waitForLoadState("networkidle");
		site.save("review-ben", "name", "Saved");
		await expect(page.locator("#review-ben cite")).toHaveText("Saved");
		await expect(page.locator("site-carousel")).toHaveAttribute("data-state", "ready");
		await expectSecondPage(page);
	});

	test("a selection unchanged", { tag: "@desktop" }, async ({ page, site }) => {
		await page.goto(site.url);
		await selectText(page, "#review-ann cite");
		await saveTitle(site, page);
		expect(await selectedText(page)).toBe("review-ann");
	});

	test("a selection in the unchanged part of the saved text", { tag: "@desktop" }, async ({ page, site }) => {
		site.save("review-ann", "name", "Before and behind");
		await page.goto(site.url);
		const name = page.locator("#review-ann cite");
		await expect(name).toHaveText("Before and behind");
		await name.evaluate(({ firstChild }) => {
			if (firstChild) getSelection()?.setBaseAndExtent(firstChild, 11, firstChild, 17);
		});
		site.save("review-ann", "name", "Before, within and behind");
		await expect(name).toHaveText("Before, within and behind");
		expect(await selectedText(page)).toBe("behind");
	});

	test("typed text, and the focus in its field", { tag: "@desktop" }, async ({ page, site }) => {
		await page.goto(site.url);
		await page.locator("#newsletter-email").pressSequentially("ada@");
		await saveTitle(site, page);
		await page.keyboard.type("example.org");
		await expect(page.locator("#newsletter-email")).toHaveValue("ada@example.org");
	});

	test("typed text in a field whose label was saved", { tag: "@desktop" }, async ({ page, site }) => {
		await page.goto(site.url);
		await page.locator("#newsletter-email").pressSequentially("ada@example.org");
		site.save("newsletter", "emailInputLabel", "Saved");
		await expect(page.locator("label[for=newsletter-email]")).toHaveText("Saved");
		await expect(page.locator("#newsletter-email")).toHaveValue("ada@example.org");
	});

	test("an open section open, also when its title was saved", { tag: "@desktop" }, async ({ page, site }) => {
		await page.goto(`${site.url}/programmes`);
		await page.locator(".disclosure summary").click();
		site.save(listIds.programme, "title", "Saved");
		await expect(page.locator(".disclosure h2")).toHaveText("Saved");
		await expect(page.locator(".disclosure")).toHaveAttribute("open");
	});

	test("elements that a script or a browser extension has added", { tag: "@desktop" }, async ({ page, site }) => {
		await page.goto(site.url);
		await page.locator("h1").evaluate((heading) => {
			heading.before(document.createElement("aside"));
			heading.classList.add("marked");
		});
		await saveTitle(site, page);
		await expect(page.locator("aside + h1.marked")).toHaveCount(1);
	});
});

test.describe("a deleted review", () => {
	test("is removed from the page, and so is its dot", { tag: "@phone" }, async ({ page, site }) => {
		await page.goto(site.url);
		await turnCarousel(page);
		site.content.delete("review-cleo");
		await site.requestPoll("saved");
		await expect(page.locator("#review-cleo")).toHaveCount(0);
		await expectSecondPage(page, 2);
	});
});

test.describe("an added review", () => {
	test("gets a dot and leaves the carousel on its page", { tag: "@phone" }, async ({ page, site }) => {
		await page.goto(site.url);
		await turnCarousel(page);
		site.content.add("review-dora", { ...site.content.item("review-ann").fields });
		site.content.set("home", "reviews", plain([...reviewIds, "review-dora"].map(entryLink)));
		site.content.touch("home");
		await site.requestPoll("saved");
		await expectSecondPage(page, 4);
	});
});

test.describe("after a change of language", () => {
	test("a save is shown without a reload, and typed text stays", { tag: "@desktop" }, async ({ page, site }) => {
		await page.goto(site.url);
		await markDocument(page);
		await page.getByRole("switch").click();
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		await page.locator("#newsletter-email").pressSequentially("ada@");
		await saveTitle(site, page, "Saved", "Saved (ru)");
		await page.keyboard.type("example.org");
		await expect(page.locator("#newsletter-email")).toHaveValue("ada@example.org");
		expect(await isDocumentMarked(page), "no load").toBe(true);
	});

	test("the page shows a save that is newer than the prefetched counterpart", { tag: "@desktop" }, async ({
		page,
		site,
	}) => {
		await page.goto(site.url);
		await markDocument(page);
		const fetched = page.waitForResponse(`${site.url}/ru`);
		await page.getByRole("switch").focus();
		await fetched;
		await saveTitle(site, page);
		await page.getByRole("switch").click();
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		await expect(page.locator("h1")).toHaveText("Saved (ru)");
		expect(await isDocumentMarked(page), "no load").toBe(true);
	});

	test("an update that was requested before the change does not replace the page", { tag: "@desktop" }, async ({
		page,
		site,
	}) => {
		await page.goto(site.url, { waitUntil: "networkidle" });
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

	test("a save leaves a section open that was opened before the change", { tag: "@desktop" }, async ({
		page,
		site,
	}) => {
		await page.goto(`${site.url}/programmes`);
		await page.locator(".disclosure summary").click();
		await page.getByRole("switch").click();
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		site.save(listIds.programme, "title", "Saved");
		await expect(page.locator(".disclosure h2")).toHaveText("Saved (ru)");
		await expect(page.locator(".disclosure")).toHaveAttribute("open");
	});

	test("an open section stays open when the other language was prefetched before a save", { tag: "@desktop" }, async ({
		page,
		site,
	}) => {
		await page.goto(`${site.url}/programmes`);
		await markDocument(page);
		await page.locator(".disclosure summary").click();
		const fetched = page.waitForResponse(`${site.url}/ru/programmes`);
		await page.getByRole("switch").dispatchEvent("pointerdown");
		await fetched;
		site.save(listIds.programme, "title", "Saved");
		await expect(page.locator(".disclosure h2")).toHaveText("Saved");
		await page.getByRole("switch").click();
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		await expect(page.locator(".disclosure h2")).toHaveText("Saved (ru)");
		await expect(page.locator(".disclosure")).toHaveAttribute("open");
		expect(await isDocumentMarked(page), "no load").toBe(true);
	});
});

test("a late response with an earlier save does not replace a newer save", { tag: "@desktop" }, async ({
	page,
	site,
}) => {
	await page.goto(site.url, { waitUntil: "networkidle" });
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

test("a save whose page could not be loaded is retried", { tag: "@desktop" }, async ({ page, site, tolerate }) => {
	tolerate(/502/);
	await page.goto(site.url, { waitUntil: "networkidle" });
	const fail = (route: Route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
	await page.route(`${site.url}/`, fail, { times: 1 });
	await saveTitle(site, page);
});

test("a save that changes the styles reloads the page", { tag: "@desktop" }, async ({ page, site, tolerate }) => {
	// The test adds styles that the content security policy of the open page forbids.
	tolerate(/style-src/);
	await page.goto(site.url, { waitUntil: "networkidle" });
	await markDocument(page);
	const restyle = async (route: Route) => {
		const response = await route.fetch();
		await route.fulfill({ response, body: (await response.text()).replace("</style>", ".other {}</style>") });
	};
	await page.route(`${site.url}/`, restyle, { times: 1 });
	const reloaded = page.waitForEvent("load");
	await saveTitle(site, page);
	await reloaded;
	expect(await isDocumentMarked(page)).toBe(false);
});

test("a page does not retry when the server has no event stream", { tag: "@desktop" }, async ({
	page,
	site,
	tolerate,
}) => {
	tolerate(/404/);
	let connections = 0;
	await page.route(site.url + previewChangesPath, (route) => {
		if (isConnection(route.request())) connections += 1;
		return route.fulfill({ status: 404 });
	});
	await page.goto(site.url);
	await expect.poll(() => connections).toBe(1);
	// Long enough for the page to open a second connection, which must not happen.
	await page.waitForTimeout(2500);
	expect(connections).toBe(1);
});

test.describe("requests for polls", () => {
	/** Opens the home page with a clock that the test moves. Returns the reasons of the page's requests for polls. */
	async function openWithClock(page: Page, site: PreviewSite): Promise<string[]> {
		const reasons: string[] = [];
		page.on("request", (request) => {
			const { pathname, searchParams } = new URL(request.url());
			if (pathname === previewPollPath) reasons.push(searchParams.get(pollReasonParameter) ?? "");
		});
		await page.clock.install();
		await page.goto(site.url);
		await expect.poll(() => reasons).toEqual(["visible"]);
		return reasons;
	}

	async function setHidden(page: Page, isHidden: boolean): Promise<void> {
		await page.evaluate((hidden) => {
			Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
			document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
		}, isHidden);
	}

	test("are sent by a visible page at once and then every ten seconds", { tag: "@desktop" }, async ({ page, site }) => {
		const reasons = await openWithClock(page, site);
		await page.clock.runFor(60_000);
		await expect.poll(() => reasons).toEqual(["visible", ...Array(6).fill("interval")]);
	});

	test("are not sent by a hidden page, and are sent at once when it becomes visible again", {
		tag: "@desktop",
	}, async ({ page, site }) => {
		const reasons = await openWithClock(page, site);
		await setHidden(page, true);
		await page.clock.runFor(60_000);
		expect(reasons).toEqual(["visible"]);
		await setHidden(page, false);
		await expect.poll(() => reasons).toEqual(["visible", "visible"]);
	});

	test("are not sent by a page that was not used for ten minutes, until it is used again", {
		tag: "@desktop",
	}, async ({ page, site }) => {
		const reasons = await openWithClock(page, site);
		await page.clock.fastForward(10 * 60_000);
		await page.clock.runFor(60_000);
		expect(reasons).toEqual(["visible"]);
		await page.keyboard.press("Shift");
		await expect.poll(() => reasons).toEqual(["visible", "visible"]);
		await page.clock.runFor(10_000);
		await expect.poll(() => reasons).toEqual(["visible", "visible", "interval"]);
	});

	test("end when the server knows none, as on a static host", { tag: "@desktop" }, async ({ page, site, tolerate }) => {
		tolerate(/404/);
		await page.route(`${site.url}${previewPollPath}*`, (route) => route.fulfill({ status: 404 }));
		const reasons = await openWithClock(page, site);
		await page.clock.runFor(60_000);
		expect(reasons).toEqual(["visible"]);
	});
});

test.describe("tabs of one browser", () => {
	test("show a save over one shared connection, even if there are more tabs than the browser allows connections", {
		tag: "@desktop",
	}, async ({ context, site }) => {
		const connections: string[] = [];
		context.on("request", (request) => {
			if (isConnection(request)) connections.push(request.url());
		});
		const pages: Page[] = [];
		for (let count = 0; count < 8; count += 1) {
			const page = await context.newPage();
			await page.goto(site.url);
			pages.push(page);
		}
		site.save("home", "heroTitle", "Saved");
		for (const page of pages) await expect(page.locator("h1")).toHaveText("Saved");
		expect(connections.length).toBe(1);
	});

	test("show a save after the tab with the connection was closed", { tag: "@desktop" }, async ({ context, site }) => {
		const [first, second, third] = [await context.newPage(), await context.newPage(), await context.newPage()];
		for (const page of [first, second, third]) await page.goto(site.url);
		await first.close();
		site.save("home", "heroTitle", "Saved");
		for (const page of [second, third]) await expect(page.locator("h1")).toHaveText("Saved");
	});

	test("show a save that they missed in the background when they come to the front", { tag: "@desktop" }, async ({
		context,
		site,
	}) => {
		await context.addInitScript(() => {
			BroadcastChannel.prototype.postMessage = () => {};
		});
		const [first, second] = [await context.newPage(), await context.newPage()];
		for (const page of [first, second]) await page.goto(site.url);
		await saveTitle(site, first);
		await second.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
		await expect(second.locator("h1")).toHaveText("Saved");
	});

	test("have one connection each when the browser has no Web Locks", { tag: "@desktop" }, async ({ context, site }) => {
		await context.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
		const pages = [await context.newPage(), await context.newPage()];
		for (const page of pages) await page.goto(site.url);
		site.save("home", "heroTitle", "Saved");
		for (const page of pages) await expect(page.locator("h1")).toHaveText("Saved");
	});
});

test.describe("behind a proxy", () => {
	test("that buffers responses, a save is shown", { tag: "@desktop" }, async ({ page, site }) => {
		const proxy = await startProxy(site.url);
		await page.goto(proxy.url);
		await saveTitle(site, page);
		await page.close();
		proxy.close();
	});

	test("that responded with 502 during a save, the save is shown when it responds again", { tag: "@desktop" }, async ({
		page,
		site,
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
});
