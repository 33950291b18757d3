import { describe, expect, test } from "vitest";
import { canonicalPath, routeMeant } from "./canonicalPath.ts";

describe("canonicalPath", () => {
	test.each([
		["/about/", "/about"],
		["/about.html", "/about"],
		["/About", "/about"],
		["/about.HTML", "/about"],
		["/about/index.html", "/about"],
		["/about//", "/about"],
		["/%61bout", "/about"],
		["/index", "/"],
		["/index.html", "/"],
		["//", "/"],
		["/ru/", "/ru"],
		["/ru.html", "/ru"],
		["/ru/index.html", "/ru"],
		["/ru/index/index.html.html", "/ru"],
		["/RU/About", "/ru/about"],
		["/ru//about", "/ru/about"],
		["/functional-tests/", "/functional-tests"],
	])("%s → %s", (pathname, expected) => {
		expect(canonicalPath(pathname)).toBe(expected);
	});

	test.each([
		"/",
		"/about",
		"/ru",
		"/ru/about",
		"/404",
		"/caf%C3%A9",
		"/assets/Entry.B1x_.js",
		"/assets/Name",
		"/media/A%20B.AVIF",
		"/robots.txt",
		"/Favicon.ICO",
		"/assets/index.html",
	])("%s is left alone", (pathname) => {
		expect(canonicalPath(pathname)).toBeUndefined();
	});

	test.each([
		["//evil.example/", undefined],
		["//evil/", "/evil"],
		["///evil//x/", "/evil/x"],
		["/\\evil/", "/evil"],
		["\\\\evil\\x", "/evil/x"],
		["/%5C%5Cevil/", undefined],
		["/%2F%2Fevil/", undefined],
		["/%2fevil.html", undefined],
		["/.//evil/", undefined],
		["/%2e%2e/About", undefined],
		["/%0d%0aLocation:x/", "/%0D%0Alocation%3Ax"],
		["/javascript:alert(1)/", "/javascript%3Aalert(1)"],
		["/%E0%A4%A/", undefined],
	])("%j stays on the origin: %j", (pathname, expected) => {
		const canonical = canonicalPath(pathname);
		expect(canonical).toBe(expected);
		if (canonical !== undefined) {
			const resolved = new URL(canonical, "http://site.example/some/page");
			expect(resolved.origin + resolved.pathname).toBe(`http://site.example${canonical}`);
			expect(canonicalPath(canonical)).toBeUndefined();
		}
	});

	test("is canonical after one step", () => {
		for (const pathname of ["/RU/About.html/Index/", "/ru/About/", "/photo.jpg.html", "/a b/", "/@X"]) {
			const canonical = canonicalPath(pathname);
			expect(canonical).toBeDefined();
			expect(canonicalPath(canonical ?? "")).toBeUndefined();
		}
	});
});

test.each([
	["/", "home"],
	["/index.html", "home"],
	["/ru/", "home"],
	["/About/", "about"],
	["/about.html", "about"],
	["/en/about", undefined],
	["/RU/Functional-Tests/index.html", "functionalTests"],
	["/404", undefined],
	["/preview-report", undefined],
	["/api/rebuild", undefined],
	["/_headers", undefined],
	["/about/team", undefined],
	["/consultation", undefined],
	["/about.php", undefined],
	["/%E0%A4%A", undefined],
])("%s means %s", (pathname, expected) => {
	expect(routeMeant(pathname)).toBe(expected);
});
