import { type RouteName, routes } from "../content/routes.ts";

/** The pages on which something is bought. */
export const sellingRoutes: RouteName[] = ["functionalTests", "consultations", "packages", "programmes"];

/** In either language. */
const sellingPages = `{/ru}?/(${sellingRoutes.map((name) => routes[name].slice(1)).join("|")})`;

/** Neither what functions answer, nor files, nor the page itself, nor its counterpart, which is fetched in place. */
const pages = [
	{ href_matches: "/*" },
	{ not: { href_matches: ["/api/*", "/media/*"] } },
	{ not: { selector_matches: "[data-locale], [aria-current]" } },
];

/**
 * What browsers may get ahead: the pages that sell as soon as the browser thinks them likely (a pointer rests on the link, or on
 * phones the link stays in view), all others when their link is touched. What nobody asked for stays below `budgets.guesses`.
 */
const rules = [
	// What the foot of every page lists is in view whether anybody wants it or not.
	{
		where: { and: [...pages, { href_matches: sellingPages }, { not: { selector_matches: "footer *" } }] },
		eagerness: "moderate",
	},
	{ where: { and: pages }, eagerness: "conservative" },
];

/**
 * Browsers render a page in advance, or at least fetch it. In every page, since a header would name a file that has to be fetched
 * while the page is waiting for its fonts.
 * https://developer.mozilla.org/en-US/docs/Web/API/Speculation_Rules_API
 */
export const speculationRules = JSON.stringify({ prefetch: rules, prerender: rules });
