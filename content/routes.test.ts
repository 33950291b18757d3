import { expect, test } from "vitest";
import { findRoute, listShownRoutes, pathOf, routeNames, splitLocale } from "./routes.ts";

test.each([
	["/", "en-US", "/"],
	["/about", "en-US", "/about"],
	["/ru", "ru", "/"],
	["/ru/about", "ru", "/about"],
	["/rural", "en-US", "/rural"],
	["/about/ru", "en-US", "/about/ru"],
] as const)("the path %s has the locale %s and the path %s without prefix", (pathname, locale, path) => {
	expect(splitLocale(pathname)).toEqual({ locale, path });
});

test("every page is found at its path", () => {
	for (const name of routeNames) {
		expect(findRoute(splitLocale(pathOf(name, "en-US")).path)).toBe(name);
		expect(findRoute(splitLocale(pathOf(name, "ru")).path)).toBe(name);
	}
});

test("no two pages have the same path", () => {
	const paths = routeNames.map((name) => pathOf(name, "en-US"));
	expect(new Set(paths).size).toBe(routeNames.length);
});

test("hidden pages are not listed, and the other pages keep their order", () => {
	const rest = routeNames.filter((name) => name !== "about");
	expect(listShownRoutes({ hidden: ["about", "newsletter"] })).toEqual(rest);
});
