import type { ServerResponse } from "node:http";
import puppeteer from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished } from "vitest";
import type { Snapshots } from "../../content/snapshot.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { browserArguments, firefoxPreferences } from "../tools/browser.ts";
import { bundleFolder } from "../tools/bundle.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import { startForwarder } from "../tools/startForwarder.ts";
import { type HistoryDirection, WebKitPage } from "../tools/WebKitPage.ts";
import type { Engine, PuppeteerEngine, WebKitEngine } from "./globalSetup.ts";

type OpenOptions = {
	/** Width of the viewport, in CSS pixels. */
	width?: number;
	/** Whether the page has a script to wait for. */
	hasScript?: boolean;
};

/** Opens a URL in a new window with its own storage, and waits for the page's script if `hasScript`. */
type Open = (address: string, options?: OpenOptions) => Promise<EnginePage>;

/** Browser of one engine. */
type EngineBrowser = {
	newPage: () => Promise<EnginePage>;
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
export function inEachEngine(define: (open: Open, name: Engine["name"]) => void): void {
	for (const engine of inject("engines")) {
		describe(engine.name, () => {
			let browser: EngineBrowser;
			beforeAll(async () => {
				browser =
					engine.name === "WebKit"
						? startWebKitBrowser(engine)
						: await startPuppeteerBrowser(engine);
			});
			afterAll(() => browser?.close());
			afterEach(async () => {
				expect(await browser.closePages(), "uncaught errors").toEqual([]);
			});

			const open: Open = async (address, { width = 1280, hasScript = true } = {}) => {
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

async function startPuppeteerBrowser({ name, path }: PuppeteerEngine): Promise<EngineBrowser> {
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

function startWebKitBrowser({ display }: WebKitEngine): EngineBrowser {
	let pages: WebKitPage[] = [];
	const newPage = async () => {
		const page = await WebKitPage.open(display);
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

export async function scrollToCarousel(page: EnginePage): Promise<void> {
	await page.evaluate(() =>
		document
			.querySelector("site-carousel")
			?.scrollIntoView({ block: "center", behavior: "instant" }),
	);
	const state = () => document.querySelector<HTMLElement>("site-carousel")?.dataset.state;
	await expectInPage(page, state).toBe("ready");
}

/** Runs in the page. Returns the number of the review that is shown whole (0 for none), and the state of the controls. */
export function readCarousel() {
	const list = document.querySelector(".swiper-wrapper");
	if (!list) throw new Error("The page has no .swiper-wrapper.");
	const { left, right } = list.getBoundingClientRect();
	const isWhole = (slide: Element) => {
		const box = slide.getBoundingClientRect();
		return Math.abs(box.left - left) < 1 && box.right < right + 1;
	};
	const dots = [...document.querySelectorAll("[data-part=dots] button")];
	const arrows = [...document.querySelectorAll("[data-part=controls] > button")];
	return {
		visible: [...list.children].findIndex(isWhole) + 1,
		marked: dots.findIndex((button) => button.ariaCurrent === "true") + 1,
		arrows: arrows.map((button) => button.ariaDisabled !== "true"),
	};
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

/**
 * Starts a server that responds with the pages of the given content, and with the site's other files. It sends the pages
 * without a content security policy, which would block their styles.
 * @returns origin of the server
 */
export async function serveContent(content: Snapshots): Promise<string> {
	const site = { url: "http://localhost", indexable: false };
	const documents = await renderSite(bundleFolder, content, site);
	return serveExcept((url, response) => {
		const html = documents.get(new URL(url, site.url).pathname)?.html;
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
