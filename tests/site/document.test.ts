import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { languageSwitchContract } from "../../components/LanguageSwitch/languageSwitchContract.ts";
import { locales, otherLocale } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { headingOf } from "../contents.ts";
import { makeFolder } from "../folders.ts";
import {
	clientFolder,
	collapse,
	listTextNodes,
	loadPages,
	requireSingle,
	snapshots,
} from "./sitePages.ts";

const pages = loadPages();

describe.each(pages)("$file", ({ document, locale, route, html }) => {
	const content = snapshots[locale];
	const word = words[locale];
	const other = otherLocale(locale);
	const attributes = (selector: string, name: string) =>
		[...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));

	test("has a language, a heading and its landmarks", () => {
		expect(html.startsWith("<!DOCTYPE html>")).toBe(true);
		const { id, lang } = document.documentElement;
		expect([id, lang]).toEqual([locale, locale]);
		expect(attributes("meta[name=format-detection]", "content")).toEqual(["telephone=no"]);
		expect(attributes("meta[charset]", "charset")).toEqual(["utf-8"]);
		expect(attributes("meta[name=viewport]", "content")).toEqual([
			"width=device-width, initial-scale=1",
		]);
		const heading = route ? collapse(headingOf(route, content)) : word.notFoundTitle;
		expect(collapse(requireSingle(document, "main h1").textContent)).toBe(heading);
		const landmarks = [...document.body.children].map(({ localName }) => localName);
		expect(landmarks.filter((name) => /header|main|footer/.test(name))).toEqual([
			"header",
			"main",
			"footer",
		]);
		expect(attributes("header nav, footer nav", "aria-label")).toEqual([
			word.mainNavigation,
			word.allPages,
		]);
	});

	test("links to all pages and marks the current one", () => {
		const paths = routeNames.map((name) => pathOf(name, locale));
		expect([attributes("header nav a", "href"), attributes("footer nav a", "href")]).toEqual([
			paths,
			paths,
		]);
		expect(attributes("nav [aria-current]", "href")).toEqual(route ? [pathOf(route, locale)] : []);
	});

	test("links to its counterpart in the other language", () => {
		const counterpart = [
			`${pathOf(route ?? "home", other)}#${other}`,
			locales[other].hreflang,
			other,
		];
		const read = (link: Element) =>
			["href", "hreflang", "data-locale"].map((name) => link.getAttribute(name));
		const toggle = requireSingle(document, "header a[role=switch]");
		const menu = [...requireSingle(document, "#menu details").querySelectorAll("a")];
		const current = menu.find((link) => link.getAttribute("aria-current") === "true");
		expect(current?.dataset.locale).toBe(locale);
		const [menuLink] = menu.filter((link) => link !== current);
		const links = [toggle, requireSingle(document, "footer a[data-locale]"), menuLink as Element];
		expect(links.map(read)).toEqual([counterpart, counterpart, counterpart]);
		expect(attributes("[data-part=placeholder] a", "href")).toEqual(counterpart.slice(0, 1));
		expect(toggle.getAttribute("aria-checked")).toBe(String(locale === "ru"));
		// WCAG 2.5.3: the accessible name must contain the visible label.
		expect(toggle.getAttribute("aria-label")).toBe(word.russianVersion);
		expect(word.russianVersion).toContain(collapse(toggle.textContent));
	});

	test("names its counterpart before the inline script", () => {
		const marker = languageSwitchContract.attributes.locale;
		const links = [...document.head.querySelectorAll<HTMLLinkElement>(`link[${marker}]`)];
		const found = links.map(({ dataset, hreflang, href }) => [
			dataset.locale,
			hreflang,
			new URL(href).pathname,
		]);
		expect(found).toEqual(route ? [[other, locales[other].hreflang, pathOf(route, other)]] : []);
		const inOrder = [...document.head.querySelectorAll(`link[${marker}], script[data-entry]`)];
		expect(inOrder.at(-1)).toBe(requireSingle(document, "script[data-entry]"));
	});

	test("announces new tabs on the links that open one", () => {
		for (const link of document.querySelectorAll("a")) {
			const ids = (link.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
			const notes = ids.map((id) => document.getElementById(id)?.textContent);
			expect(notes, link.outerHTML).not.toContain(undefined);
			const isNew = link.target === "_blank";
			expect(notes.at(-1) === word.newTab, link.outerHTML).toBe(isNew);
			expect(link.hasAttribute("target"), link.outerHTML).toBe(isNew);
			if (isNew)
				expect([link.rel, link.protocol], link.outerHTML).toEqual([
					"noopener noreferrer",
					"https:",
				]);
		}
	});

	test("has one row of contact buttons with a note on answers", () => {
		if (!route) return;
		const row = requireSingle(document, "main .actions");
		expect(requireSingle(row, "a[href^='mailto:']").classList).toContain("button");
		expect(collapse(row.textContent)).toContain(collapse(content.appShell.contactNote?.value));
	});

	test("has the picture of the newsletter on home only", () => {
		expect(document.querySelectorAll(".newsletter img").length).toBe(route === "home" ? 1 : 0);
	});
});

test("all interface words are translated", () => {
	const russian = Object.entries(words.ru).map((pair) => JSON.stringify(pair));
	const same = Object.entries(words["en-US"]).filter((pair) =>
		russian.includes(JSON.stringify(pair)),
	);
	expect(same).toEqual([]);
});

test("the 404 page says what is missing, and leads home", () => {
	for (const { document, locale } of pages.filter(({ route }) => route === undefined)) {
		const { notFoundTitle, notFoundText, backHome } = words[locale];
		const texts = listTextNodes(requireSingle(document, "main")).map(({ textContent }) =>
			collapse(textContent),
		);
		expect(texts).toEqual([notFoundTitle, notFoundText, backHome].map(collapse));
		expect(requireSingle(document, "main a").getAttribute("href")).toBe(pathOf("home", locale));
	}
});

test("no page shows a value such as undefined", () => {
	const wrong = ["undefined", "null", "NaN", "[object Object]", "Invalid Date"];
	for (const { document, file, locale } of pages) {
		const stray = wrong.filter((word) => !JSON.stringify(snapshots[locale]).includes(word));
		const shown = listTextNodes(document.documentElement).map(({ textContent }) => textContent);
		for (const element of document.querySelectorAll("*"))
			shown.push(...[...element.attributes].map(({ value }) => value));
		expect(
			shown.filter((text) => stray.some((word) => text.includes(word))),
			file,
		).toEqual([]);
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
	const checker = [
		...options,
		"node_modules/vnu-jar/build/dist/vnu.jar",
		"--stdout",
		"--exit-zero-always",
	];
	const { stdout } = await promisify(execFile)("java", [
		...checker,
		...files,
		join(folder, "faulty.html"),
	]);
	// The checker does not know recent CSS, so its messages about CSS are ignored.
	const errors = stdout.split("\n").filter((line) => line && !/: info: |: CSS: /.test(line));
	expect(errors).toEqual([expect.stringMatching(/faulty\.html".*alt/)]);
});
