import type { ServerResponse } from "node:http";
import type { Page } from "puppeteer-core";
import { expect, inject, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import { expectInPage, inEachEngine, inFirefoxAndChromium, serveExcept } from "./engine.ts";
import type { Engine } from "./globalSetup.ts";

const about = pathOf("about", "en-US");
const russian = pathOf("about", "ru");

const shown = () => ({
	origin: location.origin,
	path: location.pathname,
	lang: document.documentElement.lang,
	isMainVisible: document.querySelector("main")?.checkVisibility(),
});

/**
 * Serves the site on another port, but `respond` handles requests for the Russian About page.
 * @returns origin of the server
 */
const serveWithout = (respond: (response: ServerResponse) => void) =>
	serveExcept((path, response) => {
		if (path !== russian) return false;
		respond(response);
		return true;
	});

/** Opens the About page while Russian is the stored language. */
async function openAbout(page: EnginePage, url: string): Promise<void> {
	await page.evaluate(() => {
		localStorage.locale = "ru";
	});
	// Neither awaits `goto` nor reports its errors, because the navigation to the Russian page can interrupt `goto`.
	page.goto(url + about).catch(() => {});
}

const isPainted = () => performance.getEntriesByName("first-contentful-paint").length > 0;
const isScriptStarted = () => customElements.get("site-carousel") !== undefined;

/** Simulates the Stop button. Uses CDP in Chromium, which does not run `window.stop()` during a navigation. */
async function pressStop(page: Page, engine: Engine["name"]): Promise<void> {
	if (engine === "Firefox") return page.evaluate(() => window.stop());
	const session = await page.createCDPSession();
	await session.send("Page.stopLoading");
}

inFirefoxAndChromium((open, engine) => {
	test("a page is shown and painted, and its script starts, when the visitor stops the request for the stored language", async () => {
		const isAsked = Promise.withResolvers<void>();
		const url = await serveWithout(() => isAsked.resolve());
		const page = await open(url);
		await openAbout(page, url);
		await isAsked.promise;
		await pressStop(page, engine);
		await expectInPage(page, shown).toMatchObject({ path: about, lang: "en-US", isMainVisible: true });
		await expectInPage(page, isPainted).toBe(true);
		await expectInPage(page, isScriptStarted).toBe(true);
	});
});

inEachEngine((open) => {
	test("a page is shown and painted, and its script starts, when the response in the stored language has no document", async () => {
		const url = await serveWithout((response) => response.writeHead(204).end());
		const page = await open(url);
		await openAbout(page, url);
		await expectInPage(page, shown).toMatchObject({ path: about, lang: "en-US", isMainVisible: true });
		await expectInPage(page, isPainted).toBe(true);
		await expectInPage(page, isScriptStarted).toBe(true);
	});

	test("a host that sends the same page for every URL causes no endless navigation", async () => {
		const html = await (await fetch(inject("url") + about)).text();
		let answers = 0;
		const url = await serveWithout((response) => {
			answers++;
			response.setHeader("Content-Type", "text/html; charset=utf-8").end(html);
		});
		const page = await open(url);
		await openAbout(page, url);
		await expectInPage(page, shown).toMatchObject({ path: russian, lang: "en-US", isMainVisible: true });
		await expectInPage(page, isScriptStarted).toBe(true);
		expect(answers).toBeLessThanOrEqual(2);
	});
});
