import { expect, test } from "vitest";
import { listShownRoutes, routeNames, splitLocale } from "./routes.ts";
import type { Snapshot } from "./snapshot.ts";

test.each([
	["/", "en-US", "/"],
	["/about", "en-US", "/about"],
	["/ru", "ru", "/"],
	["/ru/about", "ru", "/about"],
	["/rural", "en-US", "/rural"],
	["/about/ru", "en-US", "/about/ru"],
] as const)(
	"the path %s has the locale %s and the path %s without prefix",
	(pathname, locale, path) => {
		expect(splitLocale(pathname)).toEqual({ locale, path });
	},
);

test("hidden pages are not listed, and others keep their order", () => {
	const rest = routeNames.filter((name) => name !== "about");
	const content = { hidden: ["about", "newsletter"] } as unknown as Snapshot;
	expect(listShownRoutes(content)).toEqual(rest);
});
