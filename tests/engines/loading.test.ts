import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import {
	expectInPage,
	inEachEngine,
	inFirefoxAndChromium,
	press,
	serveExcept,
	traverseHistory,
	waitForScript,
} from "./engine.ts";

const { ru } = await loadSnapshots("content/generated");

const isScrolled = () => scrollY > 100;

/** Expects that the language changes without a navigation, which proves that the page's script has started. */
async function expectScript(page: EnginePage): Promise<void> {
	await waitForScript(page);
	const before = await page.evaluate(() => document.documentElement.lang);
	await markDocument(page);
	await press(page, "#language-switch");
	await expectInPage(page, () => document.documentElement.lang).not.toBe(before);
	expect(await isDocumentMarked(page), "changed in place").toBe(true);
}

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
	test("a fragment scrolls to its element, and the script starts", async () => {
		const { id = "" } = ru.programmes.programmes.at(-1) ?? {};
		const page = await open(`${pathOf("programmes", "ru")}#${id}`);
		const isThere = (name: string) => {
			const element = document.getElementById(name);
			const top = element?.getBoundingClientRect().top ?? -1;
			return element?.checkVisibility() && top > 0 && top < innerHeight;
		};
		await expectInPage(page, isThere, id).toBe(true);
		await expectInPage(page, isScrolled).toBe(true);
		await expectScript(page);
	});

	test("a page is shown when the stored language has none", async () => {
		const [about, russian] = [pathOf("about", "en-US"), pathOf("about", "ru")];
		const url = await serveExcept((path, response) => {
			if (path !== russian) return false;
			response.writeHead(204).end();
			return true;
		});
		const page = await open(url);
		await page.evaluate(() => {
			localStorage.locale = "ru";
		});
		// Neither awaits `goto` nor reports its errors, because the navigation to the Russian page can interrupt `goto`.
		page.goto(url + about).catch(() => {});
		await expectInPage(page, () => location.pathname).toBe(about);
		await expectInPage(page, () => document.querySelector("main")?.checkVisibility()).toBe(true);
		const isPainted = () => performance.getEntriesByName("first-contentful-paint").length > 0;
		await expectInPage(page, isPainted).toBe(true);
		await waitForScript(page);
	});

	for (const isKept of cacheStates[name]) {
		test(`Back and Forward restore the place, kept in memory: ${isKept}`, async () => {
			const page = await open(pathOf("about", "en-US"));
			const at = () => `${location.pathname} ${document.readyState}`;
			const [about, programmes] = [
				`${pathOf("about", "en-US")} complete`,
				`${pathOf("programmes", "en-US")} complete`,
			];
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
			await press(page, `#menu a[href="${pathOf("programmes", "en-US")}"]`);
			await expectInPage(page, at).toBe(programmes);
			await waitForScript(page);
			await leaveTraces();
			await traverseHistory(page, "back");
			await expectInPage(page, at).toBe(about);
			await expectInPage(page, isScrolled).toBe(true);
			expect(await isDocumentMarked(page)).toBe(isKept);
			await waitForScript(page);
			await traverseHistory(page, "forward");
			await expectInPage(page, at).toBe(programmes);
			await expectInPage(page, isScrolled).toBe(true);
			expect(await isDocumentMarked(page)).toBe(isKept);
			await expectScript(page);
		});
	}
});

inFirefoxAndChromium((open) => {
	test("a tab opened in the background starts its script", async () => {
		const page = await open(pathOf("home", "en-US"));
		const tab = await page.browserContext().newPage({ background: true });
		await tab.setViewport({ width: 1280, height: 800 });
		await tab.goto(new URL(pathOf("about", "en-US"), page.url()).href);
		expect(await tab.evaluate(() => document.visibilityState)).toBe("hidden");
		await tab.bringToFront();
		await expectInPage(tab, () => document.visibilityState).toBe("visible");
		await expectScript(tab);
	});
});
