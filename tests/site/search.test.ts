import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPracticeName } from "../../content/findSiteName.ts";
import { localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { localisePath, type Route } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Site } from "../../environment/site.ts";
import { createMachineFiles } from "../../scripts/render/machineFiles.ts";
import { inventContent, leaveOut, rewriteTexts } from "../contents.ts";
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

test.each<[string, (content: Snapshot) => Snapshot]>([
	["the demo's content", (content) => content],
	["mark-up in every field", (content) => inventContent(content)],
	["very long texts", (content) => rewriteTexts(content, (text) => text + more)],
	["required values only", (content) => leaveOut(content, () => true)],
])("search engines find correct data: %s", async (_, change) => {
	const content = changeBoth(change);
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
	const links = [...document.querySelectorAll("link[rel=canonical], link[hreflang]")];
	if (!route) {
		expect(contentsOf(document, "robots")).toEqual(["noindex"]);
		links.push(...document.querySelectorAll("meta[property], [type$=json]"));
		expect(links).toEqual([]);
		return;
	}
	const { title } = document;
	const descriptions = contentsOf(document, "description");
	expectEditorsWords(document, route.entry);
	const [english, russian] = localeCodes.map((code) => live.url + localisePath(route.path, code));
	const own = locale === "ru" ? russian : english;
	expect(links.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")])).toEqual([
		[null, own],
		["en", english],
		["ru", russian],
		["x-default", english],
	]);
	const practice = findPracticeName(content)?.value;
	const [image] = contentsOf(document, "og:image");
	const expected = {
		"og:type": ["website"],
		"og:url": [own],
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

/** Expects the title and description of the page's entry, or else derived ones of limited length. */
function expectEditorsWords(document: Document, entry: Route["entry"]): void {
	const { searchTitle, searchDescription, hideFromSearch } = entry;
	expect(contentsOf(document, "robots")).toEqual(hideFromSearch ? ["noindex"] : []);
	const { title } = document;
	if (searchTitle) expect(title).toBe(collapse(searchTitle.value));
	else expect(title.length, title).toBeLessThanOrEqual(60);
	const [description] = contentsOf(document, "description");
	if (searchDescription) expect(description).toBe(searchDescription.value);
	else expect(description?.length ?? 0, `${description}`).toBeLessThanOrEqual(155);
}

test("a site without a logo is named by its legal name", async () => {
	const document = await renderChanged("about", ({ navigation, appShell }) => {
		delete navigation.logo;
		appShell.legalName = { value: "Clinic Ltd" };
	});
	expect(document.title).toMatch(/ – Clinic Ltd$/);
	expect(contentsOf(document, "og:site_name")).toEqual(["Clinic Ltd"]);
});

test("a demo must not be indexed, but can be crawled", () => {
	for (const { document } of pages) expect(contentsOf(document, "robots")).toEqual(["noindex"]);
	const robots = readFileSync(join(clientFolder, "robots.txt"), "utf8");
	expect(robots.trim().split("\n")).toEqual(["User-agent: *", "Allow: /"]);
	expect(createMachineFiles(snapshots, "", live).get("robots.txt")).toBe(
		`${robots}\nSitemap: ${live.url}/sitemap.xml\n`,
	);
});

test("robots.txt can refuse crawlers that train AI models", () => {
	const readGroups = (aiCrawlers: Site["aiCrawlers"]) =>
		createMachineFiles(snapshots, "", { ...live, aiCrawlers })
			.get("robots.txt")
			?.split("\n\n");
	const [everyone, sitemap] = readGroups("allow") ?? [];
	const [first, refused = "", last] = readGroups("refuse") ?? [];
	expect([first, last]).toEqual([everyone, sitemap]);
	const names = [...refused.matchAll(/^User-agent: (.+)$/gm)].map(([, name]) => name);
	expect(names).toEqual(expect.arrayContaining(["GPTBot", "ClaudeBot", "Google-Extended"]));
	const answering = ["Googlebot", "Bingbot", "OAI-SearchBot", "Claude-SearchBot", "PerplexityBot"];
	expect(names.filter((name) => answering.includes(name ?? ""))).toEqual([]);
	expect(refused).toMatch(/^(User-agent: \S+\n)+Disallow: \/$/);
});

test("the sitemap dates each page by the newest entry on it", () => {
	const newest = "2099-02-03T04:05:06.000Z";
	const content = structuredClone(snapshots);
	const [review] = content.ru.home.reviews;
	if (review) review.updatedAt = newest;
	content.ru.hidden = ["about"];
	const sitemap = createMachineFiles(content, "", live).get("sitemap.xml") ?? "";
	const entries = sitemap.matchAll(
		/<loc>https:\/\/www\.example\.org(?<path>[^<]*)<\/loc><lastmod>(?<time>[^<]+)<\/lastmod>/g,
	);
	const times = new Map(
		[...entries].map(({ groups }) => [groups?.path || "/", Date.parse(groups?.time ?? "")]),
	);
	const dated = [...times.keys()].filter((path) => times.get(path) === Date.parse(newest));
	expect(dated).toEqual(["/ru"]);
	const shown = pages.filter(({ route, path }) => {
		const isHidden = route?.entry.hideFromSearch ?? !route;
		return !isHidden && path !== "/ru/about";
	});
	expect([...times.keys()].sort()).toEqual(shown.map(({ path }) => path).sort());
});
