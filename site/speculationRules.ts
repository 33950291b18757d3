import { localeCodes, locales } from "../content/locales.ts";
import { pages } from "../content/pages.ts";
import { type RouteName, routeNames } from "../content/routes.ts";

/** Pages that browsers may prerender before a visitor presses their link. */
export const likelyRoutes: RouteName[] = routeNames.filter((name) => pages[name].prerender === "moderate");

/** Pattern of each locale's path prefix, such as `{/ru}?`. */
const prefixPattern = localeCodes
	.map((code) => locales[code].prefix)
	.filter(Boolean)
	.map((prefix) => `{${prefix}}?`)
	.join("");

/** Pattern of the paths of `likelyRoutes`, in every language. */
const likelyPages = `${prefixPattern}/(${likelyRoutes.map((name) => pages[name].path.slice(1)).join("|")})`;

/** Condition for links to other pages. It excludes functions, files, the page itself, and its counterpart. */
const linksToPages = [
	{ href_matches: "/*" },
	{ not: { href_matches: ["/api/*", "/media/*"] } },
	{ not: { selector_matches: "[data-locale], [aria-current]" } },
];

/**
 * Rules for prefetching and prerendering. `moderate` starts when a pointer rests on a link, or on phones while the link is
 * in view. `conservative` starts when a link is pressed. Unused downloads stay below the budget `guesses` in
 * tests/tools/budgets.ts.
 */
const rules = [
	// Without links of the footer, which come into view whether or not the visitor is interested.
	{
		where: { and: [...linksToPages, { href_matches: likelyPages }, { not: { selector_matches: "footer *" } }] },
		eagerness: "moderate",
	},
	{ where: { and: linksToPages }, eagerness: "conservative" },
];

/**
 * Speculation rules of every page: https://developer.mozilla.org/en-US/docs/Web/API/Speculation_Rules_API
 * They are inline, because the alternative is a header with the URL of a file, whose request would compete with the fonts.
 */
export const speculationRules = JSON.stringify({ prefetch: rules, prerender: rules });
