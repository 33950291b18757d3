import { expect, test } from "vitest";
import { parseRedirects } from "../../scripts/pull/contentful/parseRedirects.ts";
import { readTree } from "../readTree.ts";
import { clientFolder, loadPages, sitePages } from "./pages.ts";

const pages = loadPages();
const files = [...(await readTree(clientFolder)).keys()];

test.each(pages)("$file links to canonical addresses, so that none is redirected", ({ document }) => {
	const addresses = [...document.querySelectorAll("[href]")].map((element) => element.getAttribute("href") ?? "");
	const own = addresses.filter((address) => !/^[a-z]+:/i.test(address));
	expect(own.length).toBeGreaterThan(10);
	expect(own.filter((address) => !/^(#|\/(?!\/))/.test(address) || /.\/$|\.html$/.test(address))).toEqual([]);
});

test("the documents are the fourteen pages and the two for unknown addresses", () => {
	expect(files.filter((file) => file.endsWith(".html"))).toEqual(sitePages.map(({ file }) => file).sort());
});

test("no file of the site gives way to an address of an earlier one", () => {
	const top = files.filter((file) => !file.includes("/") && file !== "_headers");
	const lines = ["assets/a.js", "media/a.jpg", "ru/about.html", ...top].map((file) => `/${file} /about`);
	expect(parseRedirects(lines, "https://site.invalid").redirects).toEqual([]);
});

// That what a page loads is there is checked before it is published; this is for machines, too.
test("every picture that a page names is there, and every picture is named by a page", () => {
	const named = pages.flatMap(({ html }) => [...html.matchAll(/\/(media\/[\w./-]+)/g)].map(([, file]) => file));
	expect([...new Set(named)].sort()).toEqual(files.filter((file) => file.startsWith("media/")).sort());
});
