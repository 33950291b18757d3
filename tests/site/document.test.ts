import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { languageSwitchContract } from "../../components/LanguageSwitch/languageSwitchContract.ts";
import { localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { pages as pageFacts } from "../../content/pages.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { findMarkupFaults } from "./findMarkupFaults.ts";
import { headingOf } from "./headingOf.ts";
import { findMisnesting, renderSources } from "./renderSources.ts";
import { clientFolder, collapse, listTextNodes, loadPages, requireSingle, type SitePage } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const pages = loadPages();
const sources = await renderSources(snapshots);

describe.each(pages)("$file", (page) => {
	const { document, locale, route, html } = page;
	const content = snapshots[locale];
	const word = words[locale];
	const attributes = (selector: string, name: string) =>
		[...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));

	test("has no faults of markup or outline", () => {
		expect(findMarkupFaults(page)).toEqual([]);
		expect(findMisnesting(sources.get(page.file) ?? "")).toEqual([]);
		expect(html.startsWith("<!DOCTYPE html>")).toBe(true);
	});

	test("has a title, a heading and its landmarks", () => {
		const { id, lang } = document.documentElement;
		expect([id, lang]).toEqual([locale, locale]);
		expect(attributes("meta[name=format-detection]", "content")).toEqual(["telephone=no"]);
		expect(attributes("meta[charset]", "charset")).toEqual(["utf-8"]);
		expect(attributes("meta[name=viewport]", "content")).toEqual(["width=device-width, initial-scale=1"]);
		const heading = route ? collapse(headingOf(route, content)) : word.notFoundTitle;
		expect(collapse(requireSingle(document, "main h1").textContent)).toBe(heading);
		const landmarks = [...document.body.children].map(({ localName }) => localName);
		expect(landmarks.filter((name) => /header|main|footer/.test(name))).toEqual(["header", "main", "footer"]);
		expect(attributes("header nav, footer nav", "aria-label")).toEqual([word.mainNavigation, word.allPages]);
	});

	test("links to all pages and marks the current one", () => {
		const paths = routeNames.map((name) => pathOf(name, locale));
		expect([attributes("header nav a", "href"), attributes("footer nav a", "href")]).toEqual([paths, paths]);
		const current = [...document.querySelectorAll("nav [aria-current]")];
		expect(current.map((link) => link.getAttribute("aria-current"))).toEqual(route ? ["page"] : []);
		if (route) expect(current).toEqual([document.querySelectorAll("header nav a")[routeNames.indexOf(route)]]);
	});

	test("links to its counterpart in the other language", () => {
		const other = otherLocale(locale);
		const expectCounterpart = (link: Element | undefined) => {
			expect(link?.getAttribute("href")).toBe(`${pathOf(route ?? "home", other)}#${other}`);
			expect(link?.getAttribute("hreflang")).toBe(locales[other].hreflang);
			expect(link?.getAttribute("data-locale")).toBe(other);
		};
		const toggle = requireSingle(document, "header a[role=switch]");
		expectCounterpart(toggle);
		expect(toggle.getAttribute("aria-checked")).toBe(String(locale === "ru"));
		expect(toggle.getAttribute("aria-label")).toBe(word.russianVersion);
		// WCAG 2.5.3: the accessible name (`aria-label`) must contain the visible label (`textContent`).
		expect(collapse(toggle.textContent)).toBe("EN RU");
		expect(word.russianVersion).toContain("EN RU");

		expectCounterpart(requireSingle(document, "footer a[data-locale]"));

		const menu = [...requireSingle(document, "#menu details").querySelectorAll("a")];
		expect(menu.map((link) => link.getAttribute("data-locale"))).toEqual(localeCodes);
		expect(menu.map((link) => link.getAttribute("aria-current"))).toEqual(
			localeCodes.map((code) => (code === locale ? "true" : null)),
		);
		expectCounterpart(menu[localeCodes.indexOf(other)]);
		expect(requireSingle(document, "[data-part=placeholder] a").getAttribute("href")).toBe(
			`${pathOf(route ?? "home", other)}#${other}`,
		);
	});

	test("names its counterpart before the inline script, unless it is the 404 page", () => {
		const links = [
			...document.head.querySelectorAll<HTMLLinkElement>(`link[${languageSwitchContract.attributes.locale}]`),
		];
		const other = otherLocale(locale);
		const expected = route ? [[other, locales[other].hreflang, pathOf(route, other)]] : [];
		expect(links.map(({ dataset, hreflang, href }) => [dataset.locale, hreflang, new URL(href).pathname])).toEqual(
			expected,
		);
		const script = requireSingle(document, "script[data-entry]");
		for (const link of links) {
			expect(link.compareDocumentPosition(script)).toBe(document.DOCUMENT_POSITION_FOLLOWING);
		}
	});

	test("has the picture of the newsletter on the home page only", () => {
		expect(document.querySelectorAll(".newsletter img").length).toBe(route === "home" ? 1 : 0);
	});

	if (route === undefined || route === "approach" || route === "about") {
		test("ends with a link and a price for each page that sells", () => {
			const rows = [...document.querySelectorAll("main > :last-child li:has(h3)")];
			const links = rows.map((row) => requireSingle(row, "a"));
			const sellingRoutes = routeNames.filter((name) => pageFacts[name].sales);
			expect(links.map((link) => [link.getAttribute("href"), collapse(link.textContent)])).toEqual(
				sellingRoutes.map((name) => [pathOf(name, locale), collapse(pageFacts[name].label(content).value)]),
			);
			for (const row of rows) expect(row.textContent).toMatch(/£\d/);
		});
	}

	test("announces new tabs on the links that open one, and on no others", () => {
		for (const link of document.querySelectorAll("a")) {
			const ids = (link.getAttribute("aria-describedby") ?? "").split(" ");
			const notes = ids.map((id) => document.getElementById(id));
			if (ids.length > 1) expect(notes, link.outerHTML).not.toContain(null);
			const note = notes.at(-1);
			const isNew = link.getAttribute("target") === "_blank";
			expect(note?.textContent === word.newTab, link.outerHTML).toBe(isNew);
			expect(link.hasAttribute("target"), link.outerHTML).toBe(isNew);
			if (isNew) expect(link.getAttribute("rel"), link.outerHTML).toBe("noopener noreferrer");
			if (isNew) expect(link.protocol, link.outerHTML).toMatch(/^https?:$/);
		}
	});
});

describe("interface words", () => {
	test("are translated", () => {
		const { "en-US": english, ru } = words;
		const russian = Object.entries(ru).map((pair) => JSON.stringify(pair));
		const same = Object.entries(english).filter((pair) => russian.includes(JSON.stringify(pair)));
		expect(same).toEqual([]);
	});

	test("name what is missing on the 404 page, which leads to the home page", () => {
		for (const { document, locale } of pages.filter(({ route }) => route === undefined)) {
			const { notFoundTitle, notFoundText, backHome } = words[locale];
			const texts = listTextNodes(requireSingle(document, "main")).map(({ textContent }) => collapse(textContent));
			expect(texts).toEqual(expect.arrayContaining([notFoundTitle, notFoundText, backHome].map(collapse)));
			expect(requireSingle(document, "main a.button").getAttribute("href")).toBe(pathOf("home", locale));
		}
	});
});

test("all pages have the same ids in both languages", () => {
	// A text can be cut in one language only, because Russian texts are longer.
	const ids = ({ document }: SitePage) => [...document.querySelectorAll("body [id]:not(.read-on)")].map(({ id }) => id);
	const [english, russian] = ["en-US", "ru"].map((locale) => pages.filter((page) => page.locale === locale).map(ids));
	expect(russian).toEqual(english);
});

// Runs only on machines with Java, because the W3C's HTML checker (package vnu-jar) is written in Java.
// https://validator.github.io/validator/#usage
if (spawnSync("java", ["-version"]).status === 0) {
	test("the W3C's HTML checker reports no error and no warning", { timeout: 120_000 }, async () => {
		const files = pages.map(({ file }) => join(clientFolder, file));
		// Checks a faulty file as well, because empty output could also mean that the checker did not run.
		const folder = await mkdtemp(join(tmpdir(), "checker-"));
		onTestFinished(() => rm(folder, { recursive: true }));
		const faulty = join(folder, "faulty.html");
		await writeFile(faulty, '<!doctype html><html lang="en"><title>Faulty</title><img src="a.png"></html>');
		// The first compiler and one thread for garbage suffice for a program of a few seconds. The stack is for its parser.
		const java = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m"];
		const checker = [...java, "-jar", "node_modules/vnu-jar/build/dist/vnu.jar", "--stdout", "--exit-zero-always"];
		const { stdout } = await promisify(execFile)("java", [...checker, ...files, faulty], { maxBuffer: 2 ** 24 });
		const lines = stdout.split("\n").filter(Boolean);
		// The checker does not know recent CSS, so its messages about CSS are ignored.
		const errors = lines.filter((line) => !/: info: |: CSS: /.test(line));
		expect(errors).toEqual([expect.stringMatching(/faulty\.html".*alt/)]);
	});
} else console.log("There is no Java on this machine: the W3C's HTML checker is not asked.");
