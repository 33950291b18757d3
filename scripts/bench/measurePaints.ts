import pRetry from "p-retry";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { type Extent, formatKilobytes, medianOf } from "./figures.ts";
import { makeCertificate, serveSecurely } from "./serveSecurely.ts";
import { openSlowLink } from "./slowLink.ts";
import { allPaths, withBuiltSite } from "./withRealSite.ts";

/** Viewport of a common phone. */
const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const cpuSlowdown = 4;
/** Time after the `load` event during which paints and layout shifts are still recorded. */
const settlingMs = 1200;
const visitTimeoutMs = 60_000;

/** Results of one visit. Times are in milliseconds since the navigation began. */
type Paints = {
	first: number;
	largest: number;
	element: string;
	shift: number;
	/** Transferred bytes of the largest picture. */
	largestPicture: number;
};

/** Measures paint times over an emulated slow connection. */
export function measurePaints({ pages = allPaths, runs }: Extent): Promise<string[]> {
	return withBuiltSite("https://bench.example", async (folder, root) => {
		const server = await serveSecurely(folder, await makeCertificate(root));
		const link = await openSlowLink(server.port);
		const args = [...browserArguments, "--ignore-certificate-errors"];
		const browser = await puppeteer.launch({ executablePath: await findBrowser(), args });
		try {
			const figures = new Map<string, Paints[]>(pages.map((path) => [path, []]));
			for (let run = 0; run < runs; run++) {
				for (const [path, paints] of figures) {
					// Retries, because Chromium sometimes reports no first paint on a busy machine.
					const visitOnce = () => visit(browser, `https://localhost:${link.port}${path}`);
					paints.push(await pRetry(visitOnce, { retries: 2 }));
				}
			}
			printPaints(figures);
			return listFaults(figures);
		} finally {
			await browser.close();
			link.close();
			server.close();
		}
	});
}

/**
 * Opens a page with an empty cache.
 * @throws Error when the page cannot be loaded or is not painted
 */
async function visit(browser: Browser, url: string): Promise<Paints> {
	const context = await browser.createBrowserContext();
	try {
		const page = await context.newPage();
		await page.setViewport(phone);
		await page.emulateCPUThrottling(cpuSlowdown);
		return await loadPage(page, url);
	} finally {
		await context.close();
	}
}

async function loadPage(page: Page, url: string): Promise<Paints> {
	const response = await page.goto(url, { waitUntil: "load", timeout: visitTimeoutMs });
	if (!response?.ok()) throw new Error(`${url} has status ${response?.status()}.`);
	return await page.evaluate(collectPaints, settlingMs);
}

/** Collects the paints of the current page. Puppeteer runs this function inside the page. */
async function collectPaints(waitMs: number): Promise<Paints> {
	type Shift = PerformanceEntry & { value: number };
	type LargestPaint = PerformanceEntry & { element: Element | null; url: string };
	const shifts: Shift[] = [];
	const largestPaints: LargestPaint[] = [];
	const observe = <Entry extends PerformanceEntry>(type: string, entries: Entry[]) => {
		const observer = new PerformanceObserver((list) =>
			entries.push(...(list.getEntries() as Entry[])),
		);
		observer.observe({ type, buffered: true });
	};
	observe("layout-shift", shifts);
	observe("largest-contentful-paint", largestPaints);
	await new Promise((resolve) => setTimeout(resolve, waitMs));
	const [first] = performance.getEntriesByName("first-contentful-paint");
	const largest = largestPaints.at(-1);
	if (!first || !largest) throw new Error("The page has not been painted.");
	const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
	const pictures = resources.filter(({ name }) => /\.(avif|gif|jpe?g|png|webp)$/.test(name));
	return {
		first: first.startTime,
		largest: largest.startTime,
		element: largest.url ? "picture" : (largest.element?.localName ?? ""),
		shift: shifts.reduce((total, { value }) => total + value, 0),
		largestPicture: Math.max(0, ...pictures.map(({ encodedBodySize }) => encodedBodySize)),
	};
}

const maxOf = (paints: Paints[], name: "shift" | "largestPicture") =>
	Math.max(...paints.map((one) => one[name]));
const medianPaint = (paints: Paints[], name: "first" | "largest") =>
	medianOf(paints.map((one) => one[name]));

/** Lists pages with layout shifts. Slow paints are not listed, because they depend on the machine. */
function listFaults(figures: Map<string, Paints[]>): string[] {
	return [...figures].flatMap(([path, paints]) => {
		const shift = maxOf(paints, "shift");
		return shift > 0 ? [`${path} shifts by ${shift.toFixed(4)}.`] : [];
	});
}

/** Prints a row for each page. The last row has the medians of all pages. */
function printPaints(figures: Map<string, Paints[]>): void {
	const rows = [...figures].map(([page, paints]) => ({
		page,
		"first paint ms": Math.round(medianPaint(paints, "first")),
		"largest paint ms": Math.round(medianPaint(paints, "largest")),
		"is a": paints.at(-1)?.element,
		shift: maxOf(paints, "shift").toFixed(3),
		"largest picture KB": formatKilobytes(maxOf(paints, "largestPicture")),
	}));
	const medianOfPages = (column: "first paint ms" | "largest paint ms") =>
		medianOf(rows.map((row) => row[column]));
	const lastRow = {
		page: "their median",
		"first paint ms": medianOfPages("first paint ms"),
		"largest paint ms": medianOfPages("largest paint ms"),
	};
	console.table([...rows, lastRow]);
}
