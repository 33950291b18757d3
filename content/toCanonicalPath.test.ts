import { expect, test } from "vitest";
import { toCanonicalPath } from "./toCanonicalPath.ts";

test.each([
	["/about//", "/about"],
	["/%61bout", "/about"],
	["//", "/"],
	["/ru/index.html", "/ru"],
	["/About.HTML", "/about"],
	["/about).", "/about"],
	["/about/,", "/about"],
	["/about.html)", "/about"],
	["/ru/about%C2%BB%C2%A0", "/ru/about"],
	["/about%E2%80%8B", "/about"],
	["/)", "/"],
	["/ru//about", "/ru/about"],
	["/", undefined],
	["/ru/about", undefined],
	["/caf%C3%A9", undefined],
	["/assets/Entry.B1x_.js", undefined],
	["/assets/index.html", undefined],
	["//evil.example/", undefined],
	["/\\evil/", "/evil"],
	["\\\\evil\\x", "/evil/x"],
	["/%5C%5Cevil/", undefined],
	["/.//evil/", undefined],
	["/robots.txt.", undefined],
	["/%2e%2e/About", undefined],
	["/%0d%0aLocation:x/", "/%0D%0Alocation%3Ax"],
	["/javascript:alert(1)/", "/javascript%3Aalert(1"],
	["/%E0%A4%A/", undefined],
	["/photo.jpg.html", "/photo.jpg"],
])("the canonical form of the path %j is %j, on the same origin", (pathname, expected) => {
	const canonical = toCanonicalPath(pathname);
	expect(canonical).toBe(expected ?? pathname);
	expect(toCanonicalPath(canonical)).toBe(canonical);
	if (expected) {
		const resolved = new URL(canonical, "http://site.example/some/page");
		expect(resolved.origin + resolved.pathname).toBe(`http://site.example${canonical}`);
	}
});
