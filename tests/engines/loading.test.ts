import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "puppeteer-core";
import { expect, inject, onTestFinished, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import { inEachEngine, look, press, scrollPage, untilAlive } from "./engine.ts";

const { ru } = await loadSnapshots("content/generated");

const isScrolled = () => scrollY > 100;

/** Expects that the script is there, by what it adds. */
async function expectScript(page: Page): Promise<void> {
	await untilAlive(page);
	const before = await page.evaluate(() => document.documentElement.lang);
	await markDocument(page);
	await press(page, "#language-switch");
	await look(page, () => document.documentElement.lang).not.toBe(before);
	expect(await isDocumentMarked(page), "changed in place").toBe(true);
}

/** Serves the site like `inject("url")`, but for files whose path matches, which get no response. */
async function serveWithout(unanswered: RegExp): Promise<string> {
	const server = createServer(async ({ url = "" }, response) => {
		if (unanswered.test(url)) return;
		const upstream = await fetch(inject("url") + url);
		response.setHeader("Content-Type", upstream.headers.get("Content-Type") ?? "");
		response.end(Buffer.from(await upstream.arrayBuffer()));
	});
	await once(server.listen(0), "listening");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** In the page: whether it is at a path, and parsed to its end. Firefox has no `load` event while a script is held back. */
const isParsedAt = (path: string) => location.pathname === path && document.readyState !== "loading";

const isMenuOpen = () => document.querySelector("#menu:popover-open") !== null;

inEachEngine((open, name) => {
	test("after a reload while scrolled the script comes", async () => {
		const page = await open(pathOf("home", "en-US"));
		await scrollPage(page, 0.5);
		await look(page, isScrolled).toBe(true);
		await page.reload();
		await look(page, isScrolled).toBe(true);
		await expectScript(page);
	});

	test("an address that leads into a page shows its place, and the script comes", async () => {
		const { id = "" } = ru.programmes.programmes.at(-1) ?? {};
		const page = await open(`${pathOf("programmes", "ru")}#${id}`);
		const isThere = (name: string) => {
			const element = document.getElementById(name);
			const top = element?.getBoundingClientRect().top ?? -1;
			return element?.checkVisibility() && top > 0 && top < innerHeight;
		};
		await look(page, isThere, id).toBe(true);
		await look(page, isScrolled).toBe(true);
		await expectScript(page);
	});

	test("a picture that is not laid out far from the window keeps its place, and comes when the window does", async () => {
		const page = await open(pathOf("functionalTests", "en-US"));
		const measure = () => {
			const { width, height } = document.querySelector(".cards li:last-child picture")?.getBoundingClientRect() ?? {};
			return [width, height, document.documentElement.scrollHeight];
		};
		// Headings may take another line when their font comes.
		await page.evaluate(() => document.fonts.ready.then(() => undefined));
		const before = await page.evaluate(measure);
		expect((before[0] ?? 0) / (before[1] ?? 1)).toBeCloseTo(3 / 2);
		await page.evaluate(() => document.querySelector(".cards li:last-child")?.scrollIntoView({ behavior: "instant" }));
		await look(page, () => {
			const image = document.querySelector<HTMLImageElement>(".cards li:last-child img");
			return image?.complete && image.naturalWidth > 0 && image.checkVisibility();
		}).toBe(true);
		expect(await page.evaluate(measure)).toEqual(before);
	});

	// Puppeteer starts Chromium without that cache, since it loses pages that come out of it; tests/e2e plays the event.
	for (const isKept of name === "Firefox" ? [true, false] : [false]) {
		test(`back and forward, ${isKept ? "with" : "without"} the back/forward cache`, async () => {
			const page = await open(pathOf("about", "en-US"));
			const at = () => `${location.pathname} ${document.readyState}`;
			const [about, programmes] = [`${pathOf("about", "en-US")} complete`, `${pathOf("programmes", "en-US")} complete`];
			const leaveTraces = async () => {
				await markDocument(page);
				// Browsers keep no page that wants to know when it ends.
				if (!isKept) await page.evaluate(() => addEventListener("unload", () => {}));
				await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
				await look(page, isScrolled).toBe(true);
			};
			await leaveTraces();
			await press(page, `#menu a[href="${pathOf("programmes", "en-US")}"]`);
			await look(page, at).toBe(programmes);
			await untilAlive(page);
			await leaveTraces();
			// The page may be left before it has answered.
			await page.evaluate(() => history.back()).catch(() => {});
			await look(page, at).toBe(about);
			await look(page, isScrolled).toBe(true);
			expect(await isDocumentMarked(page)).toBe(isKept);
			await untilAlive(page);
			await page.evaluate(() => history.forward()).catch(() => {});
			await look(page, at).toBe(programmes);
			await look(page, isScrolled).toBe(true);
			expect(await isDocumentMarked(page)).toBe(isKept);
			await expectScript(page);
		});
	}

	test("a menu that was left by its link before the script came is closed after Back", async () => {
		const page = await open("about:blank", { width: 375, hasScript: false });
		await page.goto((await serveWithout(/\.js$/)) + pathOf("about", "en-US"), { waitUntil: "domcontentloaded" });
		await press(page, "#menu-button");
		await look(page, isMenuOpen).toBe(true);
		await press(page, `#menu nav a[href="${pathOf("approach", "en-US")}"]`);
		await look(page, isParsedAt, pathOf("approach", "en-US")).toBe(true);
		await page.evaluate(() => history.back()).catch(() => {});
		await look(page, () => location.pathname).toBe(pathOf("about", "en-US"));
		await look(page, isMenuOpen).toBe(false);
	});

	// The chunk is the progress bar's, which Firefox alone needs.
	const scripts = name === "Firefox" ? [/\/entries\/.+\.js$/, /\/chunks\/.+\.js$/] : [/\/entries\/.+\.js$/];
	test.each(scripts)("a page that is left while %s is loading reports no error", async (unanswered) => {
		const page = await open("about:blank", { hasScript: false });
		const script = page.waitForRequest((request) => unanswered.test(request.url()));
		await page.goto((await serveWithout(unanswered)) + pathOf("about", "en-US"), { waitUntil: "domcontentloaded" });
		await script;
		// The test fails when the page reports an error.
		await press(page, `#menu a[href="${pathOf("approach", "en-US")}"]`);
		await look(page, isParsedAt, pathOf("approach", "en-US")).toBe(true);
	});

	test("in a tab that is opened in the background the script comes, at the latest when it is shown", async () => {
		const page = await open(pathOf("home", "en-US"));
		const tab = await page.browserContext().newPage({ background: true });
		await tab.setViewport({ width: 1280, height: 800 });
		await tab.goto(new URL(pathOf("about", "en-US"), page.url()).href);
		expect(await tab.evaluate(() => document.visibilityState)).toBe("hidden");
		await tab.bringToFront();
		await look(tab, () => document.visibilityState).toBe("visible");
		await expectScript(tab);
	});
});
