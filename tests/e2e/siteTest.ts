import { test as base, expect, type Page, type Route } from "@playwright/test";
import { loadSnapshots, type Snapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";

/** Content of the built site. */
export const snapshots = await loadSnapshots("content/generated");

type Fixtures = {
	/**
	 * Allows problems that a test causes on purpose: problems that match the pattern do not fail the test. A problem is a
	 * line such as `console error: Failed to load resource …`, `page error: …`, `response 404: http://…` or `request
	 * failed: net::ERR_… http://…`.
	 */
	tolerate: (pattern: RegExp) => void;
};

/**
 * Playwright test that also fails on problems that the browser reports: console errors, page errors and failed
 * requests.
 */
export const test = base.extend<Fixtures>({
	tolerate: [
		async ({ context }, use) => {
			const problems: string[] = [];
			const tolerated: RegExp[] = [];
			context.on("weberror", (event) => problems.push(`page error: ${event.error().stack ?? event.error()}`));
			context.on("console", (message) => {
				if (message.type() !== "error" && message.type() !== "warning") return;
				problems.push(`console ${message.type()}: ${message.text()} ${message.location().url}`);
			});
			context.on("requestfailed", (request) => {
				const reason = request.failure()?.errorText;
				// A navigation cancels the open requests of a page.
				if (/ABORTED|cancelled/.test(reason ?? "")) return;
				problems.push(`request failed: ${reason} ${request.url()}`);
			});
			context.on("response", (response) => {
				if (response.status() >= 400) problems.push(`response ${response.status()}: ${response.url()}`);
			});
			await use((pattern) => tolerated.push(pattern));
			const unexpected = problems.filter((line) => !tolerated.some((pattern) => pattern.test(line)));
			expect(unexpected, "problems that the browser reported").toEqual([]);
		},
		{ auto: true },
	],
	// Makes each `page.goto` wait until the page's script has started, unless it has the option `{ waitUntil: "commit"
	// }`.
	page: async ({ page, javaScriptEnabled }, use) => {
		const { goto } = page;
		const isReady = () => !document.querySelector("script[data-entry]") || customElements.get("site-carousel");
		page.goto = async (url, options) => {
			const response = await goto.call(page, url, options);
			if (javaScriptEnabled && options?.waitUntil !== "commit") await page.waitForFunction(isReady);
			return response;
		};
		await use(page);
	},
});

export { expect };

/**
 * Replaces the documents of the site by documents with other content, from the next navigation on. The replacements
 * have no content security policy, because the built policy allows only the built styles.
 */
export async function showContent(page: Page, content: Snapshots): Promise<void> {
	const documents = await renderSite("dist", content, { url: "http://localhost", indexable: false });
	const documentOf = ({ pathname }: URL) => documents.get(fileOf(pathname))?.html;
	await page.route(
		(url) => documentOf(url) !== undefined,
		(route) => {
			const body = documentOf(new URL(route.request().url())) ?? "";
			return route.fulfill({ contentType: "text/html; charset=utf-8", body });
		},
	);
}

/** Holds matching requests until `release` is called. `release` continues them, or passes them to a function. */
export async function holdRequests(page: Page, addresses: string | RegExp) {
	const released = Promise.withResolvers<(route: Route) => unknown>();
	await page.route(addresses, async (route) => (await released.promise)(route));
	return { release: (end = (route: Route): unknown => route.continue()) => released.resolve(end) };
}

/** Waits for two animation frames, after which all changes are painted. */
export const waitForPaint = (page: Page): Promise<unknown> =>
	page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Expects no layout shift since the page was opened.
 * @param isPressed whether the test has pressed a control. Shifts with `hadRecentInput` are then ignored. Without a
 * press they count, because browsers also set that flag in the first half second of a page.
 */
export async function expectNoShift(page: Page, isPressed = false): Promise<void> {
	const shifts = await page.evaluate((isPressed) => {
		type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Element }[] };
		const observer = new PerformanceObserver(() => {});
		observer.observe({ type: "layout-shift", buffered: true });
		return (observer.takeRecords() as Shift[])
			.filter(({ hadRecentInput }) => !isPressed || !hadRecentInput)
			.map(({ value, sources }) => ({
				value,
				moved: sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 60)),
			}));
	}, isPressed);
	expect(shifts).toEqual([]);
}
