import { expect, test } from "vitest";
import { localisePath, routeAt, splitLocale } from "./routes.ts";

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
