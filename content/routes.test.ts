import { expect, test } from "vitest";
import { localeCodes } from "./locales.ts";
import { localisePath, pathOf, routeAt, routeNames, splitLocale } from "./routes.ts";

test("seven routes in two languages have fourteen addresses, none with a slash at its end", () => {
	expect(localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)))).toEqual([
		"/",
		"/about",
		"/approach",
		"/consultations",
		"/packages",
		"/programmes",
		"/functional-tests",
		"/ru",
		"/ru/about",
		"/ru/approach",
		"/ru/consultations",
		"/ru/packages",
		"/ru/programmes",
		"/ru/functional-tests",
	]);
});

test.each([
	["/ru/nothing", "ru", "/nothing"],
	["/ru/", "ru", "/"],
	["/russia", "en-US", "/russia"],
	["/about/ru", "en-US", "/about/ru"],
	["/RU/about", "en-US", "/RU/about"],
])("%s is read as %s %s", (pathname, locale, path) => {
	expect(splitLocale(pathname)).toEqual({ locale, path });
});

test("no page lives at other paths", () => {
	for (const path of ["/about/", "/About", "/ru", "", "/404"]) expect(routeAt(path)).toBeUndefined();
	expect(localisePath("/404", "ru")).toBe("/ru/404");
});
