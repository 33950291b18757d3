import lighthouse from "lighthouse";
import pRetry from "p-retry";
import puppeteer from "puppeteer-core";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { type Extent, formatSpread, medianOf } from "./figures.ts";
import { withRealSite } from "./withRealSite.ts";

/** Pages that are audited, unless the option `--pages` names others. */
const defaultPages = ["/", "/programmes", "/ru"];

/** Categories that Lighthouse scores from 0 to 100 points. */
const categories = ["performance", "accessibility", "best-practices", "seo"];

/**
 * Columns of the report. `id`: name of the value in Lighthouse. The value is divided by `unit` and rounded to `digits`
 * decimal places.
 */
const metrics = [
	{ column: "FCP s", id: "first-contentful-paint", unit: 1000, digits: 2 },
	{ column: "LCP s", id: "largest-contentful-paint", unit: 1000, digits: 2 },
	{ column: "Speed Index s", id: "speed-index", unit: 1000, digits: 2 },
	{ column: "blocking ms", id: "total-blocking-time", unit: 1, digits: 0 },
	{ column: "layout shift", id: "cumulative-layout-shift", unit: 1, digits: 3 },
];

/** Result of one run of Lighthouse. `failed`: ids of Lighthouse's checks with a score below 0.9. */
type Audit = { scores: number[]; metrics: Record<string, number>; failed: string[] };

/**
 * Audits pages with Lighthouse's settings for phones. Lighthouse simulates the network and the processor, so the load
 * of this machine has little effect on the results.
 */
export function auditPages({ pages = defaultPages, runs }: Extent): Promise<string[]> {
	return withRealSite(async (site) => {
		const browser = await puppeteer.launch({
			executablePath: await findBrowser(),
			args: browserArguments,
		});
		const port = Number(new URL(browser.wsEndpoint()).port);
		try {
			const figures: Record<string, Audit[]> = {};
			for (const path of pages) {
				const audits: Audit[] = [];
				// Retries, because Lighthouse sometimes fails with an incomplete trace.
				while (audits.length < runs)
					audits.push(await pRetry(() => audit(site + path, port), { retries: 2 }));
				figures[path] = audits;
			}
			printAudits(figures);
			return Object.entries(figures).flatMap(([path, audits]) => listFaults(path, audits));
		} finally {
			await browser.close();
		}
	});
}

/**
 * Runs Lighthouse once on a page.
 * @throws Error when Lighthouse cannot load the page
 */
async function audit(url: string, port: number): Promise<Audit> {
	const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: categories });
	if (!result || result.lhr.runtimeError) {
		throw new Error(`Lighthouse cannot load ${url}: ${result?.lhr.runtimeError?.message}`);
	}
	const { audits, categories: rated } = result.lhr;
	const counted = Object.values(rated).flatMap(({ auditRefs }) =>
		auditRefs.filter(({ weight }) => weight > 0),
	);
	return {
		scores: categories.map((name) => Math.round((rated[name]?.score ?? 0) * 100)),
		metrics: Object.fromEntries(
			metrics.map(({ column, id, unit }) => [column, (audits[id]?.numericValue ?? 0) / unit]),
		),
		failed: counted.filter(({ id }) => (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
	};
}

const medianScores = (audits: Audit[]) =>
	categories.map((_, index) => medianOf(audits.map(({ scores }) => scores[index] ?? 0)));

/** Lists Lighthouse's categories with less than 100 points, except performance, which depends on the machine. */
function listFaults(path: string, audits: Audit[]): string[] {
	const why = [...new Set(audits.flatMap(({ failed }) => failed))].join(", ");
	const scores = medianScores(audits).map((points, index) => ({
		points,
		category: categories[index],
	}));
	return scores
		.filter(({ points, category }) => points < 100 && category !== "performance")
		.map(({ points, category }) => `${path} has ${points} points for ${category}: ${why}`);
}

/** Prints a table with one row for each page. The last row has the medians of all pages. */
function printAudits(figures: Record<string, Audit[]>): void {
	const valuesOf = (audits: Audit[], column: string) =>
		audits.map((one) => one.metrics[column] ?? 0);
	const formatMetrics = (format: (column: string, digits: number) => string) =>
		Object.fromEntries(metrics.map(({ column, digits }) => [column, format(column, digits)]));
	const rows = Object.entries(figures).map(([page, audits]) => ({
		page,
		...formatMetrics((column, digits) => formatSpread(valuesOf(audits, column), digits)),
		"performance, accessibility, practices, search": medianScores(audits).join(" "),
	}));
	const medianOfPages = (column: string) =>
		medianOf(Object.values(figures).map((audits) => medianOf(valuesOf(audits, column))));
	const lastRow = {
		page: "their median",
		...formatMetrics((column, digits) => medianOfPages(column).toFixed(digits)),
	};
	console.table([...rows, lastRow]);
}
