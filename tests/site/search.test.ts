import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPracticeName } from "../../content/findSiteName.ts";
import { localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../environment/site.ts";
import { createMachineFiles } from "../../scripts/render/machineFiles.ts";
import { headingOf, inventContent, leaveOut, rewriteTexts } from "../contents.ts";
import { readTimes } from "../readTimes.ts";
import {
	changeBoth,
	clientFolder,
	collapse,
	loadPages,
	renderChanged,
	renderPages,
	type SitePage,
	snapshots,
} from "./sitePages.ts";

const pages = loadPages();
const live: Site = { url: "https://www.example.org", indexable: true };

const contentsOf = (document: Document, name: string) =>
	[...document.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)].map((meta) =>
		meta.getAttribute("content"),
	);

const more = ` ${"👩🏽‍🌾 “quoted” & слово <b>word</b> «в кавычках» $& ".repeat(50)}`;

test.each<[string, Snapshots]>([
	["the demo's content", snapshots],
	["mark-up in every field", changeBoth((content) => inventContent(content))],
	["very long texts", changeBoth((content) => rewriteTexts(content, (text) => text + more))],
	["required values only", changeBoth((content) => leaveOut(content, () => true))],
])("search engines find correct data: %s", async (_, content) => {
	const rendered = await renderPages(content);
	for (const page of rendered) expectSearchData(page, content[page.locale]);
	for (const locale of localeCodes) {
		const own = rendered.filter((page) => page.locale === locale && page.route);
		const titles = own.map(({ document }) => document.title);
		const descriptions = own.flatMap(({ document }) => contentsOf(document, "description"));
		for (const texts of [titles, descriptions]) expect([...new Set(texts)]).toEqual(texts);
	}
});

/** Expects that the head of a document has correct metadata for search engines and link previews. */
function expectSearchData({ document, route, locale }: SitePage, content: Snapshot): void {
	expect(contentsOf(document, "robots")).toEqual(route ? [] : ["noindex"]);
	const links = [...document.querySelectorAll("link[rel=canonical], link[rel=alternate]")];
	if (!route) {
		expect([
			links.length,
			document.querySelectorAll("meta[property], [type$=json]").length,
		]).toEqual([0, 0]);
		return;
	}
	const { title } = document;
	const descriptions = contentsOf(document, "description");
	expect(descriptions.length).toBeLessThanOrEqual(1);
	expect(title.length, title).toBeLessThanOrEqual(60);
	expect(descriptions[0]?.length ?? 0, `${descriptions}`).toBeLessThanOrEqual(155);

	const address = (code: "en-US" | "ru") => live.url + pathOf(route, code);
	expect(links.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")])).toEqual([
		[null, address(locale)],
		["en", address("en-US")],
		["ru", address("ru")],
		["x-default", address("en-US")],
	]);
	const practice = findPracticeName(content)?.value;
	const [image] = contentsOf(document, "og:image");
	const expected = {
		"og:type": ["website"],
		"og:url": [address(locale)],
		"og:title": [title],
		"og:description": descriptions,
		"og:site_name": practice ? [practice] : [],
		"og:locale": [locales[locale].openGraph],
		"og:locale:alternate": [locales[otherLocale(locale)].openGraph],
		"twitter:card": [image ? "summary_large_image" : "summary"],
		"twitter:image:alt": contentsOf(document, "og:image:alt"),
		"og:image": image ? [expect.stringContaining(`${live.url}/media/`)] : [],
		"og:image:alt": image ? [expect.stringMatching(/./)] : [],
		"og:image:width": image ? ["1200"] : [],
		"og:image:height": image ? ["630"] : [],
	};
	const found = Object.keys(expected).map((name) => [name, contentsOf(document, name)]);
	expect(Object.fromEntries(found)).toEqual(expected);
}

test("a site without a logo is named by its legal name", async () => {
	const document = await renderChanged("about", ({ navigation, appShell, ...content }) => ({
		...content,
		navigation: { ...navigation, logo: undefined },
		appShell: { ...appShell, legalName: { value: "Clinic Ltd" } },
	}));
	expect(document.title).toMatch(/ – Clinic Ltd$/);
	expect(contentsOf(document, "og:site_name")).toEqual(["Clinic Ltd"]);
});

test("titles and descriptions of the demo have recommended lengths", () => {
	for (const { document, locale, route } of pages.filter((page) => page.route)) {
		const content = snapshots[locale];
		const { title } = document;
		const titleAdvice = `${title}: add to titleDetails in content/pages.ts`;
		expect(title.length, titleAdvice).toBeGreaterThanOrEqual(40);
		expect(title.startsWith(collapse(headingOf(route ?? "home", content)))).toBe(true);
		expect(title.endsWith(` – ${content.navigation.logo?.title.value}`)).toBe(true);
		const [description = ""] = contentsOf(document, "description");
		const advice = `${description}: add to descriptionTexts in content/pages.ts`;
		expect(description?.length, advice).toBeGreaterThanOrEqual(120);
	}
});

test("a demo must not be indexed, but can be crawled", () => {
	for (const { document } of pages) expect(contentsOf(document, "robots")).toEqual(["noindex"]);
	const robots = readFileSync(join(clientFolder, "robots.txt"), "utf8");
	expect(robots.trim().split("\n")).toEqual(["User-agent: *", "Allow: /"]);
	expect(createMachineFiles(snapshots, "", live).get("robots.txt")).toBe(
		`${robots}\nSitemap: ${live.url}/sitemap.xml\n`,
	);
});

test("the sitemap dates each page by the newest entry on it", () => {
	const oldest = changeBoth((content) =>
		JSON.parse(JSON.stringify(content), (key, value) =>
			key === "updatedAt" ? "2026-01-02T03:04:05.000Z" : value,
		),
	);
	const [review] = oldest.ru.home.reviews;
	if (review) review.updatedAt = "2026-02-03T04:05:06.000Z";
	oldest.ru.hidden = ["about"];
	const times = readTimes(createMachineFiles(oldest, "", live).get("sitemap.xml") ?? "");
	expect([...times].filter(([, time]) => time > Date.parse("2026-01-31"))).toEqual([
		["/ru", Date.parse("2026-02-03T04:05:06.000Z")],
	]);
	const shown = pages.filter(({ route, path }) => route && path !== "/ru/about");
	expect([...times.keys()].sort()).toEqual(shown.map(({ path }) => path).sort());
});
