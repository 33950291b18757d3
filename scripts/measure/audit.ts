import lighthouse, { type Config } from "lighthouse";
import pRetry from "p-retry";

/** What Lighthouse rates, from 0 to 100 points. */
export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

type Category = (typeof categories)[number];

/** What a visit costs on a phone with slow 4G (150 ms, 1.6 Mbit/s) and a processor four times slower: milliseconds, and no unit for `shift`. */
export const metrics = {
	fcp: "first-contentful-paint",
	lcp: "largest-contentful-paint",
	blocking: "total-blocking-time",
	shift: "cumulative-layout-shift",
	speedIndex: "speed-index",
} as const;

export type Audit = {
	scores: Partial<Record<Category, number>>;
	metrics: Record<keyof typeof metrics, number>;
	/** What took points away. */
	failed: string[];
};

/**
 * Asks Lighthouse what it thinks of a page, by its own settings for phones: it simulates network and processor, so that
 * a busy machine changes little.
 * @param port where the browser is to be talked to
 * @throws Error when it cannot read the page, three times in a row
 */
export async function auditPage(url: string, port: number, onlyCategories: readonly Category[]): Promise<Audit> {
	// Now and then the recording misses its own beginning.
	const { audits, categories: rated } = await pRetry(() => ask(url, port, onlyCategories), {
		retries: 2,
		minTimeout: 0,
	});
	const scores = onlyCategories.map((name) => [name, Math.round((rated[name]?.score ?? 0) * 100)] as const);
	const measured = Object.entries(metrics).map(([name, id]) => [name, audits[id]?.numericValue ?? 0]);
	const counted = Object.values(rated).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
	const failed = counted.filter(({ id }) => (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id);
	return { scores: Object.fromEntries(scores), metrics: Object.fromEntries(measured) as Audit["metrics"], failed };
}

/** Out: Lighthouse's report. */
async function ask(url: string, port: number, onlyCategories: readonly Category[]) {
	const config: Config = { extends: "lighthouse:default", settings: { onlyCategories: [...onlyCategories] } };
	const result = await lighthouse(url, { port, logLevel: "error" }, config);
	if (!result) throw new Error(`Lighthouse says nothing of ${url}.`);
	const { runtimeError } = result.lhr;
	if (runtimeError) throw new Error(`Lighthouse cannot read ${url}: ${runtimeError.message}`);
	return result.lhr;
}
