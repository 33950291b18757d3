import { languageSwitchContract } from "../components/LanguageSwitch/languageSwitchContract.ts";
import { defaultLocale, locales, otherLocale } from "../content/locales.ts";
import { pages } from "../content/pages.ts";
import { type RouteName, routeNames } from "../content/routes.ts";

/** Pages that browsers are allowed to prerender before the visitor presses a link to them. */
export const likelyRoutes: RouteName[] = routeNames.filter(
	(name) => pages[name].prerender === "moderate",
);

const { prefix } = locales[otherLocale(defaultLocale)];

/** URL pattern for the paths of `likelyRoutes`, in both languages. */
const likelyPages = `{${prefix}}?/(${likelyRoutes.map((name) => pages[name].path.slice(1)).join("|")})`;

/** Selector of links to the current page, and to the same page in the other language. */
const ownLinks = `[${languageSwitchContract.attributes.locale}], [aria-current]`;

/**
 * Prerendering rules, inline, because a request for a rules file would compete with the fonts:
 * https://developer.mozilla.org/en-US/docs/Web/API/Speculation_Rules_API
 */
const rules = [
	// Excludes the footer, because phones would prerender each of its links that scrolls into view.
	{
		where: {
			and: [{ href_matches: likelyPages }, { not: { selector_matches: `${ownLinks}, footer *` } }],
		},
		eagerness: "moderate",
	},
	{
		where: {
			and: [
				{ href_matches: "/*" },
				{ not: { href_matches: ["/api/*", "/media/*"] } },
				{ not: { selector_matches: ownLinks } },
			],
		},
		eagerness: "conservative",
	},
];

export const speculationRules = JSON.stringify({ prerender: rules });
