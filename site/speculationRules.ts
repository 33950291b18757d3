import { localeCodes, locales } from "../content/locales.ts";
import { pages } from "../content/pages.ts";
import { type RouteName, routeNames } from "../content/routes.ts";

/** Pages that browsers may prerender before their link is pressed. */
export const likelyRoutes: RouteName[] = routeNames.filter((name) => pages[name].prerender === "moderate");

/** Pattern of each locale's path prefix, such as `{/ru}?`. */
const prefixPattern = localeCodes
	.map((code) => locales[code].prefix)
	.filter(Boolean)
	.map((prefix) => `{${prefix}}?`)
	.join("");

/** Pattern of their paths, in every language. */
const likelyPages = `${prefixPattern}/(${likelyRoutes.map((name) => pages[name].path.slice(1)).join("|")})`;

/** Links to pages: not to functions, files, the page itself, or its counterpart, which is fetched in place. */
const linksToPages = [
	{ href_matches: "/*" },
	{ not: { href_matches: ["/api/*", "/media/*"] } },
	{ not: { selector_matches: "[data-locale], [aria-current]" } },
];

/**
 * Pages that browsers may prefetch and prerender: the likely ones as soon as a pointer rests on their link, or on phones
 * while the link is in view; all others when their link is pressed. What is fetched in vain stays below `budgets.guesses`.
 */
const rules = [
	// Links of the footer are excluded: they come into view without any intent of the visitor.
	{
		where: { and: [...linksToPages, { href_matches: likelyPages }, { not: { selector_matches: "footer *" } }] },
		eagerness: "moderate",
	},
	{ where: { and: linksToPages }, eagerness: "conservative" },
];

/**
 * Speculation rules of every page. They are inline because a header would name a file, which would have to be fetched while the
 * page waits for its fonts. https://developer.mozilla.org/en-US/docs/Web/API/Speculation_Rules_API
 */
export const speculationRules = JSON.stringify({ prefetch: rules, prerender: rules });
