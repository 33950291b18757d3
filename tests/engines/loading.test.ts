import { expect, test } from "vitest";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import {
	expectInPage,
	inEachEngine,
	press,
	serveExcept,
	traverseHistory,
	waitForScript,
} from "./engine.ts";

const isScrolled = () => scrollY > 100;

/**
 * Whether a page that is left is kept in the back/forward cache, for each tested case. Puppeteer disables this cache in
 * Chromium, and WebKit ignores what prevents it in Firefox.
 */
const cacheStates = { Firefox: [true, false], Chromium: [false], WebKit: [true] };

/** Runs in the page. Returns whether all pictures are loaded. */
function loadAllPictures(): boolean {
	const images = [...document.images];
	for (const image of images) image.loading = "eager";
	return images.every(({ complete }) => complete);
}

inEachEngine((open, name) => {
	test("a followed link requests its page once", async () => {
		const packages = "/packages";
		const requests: string[] = [];
		const url = await serveExcept((path) => {
			requests.push(path);
			return false;
		});
		const page = await open(url);
		await press(page, `#menu a[href="${packages}"]`);
		await expectInPage(page, () => location.pathname).toBe(packages);
		await waitForScript(page);
		expect(requests.filter((path) => path === packages)).toHaveLength(1);
	});

	test.each([200, 503])("parsing waits for late styles, also with status %i", async (status) => {
		const url = await serveExcept((path, response) => {
			if (!path.includes("/late.")) return false;
			response.writeHead(status, { "Content-Type": "text/css" });
			setTimeout(() => response.end(), 500);
			return true;
		});
		const page = await open(`${url}/packages`);
		const hasWaited = () => {
			const [navigation] = performance.getEntriesByType("navigation");
			const styles = performance.getEntriesByType("resource").find(({ name }) => /late/.test(name));
			const [read, arrived] = [navigation, styles] as PerformanceNavigationTiming[];
			return read && arrived && read.domInteractive >= arrived.responseEnd;
		};
		await expectInPage(page, hasWaited).toBe(true);
		await expectInPage(page, () => document.querySelector("footer")?.checkVisibility()).toBe(true);
	});

	for (const isKept of cacheStates[name]) {
		test(`Back and Forward restore the place, kept in memory: ${isKept}`, async () => {
			const page = await open("/about");
			const at = () => `${location.pathname} ${document.readyState}`;
			const leaveTraces = async () => {
				await markDocument(page);
				// A listener for `unload` prevents the back/forward cache.
				if (!isKept) await page.evaluate(() => addEventListener("unload", () => {}));
				// A request that is pending when the page is left prevents the back/forward cache, too.
				await expectInPage(page, loadAllPictures).toBe(true);
				await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
				await expectInPage(page, isScrolled).toBe(true);
			};
			await leaveTraces();
			await press(page, '#menu a[href="/programmes"]');
			await expectInPage(page, at).toBe("/programmes complete");
			await waitForScript(page);
			await leaveTraces();
			for (const [direction, path] of [
				["back", "/about"],
				["forward", "/programmes"],
			] as const) {
				await traverseHistory(page, direction);
				await expectInPage(page, at).toBe(`${path} complete`);
				await expectInPage(page, isScrolled).toBe(true);
				expect(await isDocumentMarked(page)).toBe(isKept);
				await waitForScript(page);
			}
			await markDocument(page);
			await press(page, "#language-switch");
			await expectInPage(page, () => document.documentElement.lang).toBe("ru");
			expect(await isDocumentMarked(page), "changed in place").toBe(true);
		});
	}
});
