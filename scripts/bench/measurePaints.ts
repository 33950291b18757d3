import { stat } from "node:fs/promises";
import { join } from "node:path";
import pRetry from "p-retry";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { type Extent, formatDifference, formatKilobytes, formatTable, type Measured, medianOf } from "./figures.ts";
import { preferRoboto } from "./preferRoboto.ts";
import { makeCertificate, serveSecurely } from "./serveSecurely.ts";
import { openSlowLink } from "./slowLink.ts";
import { withBuiltSite } from "./withRealSite.ts";
import { writeFloorPage } from "./writeFloorPage.ts";

/** Viewport of a common phone, in CSS pixels. */
const phone = { width: 412, height: 823, isMobile: true, hasTouch: true };
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

/** Built site whose paints are measured. `paths` are the paths of its measured pages. */
type MeasuredSite = { name: string; folder: string; paths: string[] };

type PaintsByPath = Record<string, Paints[]>;

/** Name of the baseline site, which has only one minimal page. */
const floorName = "floor";

/** Measures paint times over an emulated slow connection. */
export function measurePaints({ pages, runs, photos, dpr, compare }: Extent): Promise<Measured> {
	return withBuiltSite("https://bench.example", photos, async (folder, root) => {
		const others = await Promise.all(compare.map((option) => parseMeasuredSite(option, pages)));
		const floorFolder = join(root, floorName);
		await writeFloorPage(floorFolder, join(folder, "media"));
		const measuredSites = [
			{ name: "site", folder, paths: pages },
			...others,
			// The baseline site has only one page, so its path is repeated for each visit.
			{ name: floorName, folder: floorFolder, paths: pages.map(() => "/") },
		];
		const figures = await withSlowSites(measuredSites, root, (sites) =>
			withPhoneBrowser(root, (browser) => visitAll(browser, sites, { runs, dpr })),
		);
		const report = `${formatSummary(figures)}\n\n${formatPages(figures)}`;
		return { figures, report, faults: listFaults(figures.site ?? {}) };
	});
}

/** Parses a value of the option `--compare`, such as `old=../old-site`. */
async function parseMeasuredSite(option: string, paths: string[]): Promise<MeasuredSite> {
	const [name = "", folder = ""] = option.split("=");
	const index = await stat(join(folder, "index.html")).catch(() => undefined);
	if (!index) throw new Error(`--compare ${option}: write name=folder, of a folder with an index.html.`);
	return { name, folder, paths };
}

type SlowSite = Omit<MeasuredSite, "folder"> & { origin: string };

/** Serves each site over its own emulated slow connection while `run` runs. */
async function withSlowSites<Result>(
	measuredSites: MeasuredSite[],
	root: string,
	run: (sites: SlowSite[]) => Promise<Result>,
): Promise<Result> {
	const certificate = await makeCertificate(root);
	const closers: (() => void)[] = [];
	const sites: SlowSite[] = [];
	try {
		for (const { name, folder, paths } of measuredSites) {
			const server = await serveSecurely(folder, certificate);
			const link = await openSlowLink(server.port);
			closers.push(link.close, server.close);
			sites.push({ name, paths, origin: `https://localhost:${link.port}` });
		}
		return await run(sites);
	} finally {
		for (const close of closers) close();
	}
}

/** Starts Chromium with the font Roboto, calls `run`, and closes the browser. */
async function withPhoneBrowser<Result>(root: string, run: (browser: Browser) => Promise<Result>): Promise<Result> {
	const args = [...browserArguments, "--ignore-certificate-errors"];
	const env = { ...process.env, ...(await preferRoboto(root)) };
	const browser = await puppeteer.launch({ executablePath: await findBrowser(), args, env });
	return run(browser).finally(() => browser.close());
}

/** Visits the first page of each site, then the second page of each site, and so on. Repeats this `runs` times. */
async function visitAll(
	browser: Browser,
	sites: SlowSite[],
	{ runs, dpr }: Pick<Extent, "runs" | "dpr">,
): Promise<Record<string, PaintsByPath>> {
	const figures: Record<string, PaintsByPath> = Object.fromEntries(sites.map(({ name }) => [name, {}]));
	const pageCount = sites[0]?.paths.length ?? 0;
	for (let run = 0; run < runs; run++) {
		for (let page = 0; page < pageCount; page++) {
			for (const { name, origin, paths } of sites) {
				const path = paths[page] ?? "/";
				// Retries, because Chromium sometimes reports no first paint on a busy machine.
				const paints = await pRetry(() => visit(browser, origin + path, dpr), { retries: 2 });
				const byPath = figures[name] ?? {};
				byPath[path] = [...(byPath[path] ?? []), paints];
			}
		}
	}
	return figures;
}

/**
 * Opens a page with an empty cache.
 * @throws Error when the page cannot be loaded or is not painted
 */
async function visit(browser: Browser, url: string, deviceScaleFactor: number): Promise<Paints> {
	const context = await browser.createBrowserContext();
	try {
		const page = await context.newPage();
		await page.setViewport({ ...phone, deviceScaleFactor });
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
		const observer = new PerformanceObserver((list) => entries.push(...(list.getEntries() as Entry[])));
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

/** Lists pages with layout shifts. Slow paints are not listed, because they depend on the machine. */
function listFaults(site: PaintsByPath): string[] {
	return Object.entries(site).flatMap(([path, paints]) => {
		const shift = Math.max(...paints.map((one) => one.shift));
		return shift > 0 ? [`${path} shifts by ${shift.toFixed(4)}.`] : [];
	});
}

type Time = "first" | "largest";

const medianPaint = (paints: Paints[], time: Time) => medianOf(paints.map((one) => one[time]));
const maxOf = (paints: Paints[], name: "shift" | "largestPicture") => Math.max(...paints.map((one) => one[name]));

function formatSummary(figures: Record<string, PaintsByPath>): string {
	const floorOf = (time: Time) => medianPaint(Object.values(figures[floorName] ?? {}).flat(), time);
	const formatTimes = (pages: Paints[][], time: Time) => {
		const medians = pages.map((paints) => medianPaint(paints, time));
		const [middle, worst] = [medianOf(medians), Math.max(...medians)];
		const aboveFloor = [middle, worst].map((value) => formatDifference(value - floorOf(time)));
		return `${middle.toFixed(0)}, ${worst.toFixed(0)} (${aboveFloor.join(", ")})`;
	};
	const rows = Object.entries(figures).map(([site, byPath]) => {
		const pages = Object.values(byPath);
		return {
			"median, worst (above the floor), ms": site,
			"first paint": formatTimes(pages, "first"),
			"largest paint": formatTimes(pages, "largest"),
			shift: maxOf(pages.flat(), "shift").toFixed(3),
			"largest picture KB": formatKilobytes(maxOf(pages.flat(), "largestPicture")),
		};
	});
	return formatTable(rows);
}

function formatPages(figures: Record<string, PaintsByPath>): string {
	const realSites = Object.entries(figures).filter(([site]) => site !== floorName);
	const rows = realSites.flatMap(([site, byPath]) =>
		Object.entries(byPath).map(([page, paints]) => ({
			page,
			site,
			"first paint ms": medianPaint(paints, "first").toFixed(0),
			"largest paint ms": medianPaint(paints, "largest").toFixed(0),
			"is a": paints.at(-1)?.element,
			shift: maxOf(paints, "shift").toFixed(3),
			"largest picture KB": formatKilobytes(maxOf(paints, "largestPicture")),
		})),
	);
	return formatTable(rows);
}
