import { describe, expect, test } from "vitest";
import { parseOwnAddress, parseTextLink, parseWebAddress } from "./parseLink.ts";

describe("a link in text", () => {
	test.each([
		"https://www.example.org/a?b=c#d",
		"http://example.org",
		"HTTPS://example.org",
		"https://example.org:8443/",
		"https://пример.рф/страница",
		"mailto:o'brien@example.org?subject=Hello",
		"tel:+442079460000",
		"/about",
		"/ru/about#5KsDBWseXY6QegucYAoacS",
		"#top",
		"about.html",
		"./about",
	])("may be %s", (address) => {
		expect(parseTextLink(address)).toBe(address);
	});

	test("loses the white space around it and nothing else", () => {
		expect(parseTextLink(" \n https://example.org/a%20b \t")).toBe("https://example.org/a%20b");
	});

	test.each([
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)",
		"java\tscript:alert(1)",
		"java\nscript:alert(1)",
		"\u0001javascript:alert(1)",
		"\u0000javascript:alert(1)",
		"\u00a0javascript:alert(1)",
		"javascript\u0000:alert(1)",
		"java\u00adscript:alert(1)",
		"javascript&colon;alert(1)",
		"vbscript:msgbox(1)",
		"data:text/html,<script>alert(1)</script>",
		"blob:https://example.org/1",
		"file:///etc/passwd",
		"ftp://example.org",
		"entry:home",
		"asset:http://example.org/a.png",
		"//example.org/",
		"/\\example.org/",
		"\\\\example.org/",
		"\\/example.org/",
		"/\t/example.org/",
		"/\n\\example.org/",
		"\u0001//example.org/",
		"https:example.org",
		"https:/example.org",
		"https://",
		"http://[::1",
		"blob:https://relative.invalid/about",
		"?a=b",
		"",
		"   ",
	])("may not be %j", (address) => {
		expect(parseTextLink(address)).toBeUndefined();
	});
});

test.each([
	["/about#x", "/about"],
	["about.html", "/about.html"],
	["#x", "/"],
	["www.example.org", "/www.example.org"],
	["https://clinic.example/a%20b?c", "/a%20b"],
	["HTTP://Clinic.example", "/"],
	["https://www.clinic.example/about", undefined],
	["https://clinic.example:8443/about", undefined],
	["https://relative.invalid/about", undefined],
	["mailto:clinic.example", undefined],
	["tel:+442079460000", undefined],
])("%s is, on clinic.example, the path %s", (href, path) => {
	expect(parseOwnAddress(href, "https://clinic.example")?.pathname).toBe(path);
});

describe("the address of a website", () => {
	test.each(["https://example.org/a", "http://example.org", "HTTP://example.org:8080/", " https://example.org "])(
		"may be %j",
		(address) => {
			expect(parseWebAddress(address, "https://clinic.example", "ru")).toEqual({ href: address.trim() });
		},
	);

	test.each([
		"www.example.org",
		"//example.org",
		"https:example.org",
		"https://",
		"javascript:alert(1)//https://example.org",
		"\u0001https://example.org",
		"ht\ttps://example.org",
		"mailto:a@example.org",
		"/about",
		"",
	])("may not be %j", (address) => {
		const problem = "the address does not begin with https:// or http://";
		expect(parseWebAddress(address, "https://clinic.example", "ru")).toEqual({ problem });
	});

	test.each([
		["https://clinic.example/", "https://clinic.example/ru"],
		["http://CLINIC.example/About/#team", "https://clinic.example/ru/about#team"],
		["https://clinic.example/packages.html?a=b", "https://clinic.example/ru/packages?a=b"],
	])("of a page of this site, %s, becomes the page's own in the language", (address, href) => {
		expect(parseWebAddress(address, "https://clinic.example", "ru")).toEqual({ href });
	});

	test.each(["https://clinic.example/privacy", "https://clinic.example/_headers"])(
		"of no page, %s, is wrong",
		(href) => {
			const problem = "the address is on this site, which has no such page";
			expect(parseWebAddress(href, "https://clinic.example", "ru")).toEqual({ problem });
		},
	);
});
