import { expect, test } from "vitest";
import { parseWebAddress } from "./parseLink.ts";

const site = "https://clinic.example";
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
