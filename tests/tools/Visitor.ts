import { setTimeout as wait } from "node:timers/promises";
import puppeteer, { type BrowserContext, type Page } from "puppeteer-core";
import { browserArguments, findBrowser } from "./browser.ts";
import { startForwarder, streamResponse } from "./startForwarder.ts";

/** Slow 4G with the values of Lighthouse: bytes per second, and latency in milliseconds. */
const network = { download: 200_000, upload: 93_750, latency: 150 };
const phone = { width: 412, height: 915, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Pause after each step, in milliseconds. Long enough for all requests of a page to end. */
const viewingMs = 2000;
const navigationTimeoutMs = 20_000;
const touchMs = 80;

/**
 * Simulated visitor with a slow phone and network. Uses Puppeteer, because the tests need prerendering, which Chromium
 * does not do under Playwright.
 */
export class Visitor {
	readonly #context: BrowserContext;
	readonly #site: string;
	/** Page in the current tab. */
	page!: Page;

	constructor(context: BrowserContext, site: string) {
		this.#context = context;
		this.#site = site;
	}

	/**
	 * Opens a path in a new tab, and closes the previous tab.
	 * @param effectiveType class of the network, which the browser would otherwise derive from its speed
	 */
	async open(path: string, { effectiveType }: { effectiveType?: string } = {}): Promise<void> {
		await this.page?.close();
		this.page = await this.#context.newPage();
		await this.page.setViewport(phone);
		await this.page.emulateNetworkConditions(network);
		await this.page.emulateCPUThrottling(4);
		if (effectiveType) {
			await this.page.evaluateOnNewDocument((value) => {
				Object.defineProperty(navigator, "connection", { value: { effectiveType: value } });
			}, effectiveType);
		}
		await this.page.goto(this.#site + path);
		await this.page.waitForFunction(() => customElements.get("site-carousel") !== undefined);
		await wait(viewingMs);
	}

	async openMenu(): Promise<void> {
		await this.page.tap("[data-part=open]");
		await this.page.waitForSelector("#menu:popover-open");
		await wait(viewingMs / 4);
	}

	/** Hovers over a link for `viewingMs`, so that the browser prerenders the linked page. */
	async rest(link: string): Promise<void> {
		await this.page.hover(link);
		await wait(viewingMs);
	}

	/** Touches a link inside the viewport, and waits for the linked page. */
	async touch(link: string): Promise<void> {
		const handle = await this.page.locator(link).waitHandle();
		const href = await handle.evaluate(
			(element) => element instanceof HTMLAnchorElement && element.href,
		);
		const { x, y } = await handle.clickablePoint();
		const finger = await this.page.touchscreen.touchStart(x, y);
		await wait(touchMs);
		// Ignores the error that puppeteer reports when a prerendered page replaces the current page during the call.
		await finger.end().catch(() => {});
		await this.#waitForUrl((url) => url === href);
		await wait(viewingMs);
	}

	async goBack(): Promise<void> {
		const previousUrl = this.page.target().url();
		// Ignores the error that puppeteer reports when the navigation ends the page during the call.
		await this.page.evaluate(() => history.back()).catch(() => {});
		await this.#waitForUrl((url) => url !== previousUrl);
		await wait(viewingMs);
	}

	/** Waits until the tab's URL matches, even if a prerendered page replaces the current page. */
	async #waitForUrl(matches: (url: string) => boolean): Promise<void> {
		const end = performance.now() + navigationTimeoutMs;
		while (!matches(this.page.target().url())) {
			if (performance.now() > end)
				throw new Error(`The page is still ${this.page.target().url()}.`);
			await wait(20);
		}
	}
}

/** Response of the site. `bytes` is the size of the body as transferred, after compression. */
type RecordedResponse = { path: string; bytes: number };

/** Starts a browser, and calls `run` with a visitor and with a list of the site's responses, which grows. */
export async function withVisitor(
	site: string,
	run: (visitor: Visitor, responses: RecordedResponse[]) => Promise<void>,
): Promise<void> {
	const browser = await puppeteer.launch({
		executablePath: await findBrowser(),
		args: browserArguments,
	});
	const responses: RecordedResponse[] = [];
	// Browsers do not report requests of prerendered pages to puppeteer, so a proxy records the responses.
	const proxy = await startForwarder(site, {
		passOn(response, outgoing, path) {
			let bytes = 0;
			response.on("data", (chunk: Buffer) => {
				bytes += chunk.length;
			});
			response.on("end", () => responses.push({ path, bytes }));
			streamResponse(response, outgoing);
		},
	});
	try {
		const context = await browser.createBrowserContext();
		await run(new Visitor(context, proxy.url), responses);
	} finally {
		await browser.close();
		proxy.close();
	}
}
