import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished } from "vitest";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import type { SiteDocument } from "../../scripts/render/siteDocument.ts";
import { browserArguments, firefoxPreferences } from "../tools/browser.ts";
import type { Engine } from "./globalSetup.ts";

/** Opens a URL in a new browser context, `width` CSS pixels wide, and waits for the page's script if `hasScript`. */
type Open = (address: string, options?: { width?: number; hasScript?: boolean }) => Promise<Page>;

/** Errors that the tests ignore: Firefox reports them when a navigation or an outage interrupts a request. */
const requestErrors = [
	/downloadable font: download failed/,
	/can’t establish a connection to the server/,
	/The connection to \S+ was interrupted/,
];

/** Defines the same tests for each browser. A test also fails when a page throws an uncaught error. */
export function inEachEngine(define: (open: Open, name: Engine["name"]) => void): void {
	describe.each(inject("engines"))("$name", ({ name, path }) => {
		let browser: Browser;
		let errors: string[] = [];

		beforeAll(async () => {
			browser = await puppeteer.launch({
				browser: name === "Firefox" ? "firefox" : "chrome",
				executablePath: path,
				extraPrefsFirefox: firefoxPreferences,
				// Disables two features: prerendering disconnects puppeteer, and the local network access check opens a prompt.
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
			expect(seen, "uncaught errors").toEqual([]);
		});

		const open: Open = async (address, { width = 1280, hasScript = true } = {}) => {
			const context = await browser.createBrowserContext();
			const page = await context.newPage();
			page.on("pageerror", (error) => {
				const message = String(error);
				if (!requestErrors.some((pattern) => pattern.test(message))) errors.push(message);
			});
			page.on("requestfailed", (request) => {
				const { hostname } = new URL(request.url());
				if (hostname !== "localhost" && hostname !== "127.0.0.1") errors.push(`a request to ${hostname}`);
			});
			await page.setViewport({ width, height: 800 });
			await page.goto(new URL(address, inject("url")).href);
			if (hasScript) await waitForScript(page);
			return page;
		};
		define(open, name);
	});
}

/**
 * Returns an `expect.poll` assertion about a value of a page.
 * @param read runs in the page, with the argument `given`
 */
export const expectInPage = <Value>(page: Page, read: (given: string) => Value, given = "") =>
	expect.poll(() => page.evaluate(read, given) as Promise<Awaited<Value>>);

export async function waitForScript(page: Page): Promise<void> {
	await expectInPage(page, () => customElements.get("site-carousel") !== undefined).toBe(true);
}

export async function waitForCarousel(page: Page): Promise<void> {
	await expectInPage(page, () => document.querySelector<HTMLElement>("site-carousel")?.dataset.state).toBe("ready");
}

/** Clicks the first matching element `count` times without a pause, once the element is visible and does not move. */
export const press = (page: Page, selector: string, options: { count?: number } = {}): Promise<void> =>
	page.locator(selector).click(options);

export const isMenuOpen = (): boolean => document.querySelector("#menu:popover-open") !== null;

/**
 * Starts a server that responds like the site, except to requests that `intercept` handles.
 * @param intercept returns true if it handles a request, or false if the site must respond
 * @returns origin of the server
 */
export async function serveExcept(intercept: (path: string, response: ServerResponse) => boolean): Promise<string> {
	const server = createServer(async ({ url = "" }, response) => {
		if (intercept(url, response)) return;
		const upstream = await fetch(inject("url") + url);
		for (const name of ["Content-Type", "Content-Security-Policy"]) {
			response.setHeader(name, upstream.headers.get(name) ?? "");
		}
		response.end(Buffer.from(await upstream.arrayBuffer()));
	});
	await once(server.listen(0), "listening");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Renders the given content, and returns the documents by file name. */
export const renderContent = (content: Snapshots): Promise<ReadonlyMap<string, SiteDocument>> =>
	renderSite("dist", content, { url: "http://localhost", indexable: false });

/** Serves the given documents without a content security policy, which would block the documents' styles. */
export async function showDocuments(
	page: Page,
	documents: ReadonlyMap<string, Pick<SiteDocument, "html">>,
): Promise<void> {
	await page.setRequestInterception(true);
	page.on("request", (request) => {
		const body = documents.get(fileOf(new URL(request.url()).pathname))?.html;
		if (body === undefined) void request.continue();
		else void request.respond({ contentType: "text/html; charset=utf-8", body });
	});
}

/** Scrolls to a fraction of the page's height: 0 is the top, and 1 is the end. */
export const scrollPage = (page: Page, fraction: number): Promise<void> =>
	page.evaluate((to) => {
		const top = (document.documentElement.scrollHeight - innerHeight) * to;
		window.scrollTo({ top, behavior: "instant" });
	}, fraction);
