import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import type { Extent, Measured } from "./bench.ts";
import { formatSpread, formatTable } from "./figures.ts";
import { phone, withBrowser, withRealSite } from "./realSite.ts";

/** Milliseconds of a round trip, bytes per second, and how many times slower than this machine: as Lighthouse has them. */
const slow = { latency: 150, throughput: (1.6 * 1024 * 1024) / 8, processor: 4 };

type Touch = {
	path: string;
	before?: (page: Page) => Promise<unknown>;
	/** What is touched, and what is there afterwards. */
	target: string;
	until: string;
};

const touches: Record<string, Touch> = {
	menu: { path: "/", target: "#menu-button", until: "#menu:popover-open" },
	language: {
		path: "/",
		before: async (page) => {
			await page.locator("#menu-button").tap();
			await page.locator("#language-menu").tap();
		},
		target: ".language-menu li a:not([aria-current])",
		until: "html[lang=ru]",
	},
	carousel: {
		path: "/",
		before: async (page) => {
			await page.locator(".carousel").scrollIntoViewIfNeeded();
			await page.locator("site-island[data-state=hydrated] .carousel").waitFor();
		},
		target: ".carousel-controls > button:last-of-type",
		until: ".carousel-controls li:nth-child(2) [aria-current=true]",
	},
	section: { path: "/programmes", target: "main summary", until: "main details[open] .disclosure-body" },
};

/** Milliseconds from touches to the paint of what they change (https://web.dev/articles/inp), on a slow phone. */
export function measureTouches({ runs }: Extent): Promise<Measured> {
	return withRealSite((site) =>
		withBrowser(async (browser) => {
			const figures: Record<string, number[]> = {};
			for (const [name, touch] of Object.entries(touches)) {
				const took: number[] = [];
				while (took.length < runs) took.push(await measureTouch(browser, site, touch));
				figures[name] = took;
			}
			const row = Object.entries(figures).map(([name, took]) => [name, formatSpread(took)]);
			return { figures, report: formatTable([Object.fromEntries(row)]) };
		}),
	);
}

async function measureTouch(browser: Browser, site: string, { path, before, target, until }: Touch): Promise<number> {
	const page = await browser.newPage(phone);
	// Only what is touched is to be slow, not getting there.
	await page.goto(site + path, { waitUntil: "networkidle" });
	await before?.(page);
	const client = await page.context().newCDPSession(page);
	const { latency, throughput, processor } = slow;
	const network = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput };
	await client.send("Network.emulateNetworkConditions", network);
	await client.send("Emulation.setCPUThrottlingRate", { rate: processor });
	const durations = await page.evaluateHandle(() => {
		const noted: number[] = [];
		new PerformanceObserver((list) => noted.push(...list.getEntries().map(({ duration }) => duration))).observe({
			type: "event",
			durationThreshold: 16,
		} as PerformanceObserverInit);
		return noted;
	});
	await page.locator(target).first().tap();
	await page.locator(until).first().waitFor({ state: "attached" });
	// Entries come when the browser has painted and has nothing else to do.
	await wait(300);
	// Nothing is noted of what takes less than 16 ms.
	const longest = await durations.evaluate((noted) => Math.max(16, ...noted));
	await page.close();
	return longest;
}
