import { describe, expect, test } from "vitest";
import { parseRedirects } from "../../scripts/pull/contentful/parseRedirects.ts";
import { readTree } from "../readTree.ts";
import { clientFolder, listStrings, loadPages, sitePages } from "./pages.ts";

const pages = loadPages();
const origin = "https://site.invalid";

const published = await readTree(clientFolder);
const files = [...published.keys()];

describe.each(pages)("$file", ({ path, document }) => {
	const addresses = [...document.querySelectorAll("[href], [src], [srcset], [imagesrcset]")].flatMap((element) => {
		const set = element.getAttribute("srcset") ?? element.getAttribute("imagesrcset") ?? "";
		const sources = set.split(",").map((source) => source.trim().split(/\s/)[0]);
		const given = [element.getAttribute("href"), element.getAttribute("src"), ...sources];
		return given.filter((address) => address !== null && address !== undefined && address !== "").map(String);
	});
	const links = addresses.map((address) => new URL(address, origin + path)).filter((url) => url.origin === origin);

	test("uses canonical addresses, so that no link is redirected", () => {
		const redirected = links.filter(({ pathname }) => /.\/$|\.html$/.test(pathname));
		expect(redirected.map(({ pathname }) => pathname)).toEqual([]);
		expect(links.length).toBeGreaterThan(10);
		const own = addresses.filter((address) => !/^[a-z]+:/i.test(address));
		expect(own.filter((address) => !/^[/#]/.test(address) || address.startsWith("//"))).toEqual([]);
	});

	test("names nothing of this site to machines that is not there", () => {
		const canonical = document.querySelector("link[rel=canonical]")?.getAttribute("href") ?? origin;
		const metas = [...document.querySelectorAll('meta[property="og:url"], meta[property="og:image"]')];
		const data = document.querySelector("script[type='application/ld+json']")?.textContent ?? "[]";
		const named = [...metas.map((meta) => meta.getAttribute("content")), ...listStrings(JSON.parse(data))];
		const own = named.filter((address) => address?.startsWith(new URL(canonical).origin));
		const paths = own.map((address) => decodeURIComponent(new URL(String(address)).pathname));
		expect(paths.filter((name) => !pages.some((page) => page.path === name) && !published.has(name.slice(1)))).toEqual(
			[],
		);
	});

	test("takes nothing from another site", () => {
		const loaded = document.querySelectorAll("img, script, source, iframe, video, audio, object, link[rel=stylesheet]");
		const named = ["src", "href", "srcset"].flatMap((name) =>
			[...loaded].flatMap((element) => (element.getAttribute(name) ?? "").split(", ")),
		);
		const sources = named.filter(Boolean);
		expect(sources.filter((source) => !/^\/(?!\/)|^data:image\/svg\+xml,/.test(source))).toEqual([]);
	});
});

test("the documents are the fourteen pages and the two for unknown addresses", () => {
	expect(files.filter((file) => file.endsWith(".html"))).toEqual(sitePages.map(({ file }) => file).sort());
});

test("no file of the site gives way to an address of an earlier one", () => {
	const top = files.filter((file) => !file.includes("/") && file !== "_headers");
	const lines = ["assets/a.js", "media/a.jpg", "ru/about.html", ...top].map((file) => `/${file} /about`);
	expect(parseRedirects(lines, origin).redirects).toEqual([]);
});

test("every picture is used by a page", () => {
	const html = pages.map((page) => page.html).join("");
	expect(files.filter((file) => file.startsWith("media/") && !html.includes(file))).toEqual([]);
});
