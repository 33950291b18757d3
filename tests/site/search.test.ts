import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots, type Snapshots } from "../../content/snapshotFiles.server.ts";
import type { ReportRow } from "../../scripts/pull/report.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { formatRobots, formatSitemap } from "../../scripts/render/sitemap.ts";
import type { Site } from "../../site/site.ts";
import { expectDifferentPages, expectSearchData } from "./expectSearchData.ts";
import { headingOf } from "./headingOf.ts";
import { inventContent } from "./inventContent.ts";
import { leaveOut } from "./leaveOut.ts";
import { clientFolder, collapse, loadPages, only, parsePages, parseXml } from "./pages.ts";

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

describe.each<[string, Snapshots]>([
	["mark-up in every field", both((snapshot) => inventContent(snapshot))],
	["long texts", both(lengthen)],
	["the same texts everywhere", both(repeat)],
	["nothing but what is required", both((snapshot) => leaveOut(snapshot, () => true))],
	["entries with nothing but what is required", both((s) => leaveOut(s, (_, __, { kind }) => kind !== "entries"))],
])("%s, to be indexed", async (_, snapshots) => {
	const documents = await renderSite("dist", snapshots, live);
	const rendered = parsePages((file) => documents.get(file));

	test.each(rendered)("$file is what it says it is", (page) => {
		expectSearchData(page, snapshots[page.locale], live);
	});

	test("no page is taken for another, and the sitemap has each as it is", async () => {
		expectDifferentPages(rendered);
		expectSitemap(await formatSitemap(snapshots, live), rendered);
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
		const times = [...read("sitemap.xml").matchAll(/<lastmod>([^<]+)/g)].map(([, time = ""]) => time);
		const { consultations, home } = built["en-US"];
		expect(info).toMatchObject({
			content: hash("sha256", JSON.stringify([built, report, demo])).slice(0, 16),
			...(existsSync(".git") ? { commit: String(execFileSync("git", ["rev-parse", "HEAD"])).trim() } : {}),
			changed: times.sort().at(-1),
			counts: { consultations: consultations.consultations.length, reviews: home.reviews.length },
			report: { warning: report.filter(({ severity }) => severity === "warning").length },
		});
		expect(Object.keys(info.pages).sort()).toEqual(sevenTwice.map(({ path }) => path).sort());
	});
});

function read(file: string): string {
	return readFileSync(join(clientFolder, file), "utf8");
}

/** Expects that a sitemap says of every page what the page says of itself. */
function expectSitemap(xml: string, documents: typeof pages): void {
	const entries = [...parseXml(xml).querySelectorAll("url")];
	expect(entries).toHaveLength(sevenTwice.length);
	const languagesOf = (links: Iterable<Element>) =>
		[...links].map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]);
	for (const { document } of documents.filter(({ route }) => route)) {
		const entry = entries.find((url) => only(url, "loc").textContent === canonicalOf(document));
		const code = only(document, "script[type='application/ld+json']").textContent ?? "";
		expect(entry?.querySelector("lastmod")?.textContent).toBe(/"dateModified":"([^"]*)"/.exec(code)?.[1]);
		const links = entry?.getElementsByTagNameNS("http://www.w3.org/1999/xhtml", "link") ?? [];
		expect(languagesOf(links)).toEqual(languagesOf(document.querySelectorAll("link[rel=alternate]")));
	}
}
