import { brotliCompressSync } from "node:zlib";
import type { Browser, BrowserContext, Page, Request } from "@playwright/test";
import { locales } from "../../content/locales.ts";

/** The phone that Lighthouse simulates. */
const phone = { viewport: { width: 412, height: 915 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Milliseconds of a round trip, bits per second, and how many times slower than this machine: as Lighthouse has them. */
const slow = { latency: 150, throughput: 1.6 * 1024 * 1024, processor: 4 };

type Kind = "document" | "script" | "font" | "image";

/** What a page costs a visitor in bytes as they are transferred, without headers. */
export type Weight = {
	/** The document with its styles, and these alone. */
	html: { raw: number; brotli: number };
	css: { raw: number; brotli: number };
	/** What came before anybody scrolled or touched anything. */
	atFirst: Record<Kind | "everything", number>;
	/** The same, when all has been scrolled past, opened and touched. */
	inTheEnd: Record<Kind | "everything", number>;
	requests: number;
	/** The document and whatever else had to be there before the first paint. */
	requestsToPaint: number;
};

async function withPage<Result>(browser: Browser, run: (page: Page, context: BrowserContext) => Promise<Result>) {
	const context = await browser.newContext(phone);
	return run(await context.newPage(), context).finally(() => context.close());
}

const nextPaint = (page: Page) =>
	page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Weighs a page on a phone: as it loads, then with everything on it opened, touched and scrolled past. */
export function weighPage(browser: Browser, url: string): Promise<Weight> {
	return withPage(browser, async (page) => {
		const transferred: Request[] = [];
		page.on("requestfinished", (request) => transferred.push(request));
		const response = await page.goto(url, { waitUntil: "networkidle" });
		const html = await response?.text();
		if (!response?.ok() || !html) throw new Error(`${url} answers ${response?.status()}.`);
		const css = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
		const [requests, atFirst] = [transferred.length, await weigh(transferred)];
		const blocking = await page.evaluate(() => {
			const resources = performance.getEntriesByType("resource") as (PerformanceResourceTiming & {
				renderBlockingStatus?: string;
			})[];
			return resources.filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking").length;
		});

		await page.evaluate(() => {
			for (const section of document.querySelectorAll("details")) section.open = true;
		});
		for (let isAtEnd = false; !isAtEnd; ) {
			await nextPaint(page);
			isAtEnd = await page.evaluate(() => {
				scrollBy({ top: innerHeight * 0.8, behavior: "instant" });
				return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
			});
		}
		await page.locator("footer input[type=email]").focus();
		await page.waitForFunction(() =>
			[...document.querySelectorAll<HTMLElement>("site-island")].every(({ dataset }) => dataset.state === "hydrated"),
		);
		await page.waitForLoadState("networkidle");
		return {
			html: measure(html),
			css: measure(css),
			atFirst,
			inTheEnd: await weigh(transferred),
			requests,
			requestsToPaint: 1 + blocking,
		};
	});
}

const measure = (text: string) => ({ raw: Buffer.byteLength(text), brotli: brotliCompressSync(text).length });

async function weigh(requests: Request[]): Promise<Record<Kind | "everything", number>> {
	const weight = { document: 0, script: 0, font: 0, image: 0, everything: 0 };
	for (const request of requests) {
		const { responseBodySize: bytes } = await request.sizes();
		const type = request.resourceType();
		if (type in weight) weight[type as Kind] += bytes;
		weight.everything += bytes;
	}
	return weight;
}

/** Milliseconds from a touch to the paint of what it changed (https://web.dev/articles/inp), or to what the name says. */
export type Latencies = Record<"menu" | "toggle" | "toggleUntilSwapped" | "carousel" | "section", number>;

/** Touches what can be touched on a phone with a slow network and processor, once each. */
export async function measureLatencies(browser: Browser, site: string): Promise<Latencies> {
	return withPage(browser, async (page, context) => {
		const client = await context.newCDPSession(page);
		await page.addInitScript(() => {
			const durations: number[] = [];
			Object.assign(window, { durations });
			const observer = new PerformanceObserver((list) => {
				for (const entry of list.getEntries() as PerformanceEventTiming[]) durations.push(entry.duration);
			});
			observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
		});
		const load = async (path: string) => {
			// Only what is touched is to be slow, not getting there.
			await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
			await page.goto(site + path, { waitUntil: "networkidle" });
			await client.send("Network.emulateNetworkConditions", {
				offline: false,
				latency: slow.latency,
				downloadThroughput: slow.throughput / 8,
				uploadThroughput: slow.throughput / 8,
			});
			await client.send("Emulation.setCPUThrottlingRate", { rate: slow.processor });
		};
		/** Nothing is noted of what takes less than 16 ms. */
		const latencyOf = async (touch: () => Promise<void>, until: () => Promise<unknown>) => {
			await page.evaluate(() => Object.assign(window, { from: (window as unknown as Noted).durations.length }));
			await touch();
			await until();
			await nextPaint(page);
			// Entries come when the browser has nothing else to do.
			await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
			return page.evaluate(() => {
				const { durations, from } = window as unknown as Noted;
				return Math.max(16, ...durations.slice(from));
			});
		};

		await load("/");
		const menu = await latencyOf(
			() => page.locator("#menu-button").tap(),
			() => page.locator("#menu").waitFor(),
		);
		await page.locator("#language-menu").tap();
		const link = page.locator("#menu").getByRole("link", { name: locales.ru.name });
		await page.evaluate((russian) => {
			document.addEventListener("click", () => Object.assign(window, { start: performance.now() }), { once: true });
			const observer = new MutationObserver(() => {
				if (document.documentElement.lang === russian && !("swapped" in window)) {
					requestAnimationFrame(() => Object.assign(window, { swapped: performance.now() }));
				}
			});
			observer.observe(document.documentElement, { attributeFilter: ["lang"] });
		}, "ru");
		const toggle = await latencyOf(
			() => link.tap(),
			() => page.waitForFunction(() => "swapped" in window),
		);
		const toggleUntilSwapped = await page.evaluate(() => {
			const { start, swapped } = window as unknown as { start: number; swapped: number };
			return Math.round(swapped - start);
		});

		await load("/");
		const carousel = page.locator(".carousel");
		await carousel.scrollIntoViewIfNeeded();
		await page.locator("site-island[data-state=hydrated] .carousel").waitFor();
		const next = page.locator(".carousel-controls > button").last();
		const turned = await latencyOf(
			() => next.tap(),
			() => page.locator(".carousel-controls li:nth-child(2) [aria-current=true]").waitFor({ state: "attached" }),
		);

		await load("/programmes");
		const section = page.locator("main details").first();
		const opened = await latencyOf(
			() => section.locator("summary").tap(),
			() => section.locator(".disclosure-body").waitFor(),
		);
		return { menu, toggle, toggleUntilSwapped, carousel: turned, section: opened };
	});
}

type Noted = { durations: number[]; from: number };
