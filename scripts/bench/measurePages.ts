import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { FaultsError } from "../shared/faults.ts";
import { medianOf, type Result } from "./results.ts";
import { createResponder, floorPath, listSites, type Site } from "./sites.ts";
import { withRealSite } from "./withRealSite.ts";

const allPaths = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));

/** Categories that Lighthouse scores from 0 to 100 points. */
const categories = ["performance", "accessibility", "best-practices", "seo"];

/** Page with its medians and its faults. */
type Measured = {
	site: Site["name"];
	path: string;
	figures: Record<string, number>;
	faults: string[];
};

/** Response that the page has loaded, in Lighthouse's audit `network-requests`. */
type Transfer = { resourceType: string; transferSize: number };

/**
 * Measures scores, paints and weights with Lighthouse on a phone with slow 4G and a processor four times slower. Returns
 * the median of the runs for each page of this site and, with its folder, of the rival.
 * @throws FaultsError when a page of this site shifts, or has less than 100 points. Performance depends on the machine,
 * so it may.
 */
export function measurePages(
	paths = allPaths,
	runs: number,
	rivalFolder?: string,
): Promise<Result> {
	return withRealSite(async (url, version) => {
		const executablePath = await findBrowser();
		const browser = await puppeteer.launch({ executablePath, args: browserArguments });
		const port = Number(new URL(browser.wsEndpoint()).port);
		const measured: Measured[] = [];
		try {
			for (const site of await listSites(version, rivalFolder)) {
				const origin = site.name === "ours" ? url : await serveSite(site);
				for (const path of site.name === "floor" ? [floorPath] : paths) {
					const page = await measurePage(origin + path, port, runs);
					measured.push({ site: site.name, path, ...page });
				}
			}
		} finally {
			await browser.close();
		}
		return formatResult(measured);
	});
}

function formatResult(measured: Measured[]): Result {
	const floor = measured.find(({ site }) => site === "floor");
	const paints = Object.entries(floor?.figures ?? {}).filter(([name]) => name.endsWith("paint ms"));
	const pages = measured.filter((page) => page !== floor);
	const rows = pages.map(({ path, site, figures }) => ({ path, site, ...figures }));
	const ours = pages.filter(({ site }) => site === "ours");
	const faults = ours.flatMap((page) => page.faults.map((fault) => page.path + fault));
	if (faults.length > 0) {
		console.table(rows);
		throw new FaultsError(faults);
	}
	return { floor: Object.fromEntries(paints), rows };
}

/** Audits a page several times. Returns the medians and all faults. */
async function measurePage(
	url: string,
	port: number,
	runs: number,
): Promise<Pick<Measured, "figures" | "faults">> {
	const results: Record<string, number>[] = [];
	const faults: string[] = [];
	while (results.length < runs) {
		const auditPage = () => audit(url, port, (fault) => faults.push(fault));
		// Lighthouse sometimes fails with an incomplete trace.
		results.push(await auditPage().catch(auditPage));
	}
	const names = Object.keys(results[0] ?? {});
	const medians = names.map((name) => [name, medianOf(results.map((one) => one[name] ?? 0))]);
	const figures: Record<string, number> = Object.fromEntries(medians);
	return { figures, faults };
}

/** Serves a site without delays. Returns its origin. */
async function serveSite(site: Site): Promise<string> {
	const server = createServer();
	server.on("request", createResponder(site));
	server.listen(0, "127.0.0.1").unref();
	await once(server, "listening");
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
