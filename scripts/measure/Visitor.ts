import { once } from "node:events";
import { request as ask, createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import puppeteer, { type BrowserContext, type Page } from "puppeteer-core";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";

/** Slow 4G as Lighthouse has it, in bytes a second and milliseconds; the phone is that of `weights.ts`. */
const network = { download: 200_000, upload: 93_750, latency: 150 };
const phone = { width: 412, height: 915, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Milliseconds that a visitor looks at a page, in which all that it asks for comes. */
const pause = 2000;
/** Milliseconds in which the slowest machine leaves a page. */
const patience = 20_000;
/** Milliseconds for which a finger touches a link. */
const tap = 80;

/**
 * Somebody with a phone four times slower than this machine and a slow network. The browser keeps what it has fetched for the next page
 * and the next day. Playwright would not do: its browser renders nothing in advance.
 */
export class Visitor {
	readonly #context: BrowserContext;
	readonly #site: string;
	/** The one that was opened last. */
	page!: Page;

	constructor(context: BrowserContext, site: string) {
		this.#context = context;
		this.#site = site;
	}

	/** Opens an address in a tab of its own, and closes the one before. */
	async open(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<void> {
		await this.page?.close();
		this.page = await this.#context.newPage();
		await this.page.setViewport(phone);
		await this.page.emulateNetworkConditions(network);
		await this.page.emulateCPUThrottling(4);
		await prepare?.(this.page);
		await this.page.goto(this.#site + path);
		// On a slow machine the page's script may take longer than the visitor looks.
		await this.page.waitForFunction(() => customElements.get("site-carousel") !== undefined);
		await wait(pause);
	}

	async openMenu(): Promise<void> {
		await this.page.tap("#menu-button");
		await this.page.waitForSelector("#menu:popover-open");
		await wait(pause / 4);
	}

	/** Scrolls to a link, and looks at what comes into view. */
	async scrollTo(link: string): Promise<void> {
		await (await this.page.locator(link).waitHandle()).scrollIntoView();
		await wait(pause);
	}

	/** Makes a link likely: on phones that is one that stays in view, in this browser one on which a pointer rests. */
	async rest(link: string): Promise<void> {
		await this.page.hover(link);
		await wait(pause);
	}

	/**
	 * Touches a link that is in view.
	 * @returns the seconds from the end of the touch to the largest paint of the page to which the link leads
	 */
	async touch(link: string): Promise<number> {
		const handle = await this.page.locator(link).waitHandle();
		const href = await handle.evaluate((element) => (element as HTMLAnchorElement).href);
		const { x, y } = await handle.clickablePoint();
		const finger = await this.page.touchscreen.touchStart(x, y);
		await wait(tap);
		const start = performance.timeOrigin + performance.now();
		// A page that was rendered in advance may take the place of this one before this one has answered.
		await finger.end().catch(() => {});
		await this.#untilAt((address) => address === href);
		await wait(pause);
		return ((await this.page.evaluate(findLargestPaint)) - start) / 1000;
	}

	async goBack(): Promise<void> {
		const left = this.page.target().url();
		// The page may be left before it has answered.
		await this.page.evaluate(() => history.back()).catch(() => {});
		await this.#untilAt((address) => address !== left);
		await wait(pause);
	}

	/** Waits until the page is another one. Its own address is not asked for, since puppeteer loses pages that take the place of others. */
	async #untilAt(isThere: (address: string) => boolean): Promise<void> {
		const end = performance.now() + patience;
		while (!isThere(this.page.target().url())) {
			if (performance.now() > end) throw new Error(`The page is still ${this.page.target().url()}.`);
			await wait(20);
		}
	}
}

/** In the page: when it has painted the largest of its contents, in milliseconds since 1970. */
export function findLargestPaint(): Promise<number> {
	return new Promise((resolve) => {
		new PerformanceObserver((list) => {
			resolve(performance.timeOrigin + (list.getEntries().at(-1)?.startTime ?? Number.NaN));
		}).observe({ type: "largest-contentful-paint", buffered: true });
	});
}

/** What a server has answered; `bytes` of the body as it was transferred. */
export type Answer = { path: string; status: number; bytes: number };

/**
 * Runs something that may ask for visitors of a site, each of whom has never been there and ends with the next.
 * @param site its address, without a slash at its end
 * @param run gets beside them the answers that they got, in the order in which these ended
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
		// A page that is left open with a slowed processor keeps the real one busy.
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

/** Another address of a site, that notes what is asked for: of pages that are rendered in advance browsers tell their drivers little. */
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
