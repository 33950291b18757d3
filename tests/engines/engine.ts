import type { ServerResponse } from "node:http";
import puppeteer, { type Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished } from "vitest";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite, type SiteDocument } from "../../scripts/render/renderSite.ts";
import { browserArguments, firefoxPreferences } from "../tools/browser.ts";
import { bundleFolder } from "../tools/bundle.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import { startForwarder } from "../tools/startForwarder.ts";
import { openTlsTunnel } from "../tools/tlsTunnel.ts";
import { type HistoryDirection, WebKitPage } from "../tools/WebKitPage.ts";
import type { Engine, PuppeteerEngine, WebKitEngine } from "./globalSetup.ts";

type OpenOptions = {
	/** Width of the viewport, in CSS pixels. */
	width?: number;
	/** Whether the page has a script to wait for. */
	hasScript?: boolean;
};

/** Opens a URL in a new window with its own storage, and waits for the page's script if `hasScript`. */
type Open<AnyPage> = (address: string, options?: OpenOptions) => Promise<AnyPage>;

/** Browser of one engine. */
type EngineBrowser<AnyPage> = {
	newPage: () => Promise<AnyPage>;
	/** Closes all pages, and returns their uncaught errors. */
	closePages: () => Promise<string[]>;
	close: () => Promise<void>;
};

/** Errors that the tests ignore: Firefox reports them when a navigation or an outage interrupts a request. */
const requestErrors = [
	/downloadable font: download failed/,
	/can’t establish a connection to the server/,
	/The connection to \S+ was interrupted/,
];

/**
 * Defines the same tests for Firefox, Chromium and, if it is installed, WebKit. A test also fails when a page throws an
 * uncaught error.
 */
export function inEachEngine(define: (open: Open<EnginePage>, name: Engine["name"]) => void): void {
	const startBrowser = async (engine: Engine) =>
		engine.name === "WebKit" ? startWebKitBrowser(engine) : startPuppeteerBrowser(engine);
	defineTests(inject("engines"), startBrowser, define);
}

/** Defines the same tests for Firefox and Chromium. These tests use methods that only puppeteer has. */
export function inFirefoxAndChromium(
	define: (open: Open<Page>, name: PuppeteerEngine["name"]) => void,
): void {
	const engines = inject("engines").filter((engine) => engine.name !== "WebKit");
	defineTests(engines, startPuppeteerBrowser, define);
}

function defineTests<AnyEngine extends Engine, AnyPage extends EnginePage>(
	engines: AnyEngine[],
	startBrowser: (engine: AnyEngine) => Promise<EngineBrowser<AnyPage>>,
	define: (open: Open<AnyPage>, name: AnyEngine["name"]) => void,
): void {
	for (const engine of engines) {
		describe(engine.name, () => {
			let browser: EngineBrowser<AnyPage>;
			beforeAll(async () => {
				browser = await startBrowser(engine);
			});
			afterAll(() => browser?.close());
			afterEach(async () => {
				expect(await browser.closePages(), "uncaught errors").toEqual([]);
			});

			const open: Open<AnyPage> = async (address, options = {}) => {
				const { width = 1280, hasScript = true } = options;
				const page = await browser.newPage();
				await page.setViewport({ width, height: 800 });
				await page.goto(new URL(address, inject("url")).href);
				if (hasScript) await waitForScript(page);
				return page;
			};
			define(open, engine.name);
		});
	}
}

async function startPuppeteerBrowser({
	name,
	path,
}: PuppeteerEngine): Promise<EngineBrowser<Page>> {
	const browser = await puppeteer.launch({
		browser: name === "Firefox" ? "firefox" : "chrome",
		executablePath: path,
		extraPrefsFirefox: firefoxPreferences,
		// Disables two features: prerendering disconnects puppeteer, and the local network access check opens a prompt.
		args:
			name === "Firefox"
				? []
				: [...browserArguments, "--disable-features=Prerender2,LocalNetworkAccessChecks"],
		defaultViewport: null,
	});
	let errors: string[] = [];
	const newPage = async () => {
		const context = await browser.createBrowserContext();
		const page = await context.newPage();
		page.on("pageerror", (error) => {
			const message = String(error);
			if (!requestErrors.some((pattern) => pattern.test(message))) errors.push(message);
		});
		page.on("requestfailed", (request) => {
			const { hostname } = new URL(request.url());
			if (hostname !== "localhost" && hostname !== "127.0.0.1")
				errors.push(`a request to ${hostname}`);
		});
		return page;
	};
	const closePages = async () => {
		const seen = errors;
		errors = [];
		for (const context of browser.browserContexts()) {
			if (context !== browser.defaultBrowserContext()) await context.close();
		}
		return seen;
	};
	return { newPage, closePages, close: () => browser.close() };
}

function startWebKitBrowser({ display, certificate }: WebKitEngine): EngineBrowser<WebKitPage> {
	const origins = new Map<string, Promise<string>>();
	/** Converts a local URL to one with TLS, because WebKit upgrades the requests of a page to TLS even on `localhost`. */
	const convertUrl = async (url: string) => {
		const { protocol, origin } = new URL(url);
		if (protocol !== "http:") return url;
		const secureOrigin = origins.get(origin) ?? openTlsTunnel(origin, certificate);
		origins.set(origin, secureOrigin);
		return url.replace(origin, await secureOrigin);
	};
	let pages: WebKitPage[] = [];
	const newPage = async () => {
		const page = await WebKitPage.open(display, convertUrl);
		pages.push(page);
		return page;
	};
	const closePages = async () => {
		const closing = pages;
		pages = [];
		await Promise.all(closing.map((page) => page.close()));
		return closing.flatMap((page) => page.errors);
	};
	return { newPage, closePages, close: async () => void (await closePages()) };
}

/**
 * Returns an `expect.poll` assertion about a value of a page.
 * @param read runs in the page, with the argument `given`
 */
export const expectInPage = <Value>(page: EnginePage, read: (given: string) => Value, given = "") =>
	expect.poll(() => page.evaluate(read, given) as Promise<Awaited<Value>>);

export async function waitForScript(page: EnginePage): Promise<void> {
	await expectInPage(page, () => customElements.get("site-carousel") !== undefined).toBe(true);
}

export async function waitForCarousel(page: EnginePage): Promise<void> {
	await expectInPage(
		page,
		() => document.querySelector<HTMLElement>("site-carousel")?.dataset.state,
	).toBe("ready");
}

/** Opens a path of the page's own origin. */
export async function goTo(page: EnginePage, path: string): Promise<void> {
	const origin = await page.evaluate(() => location.origin);
	await page.goto(origin + path);
}

/** Clicks the first matching element once it is visible and does not move. */
export const press = (page: EnginePage, selector: string): Promise<void> =>
	page.locator(selector).click();

/** Goes one step back or forward, as the browser's buttons do. */
export async function traverseHistory(
	page: EnginePage,
	direction: HistoryDirection,
): Promise<void> {
	// On a busy machine, WebKit can lose `history.back()`.
	if (page instanceof WebKitPage) return page.traverseHistory(direction);
	// Ignores Puppeteer's error, because the step may unload the page before `evaluate` returns.
	await page.evaluate((given) => history[given](), direction).catch(() => {});
}

export const isMenuOpen = (): boolean => document.querySelector("#menu:popover-open") !== null;

export async function openMenu(page: EnginePage): Promise<void> {
	await press(page, "[data-part=open]");
	await expectInPage(page, isMenuOpen).toBe(true);
}

/** Runs in the page. Names the focused element. */
export function focused(): string | undefined {
	const { activeElement: element } = document;
	if (element?.closest("#menu nav")) return "in the menu";
	return element?.id || element?.getAttribute("data-part") || element?.localName;
}

/**
 * Starts a server that responds like the site, except to requests that `intercept` handles.
 * @param intercept returns true if it handles a request, or false if the site must respond
 * @returns origin of the server
 */
export async function serveExcept(
	intercept: (path: string, response: ServerResponse) => boolean,
): Promise<string> {
	const server = await startForwarder(inject("url"), { intercept });
	onTestFinished(server.close);
	return server.url;
}

/** Renders the given content, and returns the documents by file name. */
export const renderContent = (content: Snapshots): Promise<ReadonlyMap<string, SiteDocument>> =>
	renderSite(bundleFolder, content, { url: "http://localhost", indexable: false });

/**
 * Starts a server that responds with the given documents, and with the site's other files. It sends the documents
 * without a content security policy, which would block their styles.
 * @returns origin of the server
 */
export function serveDocuments(
	documents: ReadonlyMap<string, Pick<SiteDocument, "html">>,
): Promise<string> {
	return serveExcept((url, response) => {
		const html = documents.get(fileOf(new URL(url, "http://localhost").pathname))?.html;
		if (html === undefined) return false;
		response.setHeader("Content-Type", "text/html; charset=utf-8").end(html);
		return true;
	});
}

/** Scrolls to a fraction of the page's height: 0 is the top, and 1 is the end. */
export const scrollPage = (page: EnginePage, fraction: number): Promise<void> =>
	page.evaluate((to) => {
		const top = (document.documentElement.scrollHeight - innerHeight) * to;
		window.scrollTo({ top, behavior: "instant" });
	}, fraction);
