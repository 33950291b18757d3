import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots, type Snapshots } from "../../content/snapshotFiles.server.ts";
import { hashContent } from "../../scripts/publish/hashContent.ts";
import type { ReportRow } from "../../scripts/pull/report.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { formatRobots, formatSitemap } from "../../scripts/render/sitemap.ts";
import type { Site } from "../../site/site.ts";
import { expectDifferentPages, expectSearchData } from "./expectSearchData.ts";
import { headingOf } from "./headingOf.ts";
import { inventContent } from "./inventContent.ts";
import { leaveOut } from "./leaveOut.ts";
import { clientFolder, collapse, loadPages, parsePages, parseXml } from "./pages.ts";

const built = await loadSnapshots("content/generated");
const pages = loadPages();
const sevenTwice = pages.filter(({ route }) => route);
const live: Site = { url: "https://www.example.org", indexable: true };
const demo: Site = { url: new URL(canonicalOf(pages[0]?.document) ?? "").origin, indexable: false };

function canonicalOf(document: Document | undefined): string | null | undefined {
	return document?.querySelector("link[rel=canonical]")?.getAttribute("href");
}

/** A copy in which every text goes on for pages, in words and signs of both languages. */
function lengthen<T>(part: T): T {
	if (!part || typeof part !== "object") return part;
	const entries = Object.entries(part).map(([key, value]) => {
		const more = ` ${"👩🏽‍🌾 “quoted” & слово <b>word</b> «в кавычках» $& ".repeat(50)}`;
		return [key, key === "value" && typeof value === "string" ? value + more : lengthen(value)];
	});
	return (Array.isArray(part) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T;
}

/** A copy in which all texts but the navigation's labels are the same. */
function repeat({ navigation, ...content }: Snapshot): Snapshot {
	const texts = JSON.stringify(content).replace(/("value":)"(?:[^"\\]|\\.)*"/g, '$1"All the same, word for word. "');
	return { ...JSON.parse(texts), navigation };
}

const both = (change: (snapshot: Snapshot) => Snapshot): Snapshots => ({
	"en-US": change(built["en-US"]),
	ru: change(built.ru),
});

describe.each<[string, Snapshots, Site]>([
	["the demo, to be indexed", built, live],
	["mark-up in every field", both((snapshot) => inventContent(snapshot)), live],
	["nothing translated", { "en-US": built["en-US"], ru: { ...built["en-US"], locale: "ru" } }, live],
	["long texts", both(lengthen), live],
	["the same texts everywhere", both(repeat), live],
	["nothing but what is required", both((snapshot) => leaveOut(snapshot, () => true)), live],
	[
		"entries with nothing but what is required",
		both((s) => leaveOut(s, (_, __, { kind }) => kind !== "entries")),
		live,
	],
	["no picture anywhere", both((s) => leaveOut(s, (_, __, { kind }) => kind.startsWith("asset"))), live],
])("%s", async (_, snapshots, site) => {
	const documents = await renderSite("dist", snapshots, site);
	const rendered = parsePages((file) => documents.get(file));

	test.each(rendered)("$file is what it says it is", (page) => {
		expectSearchData(page, snapshots[page.locale], site);
	});

	test("no page is taken for another, and the sitemap has each as it is", async () => {
		expectDifferentPages(rendered);
		expectSitemap(await formatSitemap(snapshots, site), rendered);
	});
});

describe("what the build wrote", () => {
	test.each(pages)("$file is what it says it is", (page) => {
		expectSearchData(page, built[page.locale], demo);
	});

	test.each(sevenTwice)("$file has a title and a description of the length that is shown", (page) => {
		const { title } = page.document;
		const content = built[page.locale];
		expect(title.length).toBeGreaterThanOrEqual(50);
		expect(title.startsWith(collapse(headingOf(page.route ?? "home", content)))).toBe(true);
		expect(title.endsWith(` – ${content.navigation.logo?.title.value}`)).toBe(true);
		const description = page.document.querySelector("meta[name=description]")?.getAttribute("content") ?? "";
		expect(description.length).toBeGreaterThanOrEqual(120);
	});

	test("no page is taken for another, in no language, and the sitemap has each as it is", () => {
		expectDifferentPages(pages);
		expect(new Set(pages.map(({ document }) => document.title)).size).toBe(pages.length);
		expectSitemap(read("sitemap.xml"), pages);
	});

	test("robots.txt lets everybody in, and names the sitemap of a site that is to be indexed", () => {
		const written = read("robots.txt").trim().split("\n");
		expect(written).toEqual(["User-agent: *", "Allow: /"]);
		expect(formatRobots(live).trim().split("\n")).toEqual([...written, "", `Sitemap: ${live.url}/sitemap.xml`]);
	});

	test("build-info.json says what the site was made of", () => {
		const info = JSON.parse(read("build-info.json"));
		const report = JSON.parse(readFileSync("content/generated/report.json", "utf8")) as ReportRow[];
		const count = (severity: ReportRow["severity"]) => report.filter((row) => row.severity === severity).length;
		const times = [...read("sitemap.xml").matchAll(/<lastmod>([^<]+)/g)].map(([, time = ""]) => time);
		const { consultations, packages, programmes, functionalTests, home } = built["en-US"];
		expect(info).toEqual({
			content: hashContent({ snapshots: built, report }, demo),
			...(existsSync(".git") ? { commit: String(execFileSync("git", ["rev-parse", "HEAD"])).trim() } : {}),
			changed: times.sort().at(-1),
			counts: {
				consultations: consultations.consultations.length,
				packages: packages.packages.length,
				programmes: programmes.programmes.length,
				dnaTests: functionalTests.dnaTests.length,
				questions: functionalTests.faqOptions.length,
				reviews: home.reviews.length,
			},
			pages: expect.objectContaining({
				"/ru": { words: expect.stringMatching(/^[0-9a-f]{16}$/), changed: expect.any(String) },
			}),
			report: { severe: count("severe"), warning: count("warning"), info: count("info") },
		});
	});
});

function read(file: string): string {
	return readFileSync(join(clientFolder, file), "utf8");
}

/** Expects that a sitemap says of every page what the page says of itself. */
function expectSitemap(xml: string, documents: typeof pages): void {
	const entries = [...parseXml(xml).querySelectorAll("url")].map((url) => ({
		address: url.querySelector("loc")?.textContent,
		changed: url.querySelector("lastmod")?.textContent,
		alternates: [...url.getElementsByTagNameNS("http://www.w3.org/1999/xhtml", "link")].map((link) => [
			link.getAttribute("hreflang"),
			link.getAttribute("href"),
		]),
	}));
	const expected = documents.flatMap(({ document, route }) => {
		if (!route) return [];
		const data = JSON.parse(document.querySelector("script[type='application/ld+json']")?.textContent ?? "");
		const page = data["@graph"].find((thing: { "@type": string }) => thing["@type"] === "WebPage");
		return {
			address: canonicalOf(document),
			changed: page.dateModified,
			alternates: [...document.querySelectorAll("link[rel=alternate]")].map((link) => [
				link.getAttribute("hreflang"),
				link.getAttribute("href"),
			]),
		};
	});
	const byAddress = (a: { address: unknown }, b: { address: unknown }) =>
		String(a.address) < String(b.address) ? -1 : 1;
	expect(entries.sort(byAddress)).toEqual(expected.sort(byAddress));
}
