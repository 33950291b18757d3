import { once } from "node:events";
import { request as ask, createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import puppeteer, { type BrowserContext, type Page } from "puppeteer-core";
import { browserArguments, findBrowser } from "./browser.ts";

/** Lighthouse's slow 4G, in bytes a second and milliseconds. */
const network = { download: 200_000, upload: 93_750, latency: 150 };
/** The phone that Lighthouse simulates. */
const phone = { width: 412, height: 915, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Time that a visitor looks at a page, in which all its requests end. */
const viewingMs = 2000;
/** Time limit of a navigation. */
const navigationTimeoutMs = 20_000;
/** Duration of a touch. */
const touchMs = 80;

/**
 * A visitor with a slow network and a phone four times slower than this machine. The browser's cache lasts from page to page.
 * Driven by puppeteer, since Playwright's Chromium prerenders nothing.
 */
export class Visitor {
	readonly #context: BrowserContext;
	readonly #site: string;
	/** The page that was opened last. */
	page!: Page;

	constructor(context: BrowserContext, site: string) {
		this.#context = context;
		this.#site = site;
	}

	/** Opens a path in a new tab and closes the tab before it. */
	async open(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<void> {
		await this.page?.close();
		this.page = await this.#context.newPage();
		await this.page.setViewport(phone);
		await this.page.emulateNetworkConditions(network);
		await this.page.emulateCPUThrottling(4);
		await prepare?.(this.page);
		await this.page.goto(this.#site + path);
		// On a slow machine the script may take longer than the visitor looks.
		await this.page.waitForFunction(() => customElements.get("site-carousel") !== undefined);
		await wait(viewingMs);
	}

	async openMenu(): Promise<void> {
		await this.page.tap("#menu-button");
		await this.page.waitForSelector("#menu:popover-open");
		await wait(viewingMs / 4);
	}

	/** Scrolls a link into view. */
	async scrollTo(link: string): Promise<void> {
		await (await this.page.locator(link).waitHandle()).scrollIntoView();
		await wait(viewingMs);
	}

	/** Rests the pointer on a link, which makes the browser prerender its page. Phones prerender links that stay in view. */
	async rest(link: string): Promise<void> {
		await this.page.hover(link);
		await wait(viewingMs);
	}

	/**
	 * Touches a link that is in view.
	 * @returns the seconds from the end of the touch to the largest paint of the link's page
	 */
	async touch(link: string): Promise<number> {
		const handle = await this.page.locator(link).waitHandle();
		const href = await handle.evaluate((element) => (element as HTMLAnchorElement).href);
		const { x, y } = await handle.clickablePoint();
		const finger = await this.page.touchscreen.touchStart(x, y);
		await wait(touchMs);
		const start = performance.timeOrigin + performance.now();
		// A prerendered page may replace this one before the driver has its answer.
		await finger.end().catch(() => {});
		await this.#untilAt((address) => address === href);
		await wait(viewingMs);
		return ((await this.page.evaluate(findLargestPaint)) - start) / 1000;
	}

	async goBack(): Promise<void> {
		const left = this.page.target().url();
		// The page may be left before the driver has its answer.
		await this.page.evaluate(() => history.back()).catch(() => {});
		await this.#untilAt((address) => address !== left);
		await wait(viewingMs);
	}

	/** Waits until the tab shows another page. Asks the target, since puppeteer loses pages that are replaced by prerendered ones. */
	async #untilAt(isThere: (address: string) => boolean): Promise<void> {
		const end = performance.now() + navigationTimeoutMs;
		while (!isThere(this.page.target().url())) {
			if (performance.now() > end) throw new Error(`The page is still ${this.page.target().url()}.`);
			await wait(20);
		}
	}
}

/** Returns the time of the largest paint, in milliseconds since 1970. Runs in the page. */
export function findLargestPaint(): Promise<number> {
	return new Promise((resolve) => {
		new PerformanceObserver((list) => {
			resolve(performance.timeOrigin + (list.getEntries().at(-1)?.startTime ?? Number.NaN));
		}).observe({ type: "largest-contentful-paint", buffered: true });
	});
}

/** Response of the site; `bytes` is the size of the body as transferred. */
export type Answer = { path: string; status: number; bytes: number };

/**
 * Runs something with visitors of a site. Each has a new profile, and its pages are closed when the next visitor comes.
 * @param site address without a slash at its end
 * @param run gets a function that makes visitors, and the list of their responses in the order in which they ended
 */
export async function withVisitors<Result>(
	site: string,
	run: (newVisitor: () => Promise<Visitor>, answers: Answer[]) => Promise<Result>,
): Promise<Result> {
	const browser = await puppeteer.launch({ executablePath: await findBrowser(), args: browserArguments });
	const answers: Answer[] = [];
	const server = passOn(site, answers).listen(0);
	await once(server, "listening");
	const url = `http://localhost:${(server.address() as AddressInfo).port}`;
	let last: BrowserContext | undefined;
	const newVisitor = async () => {
		// An open page with a throttled processor keeps the real one busy.
		await last?.close();
		last = await browser.createBrowserContext();
		return new Visitor(last, url);
	};
	try {
		return await run(newVisitor, answers);
	} finally {
		await browser.close();
		server.close();
	}
}

/** Returns a proxy that records the responses of a site. Browsers do not report the requests of prerendered pages to their drivers. */
function passOn(site: string, answers: Answer[]) {
	const { port } = new URL(site);
	return createServer(({ url: path = "", method, headers }, response) => {
		const pass = (answer: IncomingMessage) => {
			const { statusCode: status = 0 } = answer;
			let bytes = 0;
			answer.on("data", (chunk: Buffer) => {
				bytes += chunk.length;
			});
			answer.on("end", () => answers.push({ path, status, bytes }));
			answer.pipe(response.writeHead(status, answer.headers));
		};
		ask({ port, path, method, headers }, pass).end();
	});
}
