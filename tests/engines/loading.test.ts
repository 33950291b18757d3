import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import {
	expectInPage,
	inEachEngine,
	inFirefoxAndChromium,
	isMenuOpen,
	press,
	scrollPage,
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

/** Serves the site on another port. Never responds to a request whose path matches `unanswered`. */
const serveWithout = (unanswered: RegExp) => serveExcept((path) => unanswered.test(path));

/**
 * Checks whether the page at a path is parsed. Does not wait for `load`, because Firefox does not fire `load` while a
 * script is pending.
 */
const isParsedAt = (path: string) => location.pathname === path && document.readyState !== "loading";

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
	test("a reload of a scrolled page starts the script", async () => {
		const page = await open(pathOf("home", "en-US"));
		await scrollPage(page, 0.5);
		await expectInPage(page, isScrolled).toBe(true);
		await page.reload();
		await expectInPage(page, isScrolled).toBe(true);
		await expectScript(page);
	});

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

	test("a picture far from the viewport keeps its space, and loads near the viewport", async () => {
		const page = await open(pathOf("functionalTests", "en-US"));
		const measure = () => {
			const image = document.querySelector<HTMLImageElement>(".example img");
			const { width, height } = image?.getBoundingClientRect() ?? { width: 0, height: 0 };
			const attributes = ["width", "height"].map((name) => Number(image?.getAttribute(name)));
			return { width, height, attributes, pageHeight: document.documentElement.scrollHeight };
		};
		// Waits for the fonts, because the heading font can change the number of lines and thus the measured positions.
		await page.evaluate(() => document.fonts.ready.then(() => undefined));
		const before = await page.evaluate(measure);
		const [width = 0, height = 0] = before.attributes;
		expect(before.width / before.height).toBeCloseTo(width / height);
		await page.evaluate(() => document.querySelector(".example")?.scrollIntoView({ behavior: "instant" }));
		await expectInPage(page, () => {
			const image = document.querySelector<HTMLImageElement>(".example img");
			return image?.complete && image.naturalWidth > 0 && image.checkVisibility();
		}).toBe(true);
		expect(await page.evaluate(measure)).toEqual(before);
	});

	for (const isKept of cacheStates[name]) {
		test(`back and forward restore the scroll position, ${isKept ? "with" : "without"} the back/forward cache`, async () => {
			const page = await open(pathOf("about", "en-US"));
			const at = () => `${location.pathname} ${document.readyState}`;
			const [about, programmes] = [`${pathOf("about", "en-US")} complete`, `${pathOf("programmes", "en-US")} complete`];
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

inFirefoxAndChromium((open, name) => {
	test("a menu whose link was followed before the script started is closed after Back", async () => {
		const page = await open("about:blank", { width: 375, hasScript: false });
		await page.goto((await serveWithout(/\.js$/)) + pathOf("about", "en-US"), { waitUntil: "domcontentloaded" });
		await press(page, "[data-part=open]");
		await expectInPage(page, isMenuOpen).toBe(true);
		await press(page, `#menu nav a[href="${pathOf("approach", "en-US")}"]`);
		await expectInPage(page, isParsedAt, pathOf("approach", "en-US")).toBe(true);
		await traverseHistory(page, "back");
		await expectInPage(page, () => location.pathname).toBe(pathOf("about", "en-US"));
		await expectInPage(page, isMenuOpen).toBe(false);
	});

	// Firefox also loads a script for the progress bar, which Chromium animates with CSS.
	const scripts = name === "Firefox" ? [/\/entries\/.+\.js$/, /\/chunks\/.+\.js$/] : [/\/entries\/.+\.js$/];
	test.each(scripts)("a page that is left while %s is loading reports no error", async (unanswered) => {
		const page = await open("about:blank", { hasScript: false });
		const isAsked = Promise.withResolvers<void>();
		const url = await serveExcept((path) => {
			const isUnanswered = unanswered.test(path);
			if (isUnanswered) isAsked.resolve();
			return isUnanswered;
		});
		await page.goto(url + pathOf("about", "en-US"), { waitUntil: "domcontentloaded" });
		await isAsked.promise;
		// No assertion is needed here: `inFirefoxAndChromium` fails the test when the press causes an error in the page.
		await press(page, `#menu a[href="${pathOf("approach", "en-US")}"]`);
		await expectInPage(page, isParsedAt, pathOf("approach", "en-US")).toBe(true);
	});

	test("a tab that is opened in the background starts the script, at the latest when it is shown", async () => {
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
