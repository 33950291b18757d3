import { auditPage } from "./audit.ts";
import { allPaths, withBrowser, withRealSite } from "./realSite.ts";

const categories = ["accessibility", "best-practices", "seo"] as const;

/**
 * Asks Lighthouse what it thinks of every page, as far as no clock measures it.
 * @param log is told the points of each page
 * @throws Error when a page has fewer than 100 points
 */
export function expectPerfectScores(log: (line: string) => void): Promise<void> {
	return withRealSite((url) =>
		withBrowser(async (_, port) => {
			const faults: string[] = [];
			for (const path of allPaths) {
				const { scores, failed } = await auditPage(url + path, port, categories);
				log([...categories.map((name) => `${name} ${scores[name]}`), path, ...failed].join("  "));
				for (const name of categories.filter((category) => scores[category] !== 100)) {
					faults.push(`${path} has ${scores[name]} points for ${name}: ${failed.join(", ")}`);
				}
			}
			if (faults.length > 0) throw new Error(faults.join("\n"));
		}),
	);
}
