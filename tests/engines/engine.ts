import { randomInt } from "node:crypto";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject } from "vitest";
import { browserArguments } from "../../scripts/measure/browser.ts";
import type { Engine } from "./globalSetup.ts";

type Options = {
	/** CSS pixels. */
	width?: number;
	/** Brings the page into the state in which the address is opened. */
	prepare?: (page: Page) => Promise<unknown>;
};

/** Opens an address of the site, or of another, as a visitor of its own, and waits for the page's script. */
export type Open = (address: string, options?: Options) => Promise<Page>;

/** What Firefox says of a page that is left while a file is on its way; a page that lacks its script fails elsewhere. */
const abandoned = /error loading dynamically imported module|downloadable font: download failed/;

/**
 * Defines tests for each of the browsers. A test fails, too, when a page reports an error that nothing has caught.
 * @param settings without script the browser runs none
 */
export function inEachEngine(define: (open: Open, name: Engine["name"]) => void, { script = true } = {}): void {
	describe.each(inject("engines"))("$name", ({ name, path }) => {
		let browser: Browser;
		let errors: string[] = [];

		beforeAll(async () => {
			browser = await puppeteer.launch({
				browser: name === "Firefox" ? "firefox" : "chrome",
				executablePath: path,
				// A page that was rendered in advance takes the place of the one that puppeteer talks to, which it then loses; and a page of the
				// world outside shows one of this machine in a frame, for which people are asked.
				args: name === "Firefox" ? [] : [...browserArguments, "--disable-features=Prerender2,LocalNetworkAccessChecks"],
				extraPrefsFirefox: { "javascript.enabled": script },
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

		const open: Open = async (address, { width = 1280, prepare } = {}) => {
			const context = await browser.createBrowserContext();
			const page = await context.newPage();
			page.on("pageerror", (error) => {
				if (!abandoned.test(String(error))) errors.push(String(error));
			});
			await page.setViewport({ width, height: 800 });
			if (!script && name === "Chromium") await page.setJavaScriptEnabled(false);
			// The server counts requests by visitor.
			const ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
			await page.setExtraHTTPHeaders({ "X-Forwarded-For": ip });
			await prepare?.(page);
			await page.goto(new URL(address, inject("url")).href);
			if (script) await untilAlive(page);
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
 * Presses the middle of what a selector finds first, as a mouse does. Puppeteer's own way needs script in the page.
 * @param options how often without a pause, and with which button
 */
export async function press(
	page: Page,
	selector: string,
	options: { count?: number; button?: "middle" } = {},
): Promise<void> {
	let last = "";
	let place = { x: 0, y: 0 };
	const isStill = async () => {
		place = await page.evaluate(findPlace, selector);
		const now = JSON.stringify(place);
		const isSame = now === last;
		last = now;
		return isSame;
	};
	await expect.poll(isStill, { message: selector }).toBe(true);
	await page.mouse.click(place.x, place.y, options);
}

/** In the page: the middle of an element, which is brought into view if something else is there. */
function findPlace(selector: string): { x: number; y: number } {
	const element = document.querySelector(selector);
	if (!element?.checkVisibility({ visibilityProperty: true })) throw new Error(`${selector} is not to be seen`);
	const place = () => {
		const { x, y, width, height } = element.getBoundingClientRect();
		return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
	};
	const { x, y } = place();
	if (!element.contains(document.elementFromPoint(x, y)))
		element.scrollIntoView({ block: "center", behavior: "instant" });
	return place();
}

/** Leaves a mark in a page that does not survive a load. */
export const mark = (page: Page): Promise<unknown> =>
	page.evaluate(() => Object.assign(window, { isMarked: true }).closed);
export const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => "isMarked" in window);

/** Scrolls to a share of the way. */
export const scrollPage = (page: Page, share: number): Promise<void> =>
	page.evaluate((to) => {
		const top = (document.documentElement.scrollHeight - innerHeight) * to;
		window.scrollTo({ top, behavior: "instant" });
	}, share);
