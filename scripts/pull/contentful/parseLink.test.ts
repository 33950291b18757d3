import { expect, test } from "vitest";
import { parseTextLink, parseWebAddress } from "./parseLink.ts";

const site = "https://clinic.example";

test.each([
	" \n https://www.example.org/a%20b?b=c#d \t",
	"HTTPS://example.org",
	"http://example.org:8443/",
	"https://пример.рф/страница",
	"mailto:o'brien@example.org?subject=Hello",
	"tel:+442079460000",
	"/ru/about#5KsDBWseXY6QegucYAoacS",
	"#top",
	"about.html",
	"./about",
])("a link in text may be %j, without the white space around it", (address) => {
	expect(parseTextLink(address)).toBe(address.trim());
});

// tests/wire/links.test.ts has more.
test.each([
	"JaVaScRiPt:alert(1)",
	"\u0001javascript:alert(1)",
	"\u00a0javascript:alert(1)",
	"javascript&colon;alert(1)",
	"data:text/html,<script>alert(1)</script>",
	"//example.org/",
	"/\\example.org/",
	"\\\\example.org/",
	"\u0001//example.org/",
	"https:/example.org",
	"http://[::1",
	"mailto:",
	"tel: ",
	"   ",
])("a link in text may not be %j", (address) => {
	expect(parseTextLink(address)).toBeUndefined();
});

const malformed = { problem: "the address does not begin with https:// or http://" };
const lost = { problem: "the address is on this site, which has no such page" };

test.each<[string, ReturnType<typeof parseWebAddress>]>([
	[" https://example.org/a ", { href: "https://example.org/a" }],
	["HTTP://example.org:8080/", { href: "HTTP://example.org:8080/" }],
	["http://CLINIC.example/About/#team", { href: `${site}/ru/about#team` }],
	[`${site}/packages.html?a=b`, { href: `${site}/ru/packages?a=b` }],
	["https://relative.invalid/About", { href: "https://relative.invalid/About" }],
	["https://clinic.example:8443/About", { href: "https://clinic.example:8443/About" }],
	[`${site}/privacy`, lost],
	[`${site}/_headers`, lost],
	["www.example.org", malformed],
	["https://", malformed],
	["javascript:alert(1)//https://example.org", malformed],
	["\u0001https://example.org", malformed],
	["/about", malformed],
])("the address of a website %j is, in Russian, %j", (address, parsed) => {
	expect(parseWebAddress(address, site, "ru")).toEqual(parsed);
});
