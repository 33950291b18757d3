import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPracticeName, findSiteName } from "../../content/findSiteName.ts";
import { localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../environment/site.ts";
import { computePageStates } from "../../scripts/render/buildInfo.ts";
import { formatRobots, formatSitemap } from "../../scripts/render/machineFiles.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { headingOf, inventContent, leaveOut, rewriteTexts } from "../contents.ts";
import { bundleFolder } from "../tools/bundle.ts";
import {
	changeBoth,
	clientFolder,
	collapse,
	loadPages,
	parseSitePages,
	parseXml,
	renderChanged,
	requireSingle,
	type SitePage,
	snapshots,
} from "./sitePages.ts";

const pages = loadPages();
const allPages = pages.filter(({ route }) => route);
const live: Site = { url: "https://www.example.org", indexable: true };
const demo: Site = { url: new URL(canonicalOf(pages[0]?.document) ?? "").origin, indexable: false };

function canonicalOf(document: Document | undefined): string | null | undefined {
	return document?.querySelector("link[rel=canonical]")?.getAttribute("href");
}

const more = ` ${"👩🏽‍🌾 “quoted” & слово <b>word</b> «в кавычках» $& ".repeat(50)}`;

function removePictureTitles(snapshot: Snapshot): Snapshot {
	return JSON.parse(JSON.stringify(snapshot), (_, part) =>
		part?.src ? { ...part, title: { value: "" } } : part,
	);
}

describe.each<[string, Snapshots]>([
	["pictures without titles", changeBoth(removePictureTitles)],
	["mark-up in every field", changeBoth((content) => inventContent(content))],
	["very long texts", changeBoth((content) => rewriteTexts(content, (text) => text + more))],
	["required values only", changeBoth((content) => leaveOut(content, () => true))],
	[
		"required values in all entries",
		changeBoth((s) => leaveOut(s, ({ field }) => field.kind !== "entries")),
	],
])("an indexable site with %s", async (_, changed) => {
	const documents = await renderSite(bundleFolder, changed, live);
	const rendered = parseSitePages((file) => documents.get(file)?.html);

	test.each(rendered)("has correct data for search engines in $file", (page) => {
		expectSearchData(page, changed[page.locale], live);
	});

	test("has pages with different titles and descriptions", () => expectDifferentPages(rendered));

	test("has a sitemap that matches its pages", async () => {
		expectSitemap(
			await formatSitemap(changed, computePageStates(documents, changed), live),
			rendered,
		);
	});
});

test("a site without a logo is named by its legal name", async () => {
	const document = await renderChanged("about", ({ navigation, appShell, ...content }) => ({
		...content,
		navigation: { ...navigation, logo: undefined },
		appShell: { ...appShell, legalName: { value: "Clinic Ltd" } },
	}));
	expect(document.title).toMatch(/ – Clinic Ltd$/);
	expect(contentsOf(document, "og:site_name")).toEqual(["Clinic Ltd"]);
});

describe("the built site", () => {
	test.each(pages)("has correct data for search engines in $file", (page) => {
		expectSearchData(page, snapshots[page.locale], demo);
	});

	test.each(allPages)(
		"has a title and description of recommended lengths in $file",
		({ document, locale, route }) => {
			const content = snapshots[locale];
			const { title } = document;
			expect(
				title.length,
				`${title}: add to titleDetails in content/pages.ts`,
			).toBeGreaterThanOrEqual(40);
			expect(title.startsWith(collapse(headingOf(route ?? "home", content)))).toBe(true);
			expect(title.endsWith(` – ${content.navigation.logo?.title.value}`)).toBe(true);
			const [description = ""] = contentsOf(document, "description");
			const advice = `${description}: add to descriptionTexts in content/pages.ts`;
			expect(description?.length, advice).toBeGreaterThanOrEqual(120);
		},
	);

	test("has different pages, and a sitemap that matches them", () => {
		expectDifferentPages(pages);
		expectSitemap(read("sitemap.xml"), pages);
	});

	test("has a robots.txt that allows all crawlers", () => {
		const written = read("robots.txt").trim().split("\n");
		expect(written).toEqual(["User-agent: *", "Allow: /"]);
		expect(formatRobots(live).trim().split("\n")).toEqual([
			...written,
			"",
			`Sitemap: ${live.url}/sitemap.xml`,
		]);
	});
});

function read(file: string): string {
	return readFileSync(join(clientFolder, file), "utf8");
}

/** Expects that a sitemap has the same URLs and languages as the documents, and modification times. */
function expectSitemap(xml: string, documents: SitePage[]): void {
	const entries = [...parseXml(xml).querySelectorAll("url")];
	expect(entries).toHaveLength(allPages.length);
	const languagesOf = (links: Iterable<Element>) =>
		[...links].map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]);
	for (const { document } of documents.filter(({ route }) => route)) {
		const entry = entries.find(
			(url) => requireSingle(url, "loc").textContent === canonicalOf(document),
		);
		expect(entry?.querySelector("lastmod")?.textContent).toMatch(/^\d{4}-\d\d-\d\dT/);
		const links = entry?.getElementsByTagNameNS("http://www.w3.org/1999/xhtml", "link") ?? [];
		expect(languagesOf(links)).toEqual(
			languagesOf(document.querySelectorAll("link[rel=alternate]")),
		);
	}
}

const contentsOf = (document: Document, name: string) =>
	[...document.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)].map((meta) =>
		meta.getAttribute("content"),
	);

/** Expects that the head of a document has correct metadata for search engines and link previews. */
function expectSearchData(page: SitePage, content: Snapshot, site: Site): void {
	const { document, route, locale } = page;
	expect(contentsOf(document, "robots")).toEqual(route && site.indexable ? [] : ["noindex"]);
	if (!route) {
		const others =
			"link[rel=canonical], link[rel=alternate], meta[property], script[type='application/ld+json']";
		expect(document.querySelectorAll(others).length).toBe(0);
		return;
	}
	const { title } = document;
	const descriptions = contentsOf(document, "description");
	expect(descriptions.length).toBeLessThanOrEqual(1);
	expect(title.length, title).toBeLessThanOrEqual(60);
	expect(descriptions[0]?.length ?? 0, `${descriptions}`).toBeLessThanOrEqual(155);
	for (const text of [title, ...descriptions]) expect(text).toMatch(/^(?!.*\s{2})\S.*\S$/);

	const address = (code: "en-US" | "ru") => site.url + pathOf(route, code);
	const links = [...document.querySelectorAll("link[rel=canonical], link[rel=alternate]")];
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
		"og:image": image ? [expect.stringContaining(`${site.url}/media/`)] : [],
		"og:image:alt": image ? [expect.stringMatching(/./)] : [],
		"og:image:width": image ? ["1200"] : [],
		"og:image:height": image ? ["630"] : [],
	};
	const found = Object.keys(expected).map((name) => [name, contentsOf(document, name)]);
	expect(Object.fromEntries(found)).toEqual(expected);
	expectLinkedData(page, route, content, site);
}

type Node = Record<string, unknown>;

function expectLinkedData(
	{ document, locale }: SitePage,
	route: RouteName,
	content: Snapshot,
	site: Site,
): void {
	const code = requireSingle(document, "script[type='application/ld+json']").textContent ?? "";
	expect(code, "what could end the block").not.toMatch(/<|\u2028|\u2029/);
	expect(code).not.toMatch(/":(?:""|null)|undefined/);
	const things: Node[] = JSON.parse(code)["@graph"];
	const ids = things.map((thing) => thing["@id"]);
	expect(new Set(ids).size).toBe(ids.length);
	const references = [...code.matchAll(/\{"@id":("[^"]*")\}/g)].map(([, id = ""]) =>
		JSON.parse(id),
	);
	expect(references.filter((id) => !ids.includes(id))).toEqual([]);

	const [practice, ...others] = things;
	expect(practice).toMatchObject({ name: findSiteName(content).value, url: `${site.url}/` });
	const offers = others.filter((thing) => thing["@type"] !== "WebSite");
	expect(others.length - offers.length).toBe(route === "home" ? 1 : 0);
	const own = site.url + pathOf(route, locale);
	expect(offers.map(({ offers }) => offers)).toEqual(listShownOffers(document, own));
	const shownWords = collapse(requireSingle(document, "main").textContent);
	for (const { "@type": type, provider, image, name } of offers) {
		expect(shownWords).toContain(collapse(String(name).split(": ").at(-1)));
		if (type === "Product") expect(image, "a product without a picture").toBeDefined();
		else expect([type, provider]).toEqual(["Service", { "@id": practice?.["@id"] }]);
	}
}

/** Returns the offers that structured data should have, for the prices and buttons that a page shows. */
function listShownOffers(document: Document, own: string): Node[] {
	const offers: Node[] = [];
	for (const price of document.querySelectorAll("main p.price")) {
		const [, pounds] = /^£([\d,]+(?:\.\d+)?)$/.exec(collapse(price.textContent)) ?? [];
		const section = price.closest("article, .row");
		const id = section?.id || section?.querySelector(".disclosure-body, :scope > div[id]")?.id;
		// On other pages the first step is a link to the consultation, which has no id there.
		if (!pounds || !id) continue;
		const link = section?.querySelector('.purchase a:not([href^="mailto:"])')?.getAttribute("href");
		const offer: Node = {
			"@type": "Offer",
			price: Number(pounds.replaceAll(",", "")).toFixed(2),
			priceCurrency: "GBP",
			url: link ?? `${own}#${encodeURIComponent(id)}`,
		};
		// The buttons of DNA tests lead to other companies.
		if (link && !own.endsWith("/functional-tests"))
			offer.availability = "https://schema.org/InStock";
		offers.push(offer);
	}
	return offers;
}

function expectDifferentPages(pages: SitePage[]): void {
	for (const locale of localeCodes) {
		const own = pages.filter((page) => page.locale === locale && page.route);
		const titles = own.map(({ document }) => document.title);
		const descriptions = own.flatMap(({ document }) => contentsOf(document, "description"));
		for (const texts of [titles, descriptions]) expect([...new Set(texts)]).toEqual(texts);
	}
}
