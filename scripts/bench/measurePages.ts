import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { FaultsError } from "../shared/faults.ts";
import { withRealSite } from "./withRealSite.ts";

const allPaths = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));

/** Categories that Lighthouse scores from 0 to 100 points. */
const categories = ["performance", "accessibility", "best-practices", "seo"];

/** Response that the page has loaded, in Lighthouse's audit `network-requests`. */
type Transfer = { resourceType: string; transferSize: number };

/**
 * Measures scores, paints and weights with Lighthouse on a phone with slow 4G and a processor four times slower. Prints
 * the median of the runs for each page.
 * @throws FaultsError when a page shifts, or has less than 100 points. Performance depends on the machine, so it may.
 */
export function measurePages(paths = allPaths, runs: number): Promise<void> {
	return withRealSite(async (site) => {
		const executablePath = await findBrowser();
		const browser = await puppeteer.launch({ executablePath, args: browserArguments });
		const port = Number(new URL(browser.wsEndpoint()).port);
		const faults: string[] = [];
		const rows: Record<string, number | string>[] = [];
		try {
			for (const path of paths) {
				const results: Record<string, number>[] = [];
				while (results.length < runs) {
					const auditPage = () => audit(site + path, port, (fault) => faults.push(path + fault));
					// Lighthouse sometimes fails with an incomplete trace.
					results.push(await auditPage().catch(auditPage));
				}
				const names = Object.keys(results[0] ?? {});
				const medians = names.map((name) => [name, medianOf(results.map((one) => one[name] ?? 0))]);
				rows.push({ path, ...Object.fromEntries(medians) });
			}
		} finally {
			await browser.close();
		}
		console.table(rows);
		if (faults.length > 0) throw new FaultsError(faults);
	});
}

/** Runs Lighthouse once on a page. */
export async function audit(url: string, port: number, addFault: (fault: string) => void) {
	// Throttles the browser itself, so that paints are observed and not simulated.
	const settings = { throttlingMethod: "devtools", onlyCategories: categories } as const;
	const result = await lighthouse(url, { port, logLevel: "error", ...settings });
	if (!result || result.lhr.runtimeError)
		throw new Error(`Lighthouse cannot load ${url}: ${result?.lhr.runtimeError?.message}`);
	const { audits, categories: rated } = result.lhr;
	const readValue = (id: string) => audits[id]?.numericValue ?? 0;
	const scores = categories.map((name) => Math.round((rated[name]?.score ?? 0) * 100));
	for (const [index, score] of scores.entries()) {
		const refs = rated[categories[index] ?? ""]?.auditRefs ?? [];
		const failed = refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9);
		if (index > 0 && score < 100)
			addFault(` has ${score} points for ${categories[index]}: ${failed.map(({ id }) => id)}`);
	}
	const shift = readValue("cumulative-layout-shift");
	if (shift > 0) addFault(` shifts by ${shift.toFixed(4)}`);
	const { details } = audits["network-requests"] ?? {};
	const transfers = details?.type === "table" ? (details.items as unknown as Transfer[]) : [];
	const weigh = (type: string) => {
		const sizes = transfers
			.filter(({ resourceType }) => resourceType.startsWith(type))
			.map(({ transferSize }) => transferSize);
		return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10;
	};
	const [performance = 0] = scores;
	return {
		performance,
		"first paint ms": Math.round(readValue("first-contentful-paint")),
		"largest paint ms": Math.round(readValue("largest-contentful-paint")),
		"blocking ms": Math.round(readValue("total-blocking-time")),
		requests: transfers.length,
		"HTML KB": weigh("Document"),
		"script KB": weigh("Script"),
		"font KB": weigh("Font"),
		"picture KB": weigh("Image"),
		"all KB": weigh(""),
	};
}

function medianOf(values: number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
