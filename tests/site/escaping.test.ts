import { describe, expect, test, vi } from "vitest";
import { loadSnapshots, type Snapshots } from "../../content/snapshotFiles.server.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { findContentFaults } from "./findContentFaults.ts";
import { findMarkupFaults } from "./findMarkupFaults.ts";
import { inventContent } from "./inventContent.ts";
import { parsePages } from "./pages.ts";

const built = await loadSnapshots("content/generated");
// Nothing of the Russian content is translated.
const snapshots: Snapshots = { "en-US": inventContent(built["en-US"]), ru: inventContent(built.ru, "en") };

const complaints = vi.spyOn(console, "error");
const documents = await renderSite("dist", snapshots, { url: "https://www.example.org", indexable: true });

describe.each(parsePages((file) => documents.get(file)))("$file, with code in every field of the model", (page) => {
	const { document, locale, route } = page;

	test("shows it as text", () => {
		expect(findContentFaults(page, snapshots[locale])).toEqual([]);
		const foreign = "body script:not([src], [type='application/ld+json']), iframe, object, embed, base";
		expect(document.querySelectorAll(foreign).length).toBe(0);
	});

	test("is sound HTML with an outline", () => {
		expect(findMarkupFaults(page)).toEqual([]);
	});

	test("has nothing else in its head than any page", () => {
		if (!route) return;
		const elements = [...document.head.children].map(({ localName }) => localName);
		// The script, the rules for fetching ahead and the style are the site's own; other tests pin them.
		expect(elements.filter((name) => !["meta", "link", "title"].includes(name))).toEqual(["script", "script", "style"]);
	});
});

test("React has nothing to complain of", () => {
	expect(complaints.mock.calls).toEqual([]);
});
