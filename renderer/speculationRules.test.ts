import { expect, test } from "vitest";
import { localeCodes } from "../content/locales.ts";
import { pages } from "../content/pages.ts";
import { pathOf, routeNames } from "../content/routes.ts";
import { speculationRules } from "./speculationRules.ts";

type Condition = {
	href_matches?: string | string[];
	selector_matches?: string;
	not?: Condition;
	and?: Condition[];
};
type Rule = { where: Condition; eagerness: string };

const { prerender } = JSON.parse(speculationRules) as { prerender: Rule[] };

function meets(
	path: string,
	{ href_matches: patterns, selector_matches: selector, not, and }: Condition,
): boolean {
	if (patterns !== undefined) {
		return [patterns]
			.flat()
			.some((pathname) => new URLPattern({ pathname }).test({ pathname: path }));
	}
	if (selector !== undefined) return false;
	if (not) return !meets(path, not);
	return (and ?? []).every((condition) => meets(path, condition));
}

const eagernessOf = (path: string) =>
	prerender.filter(({ where }) => meets(path, where)).map(({ eagerness }) => eagerness);

test.each(
	localeCodes.flatMap((locale) =>
		routeNames.map((route) => ({ path: pathOf(route, locale), route })),
	),
)("$path is prerendered when content/pages.ts says so", ({ path, route }) => {
	const expected =
		pages[route].prerender === "moderate" ? ["moderate", "conservative"] : ["conservative"];
	expect(eagernessOf(path)).toEqual(expected);
});

test.each(["/api/newsletter/subscribe", "/media/photo.jpg"])(
	"a link to %s is not prerendered",
	(path) => {
		expect(eagernessOf(path)).toEqual([]);
	},
);

test("links to the counterpart and to the page have no rule", () => {
	const selectors = prerender.map(({ where }) =>
		where.and?.flatMap(({ not }) => not?.selector_matches ?? []),
	);
	expect(selectors).toEqual([
		["[data-locale], [aria-current], footer *"],
		["[data-locale], [aria-current]"],
	]);
});
