import { setTimeout as wait } from "node:timers/promises";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { type Locale, localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { localisePath } from "../../content/routes.ts";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { medianOf, type Result } from "./results.ts";
import { floorPath, listSites, type Transfer } from "./sites.ts";
import { type SlowSite, startSlowSites } from "./startSlowSites.ts";
import { withRealSite } from "./withRealSite.ts";

type Journey = {
	name: string;
	/** Path of the first page, in English. */
	from: string;
	/**
	 * Lists the selectors of what the visitor touches, the link last. They match the elements of this site and those of
	 * the rival, which may lack the others.
	 */
	listTouches: (locale: Locale) => string[];
};

/** Times in milliseconds after the touch of the link, and sizes in bytes. */
type Visit = { first: number; largest: number; inAdvance: number; all: number };

const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const cpuSlowdown = 4;

/** Durations of a visit, in milliseconds. */
const readingMs = 2000;
const choosingMs = 1000;
const touchMs = 100;
/** Time from the touch until all paints have ended, in milliseconds. */
const settlingMs = 3000;

const openMenu = "[data-part=open], .burger";

const journeys: Journey[] = [
	{
		name: "menu",
		from: "/",
		listTouches: (locale) => [
			openMenu,
			`:popover-open a[href="${localisePath("/packages", locale)}"]`,
		],
	},
	{
		name: "text",
		from: "/about",
		listTouches: (locale) => [`main a[href="${localisePath("/approach", locale)}"]`],
	},
	{
		// The rival has no first step: its link in the text to the same page.
		name: "button",
		from: "/",
		listTouches: (locale) => [`main a[href^="${localisePath("/consultations", locale)}"]`],
	},
	{
		name: "language",
		from: "/",
		listTouches: (locale) => {
			const { hreflang } = locales[otherLocale(locale)];
			return [openMenu, ":popover-open summary", `:popover-open a[hreflang^=${hreflang}]`];
		},
	},
];

const floorJourney: Journey = {
	name: "floor",
	from: "/",
	listTouches: () => [`a[href="${floorPath}"]`],
};

/**
 * Measures when a visitor on a slow phone sees the second page: the visitor reads the first one for two seconds, and
 * touches a link for 100 ms. The times are real paints of Chromium, counted from the beginning of the touch.
 */
export function measureVisits(runs: number, rivalFolder?: string): Promise<Result> {
	return withRealSite(async (_, version) => {
		const sites = await listSites(version, rivalFolder);
		const { slowSites, trustArgument } = await startSlowSites(sites, version);
		// Without the tests' list of disabled features: a process in reserve, for example, makes pages appear earlier.
		const usualArguments = browserArguments.filter((one) => !one.startsWith("--disable-features"));
		const browser = await puppeteer.launch({
			executablePath: await findBrowser(),
			args: [...usualArguments, trustArgument],
		});
		try {
			return await measureSites(browser, slowSites, runs);
		} finally {
			await browser.close();
		}
	});
}

/** Takes turns between the sites, so that a change of the machine's load affects all of them. */
async function measureSites(browser: Browser, sites: SlowSite[], runs: number): Promise<Result> {
	const visits = new Map<string, Visit[]>();
	const addVisit = async (site: SlowSite, journey: Journey, locale: Locale) => {
		const key = [journey.name, locale, site.name].join();
		visits.set(key, [...(visits.get(key) ?? []), await visit(browser, site, journey, locale)]);
	};
	const measured = sites.filter(({ name }) => name !== "floor");
	const floors = sites.filter(({ name }) => name === "floor");
	for (let run = 0; run < runs; run++) {
		for (const journey of journeys) {
			for (const site of floors) await addVisit(site, floorJourney, "en-US");
			for (const locale of localeCodes) {
				for (const site of measured) await addVisit(site, journey, locale);
			}
		}
	}
	const rows = [...visits].map(([key, own]) => {
		const median = (name: keyof Visit) => Math.round(medianOf(own.map((one) => one[name])));
		const [link = "", from = "", site = ""] = key.split(",");
		return {
			link,
			from,
			site,
			"first paint ms": median("first"),
			"largest paint ms": median("largest"),
			"KB in advance": median("inAdvance") / 1000,
			"all KB": median("all") / 1000,
		};
	});
	const [floor, ...others] = rows;
	const paints = ["first paint ms", "largest paint ms"] as const;
	const lowest = paints.map((paint) => [`plain link, ${paint}`, floor?.[paint] ?? 0]);
	return { floor: Object.fromEntries(lowest), rows: others };
}

/** Makes a visit with an empty cache. */
async function visit(
	browser: Browser,
	{ origin, transfers }: SlowSite,
	{ from, listTouches }: Journey,
	locale: Locale,
): Promise<Visit> {
	const context = await browser.createBrowserContext();
	const page = await context.newPage();
	await page.setViewport(phone);
	await page.emulateCPUThrottling(cpuSlowdown);
	transfers.length = 0;
	try {
		await page.goto(origin + localisePath(from, locale), { waitUntil: "load" });
		const controls = listTouches(locale);
		const link = controls.pop() ?? "";
		if (controls.length === 0) await scrollTo(page, link);
		await wait(readingMs);
		for (const control of controls) {
			if (!(await page.$(control))) continue;
			await page.tap(control);
			await wait(choosingMs);
		}
		const touchedAt = await touch(page, link);
		await wait(settlingMs);
		const { first, largest } = await readPaints(page);
		return {
			first: first - touchedAt,
			largest: largest - touchedAt,
			inAdvance: sumBytes(transfers.filter(({ isSpeculative }) => isSpeculative)),
			all: sumBytes(transfers),
		};
	} finally {
		await context.close();
	}
}

/** Scrolls to a link. A touch beside the text stands for the one with which visitors begin to scroll. */
async function scrollTo(page: Page, link: string): Promise<void> {
	await page.touchscreen.tap(5, phone.height / 2);
	await page.$eval(link, (element) =>
		element.scrollIntoView({ block: "center", behavior: "instant" }),
	);
}

const sumBytes = (transfers: Transfer[]): number =>
	transfers.reduce((sum, { bytes }) => sum + bytes, 0);

/** Touches a link. Returns the time at which the page received the touch, in milliseconds of the wall clock. */
async function touch(page: Page, link: string): Promise<number> {
	const handle = await page.locator(link).waitHandle();
	const { x, y } = await handle.clickablePoint();
	await page.evaluate(() => {
		addEventListener("touchstart", ({ timeStamp }) => {
			window.touchedAt = performance.timeOrigin + timeStamp;
		});
		const recordPaint = () => {
			window.changedAt = performance.timeOrigin + performance.now();
		};
		// A change of language in place has no navigation, whose paints the browser would record.
		const observer = new MutationObserver(() => {
			requestAnimationFrame(() => setTimeout(recordPaint));
		});
		observer.observe(document.documentElement, { attributeFilter: ["id"] });
	});
	const finger = await page.touchscreen.touchStart(x, y);
	const [touchedAt] = await Promise.all([page.evaluate(() => window.touchedAt), wait(touchMs)]);
	// Ignores the error that puppeteer reports when a prerendered page replaces the current page during the call.
	await finger.end().catch(() => {});
	if (!touchedAt) throw new Error(`The page has not received the touch of ${link}.`);
	return touchedAt;
}

/** Reads the times of the paints of the page that is shown, in milliseconds of the wall clock. */
const readPaints = (page: Page): Promise<{ first: number; largest: number }> =>
	page.evaluate(async () => {
		const { changedAt } = window;
		if (changedAt) return { first: changedAt, largest: changedAt };
		const [first] = performance.getEntriesByName("first-contentful-paint");
		const largest = await new Promise<number>((resolve) => {
			const observer = new PerformanceObserver((list) =>
				resolve(list.getEntries().at(-1)?.startTime ?? 0),
			);
			observer.observe({ type: "largest-contentful-paint", buffered: true });
		});
		// A prerendered page begins before the visitor sees it.
		const [navigation] = performance.getEntriesByType("navigation");
		const { activationStart: shownAt = 0 } = navigation as { activationStart?: number };
		const toWallClock = (time = 0) => performance.timeOrigin + Math.max(time, shownAt);
		return { first: toWallClock(first?.startTime), largest: toWallClock(largest) };
	});

declare global {
	interface Window {
		touchedAt?: number;
		changedAt?: number;
	}
}
