import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject } from "vitest";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import type { SiteDocument } from "../../scripts/render/siteDocument.ts";
import { browserArguments, firefoxPreferences } from "../tools/browser.ts";
import type { Engine } from "./globalSetup.ts";

/**
 * Opens an address of the site, or of another, as a visitor of its own.
 * @param options the window's width in CSS pixels, and whether the page has a script to wait for
 */
type Open = (address: string, options?: { width?: number; hasScript?: boolean }) => Promise<Page>;

/** Firefox's message about a font whose page is left while it is loading. */
const abandonedFont = /downloadable font: download failed/;

/** Defines tests for each of the browsers. A test fails, too, when a page reports an error that nothing has caught. */
export function inEachEngine(define: (open: Open, name: Engine["name"]) => void): void {
	describe.each(inject("engines"))("$name", ({ name, path }) => {
		let browser: Browser;
		let errors: string[] = [];

		beforeAll(async () => {
			browser = await puppeteer.launch({
				browser: name === "Firefox" ? "firefox" : "chrome",
				executablePath: path,
				extraPrefsFirefox: firefoxPreferences,
				// A page that was rendered in advance takes the place of the one that puppeteer talks to, which it then loses; and a page of the
				// world outside shows one of this machine in a frame, for which people are asked.
				args: name === "Firefox" ? [] : [...browserArguments, "--disable-features=Prerender2,LocalNetworkAccessChecks"],
				defaultViewport: null,
			});
		});
		afterAll(() => browser?.close());

		afterEach(async () => {
			const seen = errors;
			errors = [];
			for (const context of browser.browserContexts()) {
				if (context !== browser.defaultBrowserContext()) await context.close();
			}
			expect(seen, "errors that nothing has caught").toEqual([]);
		});

		const open: Open = async (address, { width = 1280, hasScript = true } = {}) => {
			const context = await browser.createBrowserContext();
			const page = await context.newPage();
			page.on("pageerror", (error) => {
				if (!abandonedFont.test(String(error))) errors.push(String(error));
			});
			page.on("requestfailed", (request) => {
				const { hostname } = new URL(request.url());
				if (hostname !== "localhost" && hostname !== "127.0.0.1") errors.push(`a request to ${hostname}`);
			});
			await page.setViewport({ width, height: 800 });
			await page.goto(new URL(address, inject("url")).href);
			if (hasScript) await untilAlive(page);
			return page;
		};
		define(open, name);
	});
}

/** Looks at a page until it is as expected. */
export const look = <Value>(page: Page, at: (given: string) => Value, given = "") =>
	expect.poll(() => page.evaluate(at, given) as Promise<Awaited<Value>>);

/** Waits for what the page's script does. */
export async function untilAlive(page: Page): Promise<void> {
	await look(page, () => customElements.get("site-carousel") !== undefined).toBe(true);
}

/** Waits until arrows and dots turn the reviews. */
export async function untilCarousel(page: Page): Promise<void> {
	await look(page, () => document.querySelector<HTMLElement>("site-carousel")?.dataset.state).toBe("ready");
}

/**
 * Presses what a selector finds first, as a mouse does, when it is to be seen and still.
 * @param options how often without a pause
 */
export const press = (page: Page, selector: string, options: { count?: number } = {}): Promise<void> =>
	page.locator(selector).click(options);

/** Renders the site's documents with other content, by their path in the published folder. */
export const renderContent = (content: Snapshots): Promise<ReadonlyMap<string, SiteDocument>> =>
	renderSite("dist", content, { url: "http://localhost", indexable: false });

/** Serves documents in place of the built ones. They have no security policy, which lists hashes of the built styles. */
export async function showDocuments(page: Page, documents: ReadonlyMap<string, SiteDocument>): Promise<void> {
	await page.setRequestInterception(true);
	page.on("request", (request) => {
		const body = documents.get(fileOf(new URL(request.url()).pathname))?.html;
		if (body === undefined) void request.continue();
		else void request.respond({ contentType: "text/html; charset=utf-8", body });
	});
}

/** Scrolls to a share of the way. */
export const scrollPage = (page: Page, share: number): Promise<void> =>
	page.evaluate((to) => {
		const top = (document.documentElement.scrollHeight - innerHeight) * to;
		window.scrollTo({ top, behavior: "instant" });
	}, share);
