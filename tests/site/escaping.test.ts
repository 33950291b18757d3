import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { renderSite } from "../../scripts/render.ts";
import { findContentFaults } from "./findContentFaults.ts";
import { findMarkupFaults } from "./findMarkupFaults.ts";
import { headingOf } from "./headingOf.ts";
import { inventContent } from "./inventContent.ts";
import { collapse, loadBuiltSnapshots, parsePages, type SitePage, sitePages } from "./pages.ts";

const built = loadBuiltSnapshots();
// Nothing of the Russian content is translated.
const snapshots: Snapshots = { "en-US": inventContent(built["en-US"]), ru: inventContent(built.ru, "en") };

let pages: SitePage[];
const complaints = vi.spyOn(console, "error");

beforeAll(async () => {
	const documents = await renderSite("dist", snapshots, { url: "https://www.example.org", indexable: true });
	pages = parsePages((file) => documents.get(file));
});

describe.each(sitePages)("$file, with code in every field of the model", ({ file, locale, route }) => {
	const find = () => pages.find((page) => page.file === file) as SitePage;

	test("shows it as text", () => {
		expect(findContentFaults(find(), snapshots[locale])).toEqual([]);
		expect(find().document.querySelectorAll("body script:not([src]), iframe, object, embed, base").length).toBe(0);
	});

	test("is sound HTML with an outline", () => {
		expect(findMarkupFaults(find())).toEqual([]);
	});

	test("has it as text in its head", () => {
		const { document } = find();
		const content = snapshots[locale];
		if (!route) return;
		expect(document.title).toBe(collapse(`${headingOf(route, content)} – ${content.navigation.logo?.title.value}`));
		const elements = [...document.head.children].map(({ localName }) => localName);
		// The one script and the one style are the site's own; other tests pin them.
		expect(elements.filter((name) => !["meta", "link", "title"].includes(name))).toEqual(["script", "style"]);
		expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).toMatch(
			/^https:\/\/www\.example\.org\//,
		);
	});

	test("is kept from search engines only when no page has its address", () => {
		expect(find().document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe(
			route ? undefined : "noindex",
		);
	});
});

test("React has nothing to complain of", () => {
	expect(complaints.mock.calls).toEqual([]);
});

test("a site that is not to be indexed says so on every page", async () => {
	const documents = await renderSite("dist", snapshots, { url: "http://localhost:4173", indexable: false });
	for (const { document, file } of parsePages((name) => documents.get(name))) {
		expect(document.querySelector("meta[name=robots]")?.getAttribute("content"), file).toBe("noindex");
	}
});
