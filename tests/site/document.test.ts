import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { otherLocale } from "../../content/locales.ts";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
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
		// Browsers search for the character encoding in the first 1024 bytes only.
		expect(html.slice(0, 200), file).toMatch(/^<!doctype html>.*charSet="utf-8"/s);
		const { id, lang } = document.documentElement;
		expect([id, lang]).toEqual([locale, locale]);
		expect(attributesOf(page, "meta[name=format-detection]", "content")).toEqual(["telephone=no"]);
		expect(attributesOf(page, "meta[name=viewport]", "content")).toEqual([
			"width=device-width, initial-scale=1",
		]);
		const heading = route ? headingOf(route, snapshots[locale]) : words[locale].notFoundTitle;
		expect(collapse(requireSingle(document, "main h1").textContent)).toBe(collapse(heading));
		for (const landmark of ["header", "main", "footer"])
			requireSingle(document, `body > ${landmark}`);
	}
});

test("each document links to all pages and marks the current one", () => {
	for (const page of pages) {
		const { locale, route } = page;
		const paths = routeNames.map((name) => pathOf(name, locale));
		const { pages: furtherPages } = snapshots[locale].appShell;
		const marked = furtherPages.filter(({ showInFooter }) => showInFooter);
		expect(marked).not.toEqual([]);
		const inFooter = marked.map(({ slug }) => localisePath(`/${slug}`, locale));
		const current = paths.filter((path) => route && path === localisePath(route.path, locale));
		for (const [navigation, linked] of [
			["header nav", paths],
			["footer nav", [...paths, ...inFooter]],
		] as const) {
			expect(attributesOf(page, `${navigation} a`, "href")).toEqual(linked);
			expect(attributesOf(page, `${navigation}[aria-label]`, "aria-label")).toHaveLength(1);
		}
		expect(attributesOf(page, "nav [aria-current]", "href")).toEqual(current);
	}
});

test("each document links to its counterpart in the other language", () => {
	for (const page of pages) {
		const { document, locale, route } = page;
		const other = otherLocale(locale);
		const href = `${localisePath(route?.path ?? "/", other)}#${other}`;
		const links = ["[role=switch]", "#menu details a", "footer a"].map((place) =>
			requireSingle(document, `${place}[data-locale=${other}]`),
		);
		for (const link of links) {
			expect([link.getAttribute("href"), link.hasAttribute("hreflang")]).toEqual([href, true]);
			// A page for a missing address has no counterpart that could replace its content.
			expect(link.hasAttribute("data-native")).toBe(!route);
		}
		expect(attributesOf(page, "[data-part=placeholder] a", "href")).toEqual([href]);
		// WCAG 2.5.3: the accessible name must contain the visible label.
		const toggle = requireSingle(document, "[role=switch]");
		expect(toggle.getAttribute("aria-label")).toContain(collapse(toggle.textContent));
		// The inline script needs this link.
		const [first] = document.head.querySelectorAll("link[data-locale], script:not([src])");
		expect(first?.getAttribute("data-locale")).toBe(other);
	}
});

test("links that open a new tab say so", () => {
	for (const { document, locale } of pages) {
		for (const link of document.querySelectorAll("a")) {
			const id = link.getAttribute("aria-describedby")?.split(" ").at(-1);
			const note = document.getElementById(id ?? "")?.textContent;
			const isNew = link.target === "_blank";
			expect(note === words[locale].newTab, link.outerHTML).toBe(isNew);
			if (!isNew) continue;
			expect([link.rel, link.protocol]).toEqual(["noopener", "https:"]);
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
	const command = [...options, ...checker, ...files, join(folder, "faulty.html")];
	const { stdout } = await promisify(execFile)("java", command);
	// The checker does not know recent CSS, nor that speculation rules can be `immediate`.
	const known = /: info: |: CSS: |“eagerness” property in a speculation rule/;
	const errors = stdout.split("\n").filter((line) => line && !known.test(line));
	expect(errors).toEqual([expect.stringMatching(/faulty\.html".*alt/)]);
});
