import { localeCodes } from "../content/locales.ts";
import { pathOf, routeNames } from "../content/routes.ts";
import { runTask } from "./command.ts";
import { auditPage } from "./measure/audit.ts";
import { withBrowser, withRealSite } from "./measure/realSite.ts";

const categories = ["accessibility", "best-practices", "seo"] as const;

/** Asks Lighthouse what it thinks of all fourteen pages, and fails unless each has 100 points for whatever no clock measures. */
await runTask(
	"lighthouse",
	() =>
		withRealSite((url) =>
			withBrowser(async (_, port) => {
				const faults: string[] = [];
				for (const path of localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)))) {
					const { scores, failed } = await auditPage(url + path, port, categories);
					console.log([...categories.map((name) => `${name} ${scores[name]}`), path, ...failed].join("  "));
					for (const name of categories.filter((category) => scores[category] !== 100)) {
						faults.push(`${path} has ${scores[name]} points for ${name}: ${failed.join(", ")}`);
					}
				}
				if (faults.length > 0) throw new Error(faults.join("\n"));
			}),
		),
	{},
);
