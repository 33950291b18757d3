import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { locales, otherLocale } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { headingOf } from "../contents.ts";
import { makeFolder } from "../folders.ts";
import {
	clientFolder,
	collapse,
	loadPages,
	requireSingle,
	type SitePage,
	snapshots,
} from "./sitePages.ts";

const pages = loadPages();

const attributesOf = ({ document }: SitePage, selector: string, name: string) =>
	[...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));

test("each document has a language, a heading and its landmarks", () => {
	for (const page of pages) {
		const { document, locale, route, html, file } = page;
		expect(html.startsWith("<!doctype html>"), file).toBe(true);
		const { id, lang } = document.documentElement;
		expect([id, lang]).toEqual([locale, locale]);
		expect(attributesOf(page, "meta[name=format-detection]", "content")).toEqual(["telephone=no"]);
		// Browsers search for the character encoding in the first 1024 bytes only.
		expect(html.indexOf('charSet="utf-8"'), file).toBeLessThan(200);
		expect(attributesOf(page, "meta[name=viewport]", "content")).toEqual([
			"width=device-width, initial-scale=1",
		]);
		const heading = route
			? collapse(headingOf(route, snapshots[locale]))
			: words[locale].notFoundTitle;
		expect(collapse(requireSingle(document, "main h1").textContent)).toBe(heading);
		const landmarks = [...document.body.children].map(({ localName }) => localName);
		expect(landmarks.filter((name) => /header|main|footer/.test(name))).toEqual([
			"header",
			"main",
			"footer",
		]);
	}
});

test("each document links to all pages and marks the current one", () => {
	for (const page of pages) {
		const { locale, route } = page;
		const { mainNavigation, allPages } = words[locale];
		const paths = routeNames.map((name) => pathOf(name, locale));
		expect(attributesOf(page, "header nav, footer nav", "aria-label")).toEqual([
			mainNavigation,
			allPages,
		]);
		expect(attributesOf(page, "header nav a", "href")).toEqual(paths);
		expect(attributesOf(page, "footer nav a", "href")).toEqual(paths);
		const current = route ? [pathOf(route, locale)] : [];
		expect(attributesOf(page, "nav [aria-current]", "href")).toEqual(current);
	}
});

test("each document links to its counterpart in the other language", () => {
	for (const page of pages) {
		const { document, locale, route } = page;
		const other = otherLocale(locale);
		const counterpart = [
			`${pathOf(route ?? "home", other)}#${other}`,
			locales[other].hreflang,
			other,
		];
		const read = (link: Element) =>
			["href", "hreflang", "data-locale"].map((name) => link.getAttribute(name));
		const toggle = requireSingle(document, "header a[role=switch]");
		const inMenu = requireSingle(document, `#menu details a[data-locale="${other}"]`);
		const links = [toggle, inMenu, requireSingle(document, "footer a[data-locale]")];
		expect(links.map(read)).toEqual([counterpart, counterpart, counterpart]);
		// A page for a missing address has no counterpart that could replace its content.
		const isNative = links.map((link) => link.hasAttribute("data-native"));
		expect(new Set(isNative)).toEqual(new Set([!route]));
		expect(attributesOf(page, "[data-part=placeholder] a", "href")).toEqual([counterpart[0]]);
		expect(toggle.getAttribute("aria-checked")).toBe(String(locale === "ru"));
		// WCAG 2.5.3: the accessible name must contain the visible label.
		const name = toggle.getAttribute("aria-label");
		expect(name).toBe(words[locale].russianVersion);
		expect(name).toContain(collapse(toggle.textContent));
		// The inline script needs this link.
		const inHead = [...document.head.querySelectorAll("link[data-locale], script:not([src])")];
		if (route) expect(inHead[0] && read(inHead[0])?.slice(1)).toEqual(counterpart.slice(1));
	}
});

test("links that open a new tab say so", () => {
	for (const { document, locale } of pages) {
		for (const link of document.querySelectorAll("a")) {
			const ids = (link.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
			const notes = ids.map((id) => document.getElementById(id)?.textContent);
			expect(notes, link.outerHTML).not.toContain(undefined);
			const isNew = link.target === "_blank";
			expect(notes.at(-1) === words[locale].newTab, link.outerHTML).toBe(isNew);
			if (!isNew) continue;
			expect([link.rel, link.protocol]).toEqual(["noopener noreferrer", "https:"]);
		}
	}
});

// The W3C's HTML checker (package vnu-jar) is written in Java: https://validator.github.io/validator/#usage
const hasJava = spawnSync("java", ["-version"]).status === 0;

test.runIf(hasJava)("the W3C's HTML checker reports nothing", { timeout: 120_000 }, async () => {
	const files = pages.map(({ file }) => join(clientFolder, file));
	// A faulty file as well, because empty output could also mean that the checker did not run.
	const folder = await makeFolder({
		files: {
			"faulty.html": '<!doctype html><html lang="en"><title>Faulty</title><img src="a.png"></html>',
		},
	});
	const options = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m", "-jar"];
	const checker = ["node_modules/vnu-jar/build/dist/vnu.jar", "--stdout", "--exit-zero-always"];
	const { stdout } = await promisify(execFile)("java", [
		...options,
		...checker,
		...files,
		join(folder, "faulty.html"),
	]);
	// The checker does not know recent CSS, so its messages about CSS are ignored.
	const errors = stdout.split("\n").filter((line) => line && !/: info: |: CSS: /.test(line));
	expect(errors).toEqual([expect.stringMatching(/faulty\.html".*alt/)]);
});
