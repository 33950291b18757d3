import { randomInt } from "node:crypto";
import { test as base, expect, type Page, type Route } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots, type Snapshots } from "../../content/snapshotFiles.server.ts";
import { openRenderer } from "../../scripts/render/renderSite.ts";
import { bundleFolder } from "../tools/bundle.ts";

/** Content of the built site. */
export const snapshots = await loadSnapshots("content/generated");

type Fixtures = {
	/** Makes a test ignore problems that it causes on purpose, such as `response 404: http://…`. */
	tolerate: (pattern: RegExp) => void;
};

/** Playwright's `test`. A test also fails when the browser reports a problem that the test does not tolerate. */
export const test = base.extend<Fixtures>({
	tolerate: [
		async ({ context }, use) => {
			const problems: string[] = [];
			const tolerated: RegExp[] = [];
			context.on("weberror", (event) =>
				problems.push(`page error: ${event.error().stack ?? event.error()}`),
			);
			context.on("console", (message) => {
				if (message.type() !== "error" && message.type() !== "warning") return;
				problems.push(`console ${message.type()}: ${message.text()} ${message.location().url}`);
			});
			context.on("requestfailed", (request) => {
				const reason = request.failure()?.errorText;
				// A navigation cancels the pending requests of the page, so a cancelled request is no problem.
				if (/ABORTED|cancelled/.test(reason ?? "")) return;
				problems.push(`request failed: ${reason} ${request.url()}`);
			});
			context.on("response", (response) => {
				if (response.status() >= 400)
					problems.push(`response ${response.status()}: ${response.url()}`);
			});
			await use((pattern) => tolerated.push(pattern));
			const unexpected = problems.filter(
				(line) => !tolerated.some((pattern) => pattern.test(line)),
			);
			expect(unexpected, "problems that the browser reported").toEqual([]);
		},
		{ auto: true },
	],
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

const pagePaths = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));

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
 * Expects no layout shift since the page was opened, or since `sinceMs` of its clock.
 * @param isPressed whether shifts with `hadRecentInput` are allowed, because the test has pressed a control
 */
export async function expectNoShift(
	page: Page,
	{ isPressed = false, sinceMs = 0 } = {},
): Promise<void> {
	const inspect = ({ isPressed, sinceMs }: { isPressed: boolean; sinceMs: number }) => {
		type Shift = PerformanceEntry & {
			value: number;
			hadRecentInput: boolean;
			sources: { node?: Element }[];
		};
		const observer = new PerformanceObserver(() => {});
		observer.observe({ type: "layout-shift", buffered: true });
		// `hadRecentInput` does not prove user input, because browsers also set it during a page's first 500 ms.
		return (observer.takeRecords() as Shift[])
			.filter(
				({ hadRecentInput, startTime }) => startTime >= sinceMs && (!isPressed || !hadRecentInput),
			)
			.map(({ value, sources }) => ({
				value,
				moved: sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 60)),
			}));
	};
	expect(await page.evaluate(inspect, { isPressed, sinceMs })).toEqual([]);
}
