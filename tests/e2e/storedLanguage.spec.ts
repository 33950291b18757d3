import type { Page } from "@playwright/test";
import { localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import { hostilePaths } from "../tools/hostilePaths.ts";
import { clearStorage, countEntries, expectPage, languageSwitch, placeholder, storedLocale } from "./language.ts";
import { expect, holdRequests, test } from "./siteTest.ts";

const about = pathOf("about", "en-US");
const russian = pathOf("about", "ru");

// The browser prefers Russian, but `Accept-Language` must not change the language of a page.
test.use({ locale: "ru-RU" });

/** Stores a language in `localStorage` before any page of the site is opened. */
const storeLanguage = (page: Page, value: string) =>
	page.addInitScript((locale) => {
		if (location.protocol === "about:" || sessionStorage.isStored) return;
		localStorage.locale = locale;
		sessionStorage.isStored = true;
	}, value);

/**
 * Records the language of each document at its first paint.
 * @returns the array of the recorded languages, which grows while the test opens documents
 */
async function recordPaints(page: Page): Promise<string[]> {
	const painted: string[] = [];
	await page.exposeFunction("notePaint", (lang: string) => painted.push(lang));
	await page.addInitScript(() => {
		const { notePaint } = window as unknown as { notePaint: (lang: string) => void };
		new PerformanceObserver(() => notePaint(document.documentElement.lang)).observe({ type: "paint", buffered: true });
	});
	return painted;
}

test("the stored language is restored before anything is painted", async ({ page }) => {
	const painted = await recordPaints(page);
	await storeLanguage(page, "ru");
	// Delays the Russian page by 400 ms. Meanwhile, the browser must not paint the English text.
	await page.route(russian, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 400));
		await route.continue();
	});
	await page.goto("about:blank");
	const entries = await countEntries(page);
	await page.goto(`${about}?from=letter#content`);
	await expectPage(page, "about", "ru", "?from=letter#content");
	expect(await countEntries(page)).toBe(entries + 1);
	await expect.poll(() => painted).toContain("ru");
	expect(painted).not.toContain("en-US");
	expect(await storedLocale(page)).toBe("ru");
});

test("a page that returns from the back/forward cache or was prerendered is replaced by the page in the stored language", async ({
	page,
}) => {
	for (const name of ["pageshow", "prerenderingchange"]) {
		await page.goto(about);
		const isShown = await page.evaluate((event) => {
			localStorage.locale = "ru";
			if (event === "pageshow") dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
			else document.dispatchEvent(new Event("prerenderingchange"));
			return document.querySelector("main")?.checkVisibility();
		}, name);
		expect(isShown, "the wrong language is visible").toBe(false);
		await expectPage(page, "about", "ru");
		await clearStorage(page);
	}
});

test("a language link that is opened in a new tab stores its language, and does not change the first tab", async ({
	page,
	context,
	baseURL,
}) => {
	for (const press of [{ button: "middle" as const }, { modifiers: ["ControlOrMeta" as const] }]) {
		await page.goto(about);
		expect(await storedLocale(page), "nothing before a choice").toBeNull();
		const [tab] = await Promise.all([context.waitForEvent("page"), languageSwitch(page).click(press)]);
		await expectPage(tab, "about", "ru");
		expect(await storedLocale(page)).toBe("ru");
		await expectPage(page, "about", "en-US");
		await tab.close();
		await clearStorage(page);
	}
	await storeLanguage(page, "en-US");
	// Opening a language link from the context menu sends the referrer but fires no click event.
	await page.goto(russian, { referer: `${baseURL}${about}?from=letter` });
	await expectPage(page, "about", "ru");
	expect(await storedLocale(page)).toBe("ru");
});

test("the load event during a change of language does not restore the stored language", async ({ page }) => {
	const picture = await holdRequests(page, /\/media\/.*\.jpg$/);
	const counterpart = await holdRequests(page, russian);
	await page.goto(about, { waitUntil: "domcontentloaded" });
	await markDocument(page);
	await languageSwitch(page).click();
	await expect(placeholder(page, "en-US")).toBeVisible();
	picture.release();
	await page.waitForLoadState("load");
	counterpart.release();
	await expectPage(page, "about", "ru");
	expect(await isDocumentMarked(page), "no load").toBe(true);
});

test("with blocked storage the switch changes the language in place", async ({ page }) => {
	await page.addInitScript(() =>
		Object.defineProperty(window, "localStorage", {
			get() {
				throw new DOMException("Blocked", "SecurityError");
			},
		}),
	);
	await page.goto(russian);
	await markDocument(page);
	await languageSwitch(page).click();
	await expectPage(page, "about", "en-US");
	expect(await isDocumentMarked(page)).toBe(true);
});

test("the home page is replaced by the home page in the stored language", async ({ page }) => {
	await storeLanguage(page, "ru");
	await page.goto("/", { waitUntil: "commit" });
	await expectPage(page, "home", "ru");
});

test("an unknown stored language changes no page", async ({ page }) => {
	await storeLanguage(page, "en");
	for (const locale of localeCodes) {
		await page.goto(pathOf("home", locale), { waitUntil: "commit" });
		await expectPage(page, "home", locale);
	}
});

const unknownPaths = ["/no-such-page", ...hostilePaths];

for (const locale of localeCodes) {
	for (const path of unknownPaths.map((path) => locales[locale].prefix + path)) {
		test(`the 404 page at ${path} is not replaced by a page in the stored language`, async ({
			page,
			baseURL,
			tolerate,
		}) => {
			tolerate(/404/);
			await storeLanguage(page, otherLocale(locale));
			const navigations: string[] = [];
			page.on("request", (request) => request.isNavigationRequest() && navigations.push(request.url()));
			const response = await page.goto(`${baseURL}${path}`);
			expect(response?.status()).toBe(404);
			await expect(page.locator("html")).toHaveAttribute("lang", locale);
			await expect(page.getByRole("main")).toBeVisible();
			expect(navigations).toEqual([response?.url()]);
			expect(new URL(page.url()).origin).toBe(baseURL);
		});
	}
}

test.describe("a page that waits for the page in the stored language", () => {
	/** Ignores errors of `goto`, because the page's script can replace the English page by the Russian page. */
	async function openAbout(page: Page): Promise<void> {
		await storeLanguage(page, "ru");
		await page.goto(about, { waitUntil: "commit" }).catch(() => {});
	}

	test.beforeEach(({ tolerate }) => {
		// A hidden page does not use its preloads in time, so the browser warns about them.
		tolerate(/preloaded using link preload/);
	});

	test("is shown completely and with a working script when the response has no document", async ({ page }) => {
		const asked: string[] = [];
		const painted = await recordPaints(page);
		await page.route(russian, async (route) => {
			asked.push(route.request().url());
			await route.fulfill({ status: 204 });
		});
		await openAbout(page);
		await expectPage(page, "about", "en-US");
		await expect(page.locator("footer")).toHaveCount(1);
		// Checks that the page is painted, because Chromium can load a document and never paint it.
		await expect.poll(() => painted).toContain("en-US");
		expect(asked).toHaveLength(1);
		await page.unroute(russian);
		await languageSwitch(page).click();
		await expectPage(page, "about", "ru");
	});

	test("is shown when the visitor presses Stop", async ({ page, context }) => {
		await holdRequests(page, russian);
		const painted = await recordPaints(page);
		const asked = page.waitForRequest(`**${russian}`);
		await openAbout(page);
		await asked;
		const session = await context.newCDPSession(page);
		await session.send("Page.stopLoading");
		await expectPage(page, "about", "en-US");
		await expect.poll(() => painted).toContain("en-US");
	});

	test("is shown while the response is slow, and replaced when the response arrives", async ({ page }) => {
		const painted = await recordPaints(page);
		const counterpart = await holdRequests(page, russian);
		await openAbout(page);
		await expect.poll(() => painted).toContain("en-US");
		counterpart.release();
		await expectPage(page, "about", "ru");
	});
});

test("a host that sends the same page for every URL causes no endless navigation", async ({
	page,
	request,
	baseURL,
}) => {
	const body = await (await request.get(`${baseURL}${about}`)).text();
	let answers = 0;
	await page.route(`**${russian}`, async (route) => {
		answers++;
		await route.fulfill({ contentType: "text/html; charset=utf-8", body });
	});
	await storeLanguage(page, "ru");
	await page.goto(about, { waitUntil: "commit" });
	await expect(page).toHaveURL(russian);
	await page.waitForLoadState();
	await expect(page.getByRole("main")).toBeVisible();
	expect(answers).toBeLessThanOrEqual(2);
});

test("a prerendered page loads its script when it is activated, and not before", async ({ page }) => {
	await page.addInitScript(() => {
		Object.defineProperty(Document.prototype, "prerendering", { value: true, configurable: true });
	});
	const scripts: string[] = [];
	page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
	await page.goto(about, { waitUntil: "commit" });
	await page.waitForLoadState();
	await page.waitForTimeout(1_500);
	expect(scripts).toEqual([]);
	await page.evaluate(() => {
		Object.defineProperty(Document.prototype, "prerendering", { value: false });
		document.dispatchEvent(new Event("prerenderingchange"));
	});
	await expect.poll(() => scripts.length).toBe(1);
});
