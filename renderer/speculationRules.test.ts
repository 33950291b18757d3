import { expect, test } from "vitest";
import { localeCodes } from "../content/locales.ts";
import { pages } from "../content/pages.ts";
import { pathOf, routeNames } from "../content/routes.ts";
import { speculationRules } from "./speculationRules.ts";

type Condition = { href_matches?: string | string[]; selector_matches?: string; not?: Condition; and?: Condition[] };
type Rule = { where: Condition; eagerness: string };

const { prefetch, prerender } = JSON.parse(speculationRules) as { prefetch: Rule[]; prerender: Rule[] };

function meets(path: string, { href_matches: patterns, selector_matches: selector, not, and }: Condition): boolean {
	if (patterns !== undefined)
		return [patterns].flat().some((pathname) => new URLPattern({ pathname }).test({ pathname: path }));
	if (selector !== undefined) return false;
	if (not) return !meets(path, not);
	return (and ?? []).every((condition) => meets(path, condition));
}

const eagernessOf = (path: string) =>
	prerender.filter(({ where }) => meets(path, where)).map(({ eagerness }) => eagerness);

test.each(localeCodes.flatMap((locale) => routeNames.map((route) => ({ path: pathOf(route, locale), route }))))(
	"$path is prerendered when content/pages.ts says so, at the latest when its link is pressed",
	({ path, route }) => {
		const expected = pages[route].prerender === "moderate" ? ["moderate", "conservative"] : ["conservative"];
		expect(eagernessOf(path)).toEqual(expected);
	},
);

test.each(["/api/newsletter/subscribe", "/media/photo.jpg", "/media/drawings/plan.svg"])(
	"a link to %s is neither prefetched nor prerendered",
	(path) => {
		expect(eagernessOf(path)).toEqual([]);
	},
);

test("links to the counterpart and to the page itself have no rule, and links in the footer have only the rule for a pressed link", () => {
	const selectorsOf = ({ where }: Rule) => where.and?.flatMap(({ not }) => not?.selector_matches ?? []);
	expect(prerender.map((rule) => [rule.eagerness, selectorsOf(rule)])).toEqual([
		["moderate", ["[data-locale], [aria-current], footer *"]],
		["conservative", ["[data-locale], [aria-current]"]],
	]);
});

test("browsers that cannot prerender prefetch the same pages", () => {
	expect(prefetch).toEqual(prerender);
});
