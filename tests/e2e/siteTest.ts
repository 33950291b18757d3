import { randomInt } from "node:crypto";
import { test as base, expect, type Locator, type Page, type Route } from "@playwright/test";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { pageFacts, type RouteName } from "../../content/pages.ts";
import { listPaths, pathOf } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { loadSnapshots } from "../../environment/snapshotFiles.server.ts";
import { openRenderer } from "../../scripts/render/renderSite.ts";
import { headingOf } from "../contents.ts";
import { bundleFolder } from "../tools/bundle.ts";

/** Content of the built site. */
export const snapshots = await loadSnapshots("content/generated");

type Fixtures = {
	/** Makes a test ignore problems that it causes on purpose, such as `response 404: http://…`. */
	tolerate: (pattern: RegExp) => void;
};

/**
 * Playwright's `test`. The tag @phone gives a test the screen of a phone. A test also fails when the browser reports a
 * problem that the test does not tolerate.
 */
export const test = base.extend<Fixtures>({
	tolerate: [
		async ({ context }, use) => {
			const problems: string[] = [];
			const tolerated: RegExp[] = [];
			context.on("weberror", (event) =>
				problems.push(`page error: ${event.error().stack ?? event.error()}`),
			);
			// Browsers also log requests that fail.
			context.on("console", (message) => {
				if (message.type() !== "error" && message.type() !== "warning") return;
				problems.push(`console ${message.type()}: ${message.text()} ${message.location().url}`);
			});
			await use((pattern) => tolerated.push(pattern));
			const unexpected = problems.filter(
				(line) => !tolerated.some((pattern) => pattern.test(line)),
			);
			expect(unexpected, "problems that the browser reported").toEqual([]);
		},
		{ auto: true },
	],
	isMobile: ({ isMobile }, use, { tags }) => use(isMobile || tags.includes("@phone")),
	hasTouch: ({ isMobile }, use) => use(isMobile),
	viewport: ({ isMobile, viewport }, use) => use(isMobile ? { width: 375, height: 812 } : viewport),
	// Makes `page.goto` wait until the script of the page has started. With `{ waitUntil: "commit" }` it does not wait.
	page: async ({ page, javaScriptEnabled }, use) => {
		const { goto } = page;
		const isReady = () =>
			!document.querySelector("head > script[src]") || customElements.get("site-carousel");
		page.goto = async (url, options) => {
			const response = await goto.call(page, url, options);
			if (javaScriptEnabled && options?.waitUntil !== "commit") await page.waitForFunction(isReady);
			return response;
		};
		await use(page);
	},
});

export { expect };

const pagePaths = localeCodes.flatMap((locale) => listPaths(snapshots[locale]));

/**
 * Replaces the site's pages by pages with other content. Renders only the pages that the test opens. Sends no content
 * security policy, because the policy of the built pages would block the new styles.
 */
export async function showContent(page: Page, content: Snapshots): Promise<void> {
	const render = await openRenderer(bundleFolder);
	await page.route(
		({ pathname }) => pagePaths.includes(pathname),
		async (route) => {
			const { pathname } = new URL(route.request().url());
			const site = { url: "http://localhost", indexable: false };
			const { document } = await render(pathname, content, site);
			await route.fulfill({ contentType: "text/html; charset=utf-8", body: document.html });
		},
	);
}

export const languageSwitch = (page: Page): Locator => page.getByRole("switch");
export const placeholder = (page: Page, locale: Locale): Locator =>
	page.getByText(words[locale].loading, { exact: true });
export const storedLocale = (page: Page): Promise<string | null> =>
	page.evaluate(() => localStorage.getItem("locale"));

export async function expectPage(
	page: Page,
	route: RouteName,
	locale: Locale,
	suffix = "",
): Promise<void> {
	await expect(page.locator("html")).toHaveAttribute("lang", locale);
	await expect(page).toHaveURL(pathOf(route, locale) + suffix);
	await expect(page.locator("main h1")).toHaveText(headingOf(pageFacts[route], snapshots[locale]));
	await expect(page.getByRole("main")).toBeVisible();
	await expect(placeholder(page, locale)).toBeHidden();
}

/** Returns headers with an IP address of their own, because the server limits the number of subscriptions per IP address. */
export const createSenderHeaders = () => ({
	"X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
});

/** Holds requests for `addresses` until the test calls the returned function `release`. */
export async function holdRequests(page: Page, addresses: string | RegExp) {
	const released = Promise.withResolvers<(route: Route) => unknown>();
	await page.route(addresses, async (route) => (await released.promise)(route));
	return { release: (end = (route: Route): unknown => route.continue()) => released.resolve(end) };
}

export const openSections = (page: Page): Promise<void> =>
	page.evaluate(() => {
		for (const section of document.querySelectorAll<HTMLDetailsElement>("main details"))
			section.open = true;
	});

/** Waits for two animation frames, so that all changes are painted. */
export const waitForPaint = (page: Page): Promise<unknown> =>
	page.evaluate(
		() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
	);

/**
 * Expects no layout shift since the page was opened.
 * @param isPressed whether shifts with `hadRecentInput` are allowed, because the test has pressed a control
 */
export async function expectNoShift(page: Page, { isPressed = false } = {}): Promise<void> {
	const moved = await page.evaluate((isPressed) => {
		type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node?: Element }[] };
		const observer = new PerformanceObserver(() => {});
		observer.observe({ type: "layout-shift", buffered: true });
		// `hadRecentInput` does not prove user input, because browsers also set it during a page's first 500 ms.
		return (observer.takeRecords() as Shift[])
			.filter((shift) => !(isPressed && shift.hadRecentInput))
			.map(({ sources }) => sources.map(({ node }) => node?.outerHTML ?? node?.textContent));
	}, isPressed);
	expect(moved).toEqual([]);
}
