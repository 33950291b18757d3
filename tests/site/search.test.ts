import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPracticeName, findSiteName } from "../../content/findSiteName.ts";
import { localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots, type Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../environment/site.ts";
import { computePageStates } from "../../scripts/render/buildInfo.ts";
import { formatRobots, formatSitemap } from "../../scripts/render/machineFiles.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { bundleFolder } from "../tools/bundle.ts";
import { leaveOut } from "./contentWalk.ts";
import { headingOf } from "./headingOf.ts";
import { inventContent } from "./inventContent.ts";
import { changeBoth, renderSources } from "./renderSources.ts";
import {
	clientFolder,
	collapse,
	loadPages,
	parseDocument,
	parseSitePages,
	parseXml,
	requireSingle,
	type SitePage,
} from "./sitePages.ts";

const built = await loadSnapshots("content/generated");
const pages = loadPages();
const allPages = pages.filter(({ route }) => route);
const live: Site = { url: "https://www.example.org", indexable: true };
const demo: Site = { url: new URL(canonicalOf(pages[0]?.document) ?? "").origin, indexable: false };

function canonicalOf(document: Document | undefined): string | null | undefined {
	return document?.querySelector("link[rel=canonical]")?.getAttribute("href");
}

/** Returns a copy of a snapshot in which each text is replaced by `change(text)`. */
const rewrite = (snapshot: Snapshot, change: (text: string) => string): Snapshot =>
	JSON.parse(JSON.stringify(snapshot), (key, part) =>
		key === "value" && typeof part === "string" ? change(part) : part,
	);

const more = ` ${"👩🏽‍🌾 “quoted” & слово <b>word</b> «в кавычках» $& ".repeat(50)}`;

const both = (change: (snapshot: Snapshot) => Snapshot) => changeBoth(built, change);

function removePictureTitles(snapshot: Snapshot): Snapshot {
	return JSON.parse(JSON.stringify(snapshot), (_, part) => (part?.src ? { ...part, title: { value: "" } } : part));
}

describe.each<[string, Snapshots]>([
	["pictures without titles", both(removePictureTitles)],
	["mark-up in every field", both((snapshot) => inventContent(snapshot))],
	["very long texts in both languages", both((s) => rewrite(s, (text) => text + more))],
	["required values only", both((snapshot) => leaveOut(snapshot, () => true))],
	["required values only in all entries", both((s) => leaveOut(s, ({ field }) => field.kind !== "entries"))],
])("an indexable site with %s", async (_, snapshots) => {
	const documents = await renderSite(bundleFolder, snapshots, live);
	const states = computePageStates(documents, snapshots);
	const rendered = parseSitePages((file) => documents.get(file)?.html);

	test.each(rendered)("$file has correct data for search engines", (page) => {
		expectSearchData(page, snapshots[page.locale], live);
	});

	test("has pages that differ from each other, and a sitemap that matches them", async () => {
		expectDifferentPages(rendered);
		expectSitemap(await formatSitemap(snapshots, states, live), rendered);
	});
});

describe("the built site", () => {
	test.each(pages)("$file has correct data for search engines", (page) => {
		expectSearchData(page, built[page.locale], demo);
	});

	test.each(allPages)("$file has a title and a description of recommended lengths", (page) => {
		const { title } = page.document;
		const content = built[page.locale];
		expect(title.length, `${title}: add to titleDetails in content/pages.ts`).toBeGreaterThanOrEqual(40);
		expect(title.startsWith(collapse(headingOf(page.route ?? "home", content)))).toBe(true);
		expect(title.endsWith(` – ${content.navigation.logo?.title.value}`)).toBe(true);
		const description = page.document.querySelector("meta[name=description]")?.getAttribute("content") ?? "";
		const advice = `${description}: add to descriptionTexts in content/pages.ts`;
		expect(description.length, advice).toBeGreaterThanOrEqual(120);
	});

	test("has pages that differ from each other in both languages, and a sitemap that matches them", () => {
		expectDifferentPages(pages);
		expect(new Set(pages.map(({ document }) => document.title)).size).toBe(pages.length);
		expectSitemap(read("sitemap.xml"), pages);
	});

	test("has a robots.txt that allows all crawlers, with the sitemap when it is indexable", () => {
		const written = read("robots.txt").trim().split("\n");
		expect(written).toEqual(["User-agent: *", "Allow: /"]);
		expect(formatRobots(live).trim().split("\n")).toEqual([...written, "", `Sitemap: ${live.url}/sitemap.xml`]);
	});

	test("has a build-info.json with the state of each page", () => {
		const info = JSON.parse(read("build-info.json"));
		expect(Object.keys(info.pages).sort()).toEqual(allPages.map(({ path }) => path).sort());
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
		const entry = entries.find((url) => requireSingle(url, "loc").textContent === canonicalOf(document));
		expect(entry?.querySelector("lastmod")?.textContent).toMatch(/^\d{4}-\d\d-\d\dT/);
		const links = entry?.getElementsByTagNameNS("http://www.w3.org/1999/xhtml", "link") ?? [];
		expect(languagesOf(links)).toEqual(languagesOf(document.querySelectorAll("link[rel=alternate]")));
	}
}

type Node = Record<string, unknown>;

const contentsOf = (document: Document, name: string) =>
	[...document.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)].map((meta) =>
		meta.getAttribute("content"),
	);

/** Expects that the head of a document has correct metadata for search engines and link previews. */
function expectSearchData(page: SitePage, content: Snapshot, site: Site): void {
	const { document, route, locale } = page;
	expect(contentsOf(document, "robots")).toEqual(route && site.indexable ? [] : ["noindex"]);
	if (!route) {
		const others = "link[rel=canonical], link[rel=alternate], meta[property], script[type='application/ld+json']";
		expect(document.querySelectorAll(others).length).toBe(0);
		return;
	}
	const title = requireSingle(document, "head > title").textContent;
	const descriptions = contentsOf(document, "description");
	expect(descriptions.length).toBeLessThanOrEqual(1);
	for (const [text, most] of [
		[title, 60],
		[descriptions[0] ?? "-", 155],
	] as const) {
		expect(text.length, text).toBeLessThanOrEqual(most);
		expect(text).not.toMatch(/\s{2}|^\s|\s$|^$/);
	}

	const address = (locale: "en-US" | "ru") => site.url + pathOf(route, locale);
	const links = [...document.querySelectorAll("link[rel=canonical], link[rel=alternate]")];
	expect(links.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")])).toEqual([
		[null, address(locale)],
		["en", address("en-US")],
		["ru", address("ru")],
		["x-default", address("en-US")],
	]);
	const [image] = contentsOf(document, "og:image");
	const practice = findPracticeName(content)?.value;
	const codes = { "en-US": "en_US", ru: "ru_RU" };
	const expected = {
		"og:type": ["website"],
		"og:url": [address(locale)],
		"og:title": [title],
		"og:description": descriptions,
		"og:site_name": practice ? [practice] : [],
		"og:locale": [codes[locale]],
		"og:locale:alternate": [codes[otherLocale(locale)]],
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

function expectLinkedData({ document, locale }: SitePage, route: RouteName, content: Snapshot, site: Site): void {
	const code = requireSingle(document, "script[type='application/ld+json']").textContent ?? "";
	expect(code, "what could end the block").not.toMatch(/<|\u2028|\u2029/);
	const things: Node[] = JSON.parse(code)["@graph"];
	const ids = things.map((thing) => thing["@id"]);
	expect(new Set(ids).size).toBe(ids.length);
	const references = [...code.matchAll(/\{"@id":("[^"]*")\}/g)].map(([, id = ""]) => JSON.parse(id));
	expect(references.filter((id) => !ids.includes(id))).toEqual([]);
	expect(code).not.toMatch(/":(?:""|null)|undefined/);

	const own = site.url + pathOf(route, locale);
	const name = findSiteName(content).value;
	const [practice, webPage, ...others] = things;
	const website = others.find((thing) => thing["@type"] === "WebSite");
	const offers = others.filter((thing) => thing !== website);
	expect(practice).toMatchObject({ name, url: `${site.url}/` });
	const page = { "@type": "WebPage", url: own, name: document.title, inLanguage: locales[locale].hreflang };
	expect(webPage).toMatchObject(page);
	expect([webPage?.description ?? []].flat()).toEqual(contentsOf(document, "description"));
	if (route === "home") {
		expect(webPage?.isPartOf).toEqual({ "@id": website?.["@id"] });
		expect(website).toMatchObject({ name, inLanguage: ["en", "ru"], publisher: { "@id": practice?.["@id"] } });
	}
	const provider = { "@id": practice?.["@id"] };
	const sold = route === "functionalTests" ? { type: "Product" } : { type: "Service", provider };
	expect(offers.map(readOffer)).toEqual(listShownOffers(document, own).map((offer) => ({ ...offer, ...sold })));
	const words = collapse(requireSingle(document, "main").textContent);
	for (const { name } of offers) expect(words).toContain(collapse(String(name).split(": ").at(-1)));
}

function readOffer({ "@type": type, url: address, provider, offers, image }: Node) {
	if (type === "Product") expect(image, "a product without a picture").toBeDefined();
	const { price, priceCurrency, url, availability } = offers as Node;
	expect([price, priceCurrency]).toEqual([expect.stringMatching(/^\d+\.\d\d$/), "GBP"]);
	return { address, amount: Number(price), url, availability, type, ...(provider ? { provider } : {}) };
}

function listShownOffers(document: Document, own: string) {
	return [...document.querySelectorAll("main p.price:not(.first-step-row *)")].flatMap((price) => {
		const [, pounds] = /^£([\d,]+(?:\.\d+)?)$/.exec(collapse(price.textContent)) ?? [];
		const programme = price.closest(".programme");
		const section = programme ?? price.parentElement?.closest("[id]");
		if (!pounds) return [];
		const link = section?.querySelector('.purchase a:not([href^="mailto:"])');
		const { id = "" } = programme?.querySelector(".disclosure-body") ?? section ?? {};
		const address = `${own}#${encodeURIComponent(id)}`;
		// Buttons on /functional-tests are contact links, not payment links.
		const isPayment = link?.matches(".button") && !own.endsWith("/functional-tests");
		const availability = isPayment ? "https://schema.org/InStock" : undefined;
		const url = link?.getAttribute("href") ?? address;
		return [{ address, amount: Number(pounds.replaceAll(",", "")), url, availability }];
	});
}

function expectDifferentPages(pages: SitePage[]): void {
	for (const locale of localeCodes) {
		const own = pages.filter((page) => page.locale === locale && page.route);
		const titles = own.map(({ document }) => document.title);
		const descriptions = own.flatMap(({ document }) => contentsOf(document, "description"));
		for (const texts of [titles, descriptions]) expect([...new Set(texts)]).toEqual(texts);
	}
}

test("a site without a logo is named by its legal name", async () => {
	const withoutLogo = (content: Snapshot): Snapshot => ({
		...content,
		navigation: { ...content.navigation, logo: undefined },
		appShell: { ...content.appShell, legalName: { value: "Clinic Ltd" } },
	});
	const [about] = allPages.filter(({ route }) => route === "about");
	const sources = await renderSources(changeBoth(built, withoutLogo), about && [about]);
	for (const html of sources.values()) {
		const document = parseDocument(html);
		expect(document.title).toMatch(/ – Clinic Ltd$/);
		expect(contentsOf(document, "og:site_name")).toEqual(["Clinic Ltd"]);
	}
});
