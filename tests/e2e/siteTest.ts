import { test as base, expect, type Page, type Route } from "@playwright/test";
import { loadSnapshots, type Snapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";

/** Content of the built site. */
export const snapshots = await loadSnapshots("content/generated");

type Fixtures = {
	/**
	 * Declares trouble that a test causes on purpose: lines that match do not fail it. A line reads like
	 * `console error: Failed to load resource …`, `page error: …`, `answer 404: http://…` or `request failed: net::ERR_… http://…`.
	 */
	tolerate: (pattern: RegExp) => void;
};

/** Playwright's test, failing on whatever the browser complains about in the test's own context. */
export const test = base.extend<Fixtures>({
	tolerate: [
		async ({ context }, use) => {
			const trouble: string[] = [];
			const tolerated: RegExp[] = [];
			context.on("weberror", (event) => trouble.push(`page error: ${event.error().stack ?? event.error()}`));
			context.on("console", (message) => {
				if (message.type() !== "error" && message.type() !== "warning") return;
				trouble.push(`console ${message.type()}: ${message.text()} ${message.location().url}`);
			});
			context.on("requestfailed", (request) => {
				const reason = request.failure()?.errorText;
				// Requests that a page had not finished when the test navigated on.
				if (/ABORTED|cancelled/.test(reason ?? "")) return;
				trouble.push(`request failed: ${reason} ${request.url()}`);
			});
			context.on("response", (response) => {
				if (response.status() >= 400) trouble.push(`answer ${response.status()}: ${response.url()}`);
			});
			await use((pattern) => tolerated.push(pattern));
			const unexpected = trouble.filter((line) => !tolerated.some((pattern) => pattern.test(line)));
			expect(unexpected, "The browser complained").toEqual([]);
		},
		{ auto: true },
	],
	// Visitors who are faster than the script have links; most tests are about what it adds. Those that are about visitors who are
	// faster wait for no more than the answer, by `{ waitUntil: "commit" }`.
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

/** Puts the documents of other content in the place of the built ones, for the pages that are opened from now on. They come without the policy, which names the styles of the built ones. */
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

/** Holds requests for addresses back until they are let go, to where they were meant or to another end. */
export async function hold(page: Page, addresses: string | RegExp) {
	const released = Promise.withResolvers<(route: Route) => unknown>();
	await page.route(addresses, async (route) => (await released.promise)(route));
	return { release: (end = (route: Route): unknown => route.continue()) => released.resolve(end) };
}

/** Waits until what has changed is painted. */
export const settle = (page: Page): Promise<unknown> =>
	page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Expects that nothing has moved by itself since the page was opened.
 * @param isPressed whether something was pressed there: what moves within half a second of that moves by the visitor's hand. Browsers say
 * so, too, of the first half second of a page, in which its window gets its size, so that elsewhere they are not asked.
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
