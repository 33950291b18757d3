import { describe, expect, test } from "vitest";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { walkContent } from "./contentWalk.ts";
import { findContentFaults, textOf } from "./findContentFaults.ts";
import { collapse, listTextNodes, loadPages } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const pages = loadPages();

describe.each(pages)("$file", (page) => {
	const { document, locale } = page;
	const content = snapshots[locale];

	test("shows every value of its content, in order, as it was entered", () => {
		expect(findContentFaults(page, content)).toEqual([]);
	});

	test("marks as English just what stands in for a missing translation", () => {
		const marked = [...document.querySelectorAll("body [lang]")].filter((element) => !element.matches("a[hreflang]"));
		const said = marked.map((element) => {
			const attribute = element.getAttribute("placeholder") ?? element.getAttribute("alt");
			return collapse(attribute ?? element.textContent);
		});
		const english = listEnglish(content);
		expect(marked.map((element) => element.getAttribute("lang"))).toEqual(marked.map(() => "en"));
		expect(said.filter((text) => !english.includes(text))).toEqual([]);
	});

	// No file holds an id of a product: secrets.test.ts.
	test("shows no id of an entry, and no trace of a value gone wrong", () => {
		// Some entries have a word of the language as their id.
		const ids = [...walkContent(content)].map(({ entry }) => entry.id).filter((id) => /[^a-z]/i.test(id));
		const wrong = ["undefined", "null", "NaN", "[object Object]", "Invalid Date"];
		const debris = wrong.filter((word) => !JSON.stringify(content).includes(word));
		const shown = listTextNodes(document.documentElement).map((node) => node.textContent ?? "");
		const attributes = [...document.querySelectorAll("*")].flatMap((element) =>
			[...element.attributes].map(({ value }) => value),
		);
		expect(shown.filter((text) => ids.some((id) => text.includes(id)))).toEqual([]);
		expect([...shown, ...attributes].filter((text) => debris.some((word) => text.includes(word)))).toEqual([]);
	});
});

/** All texts that are English for want of a translation: of formatted text, all its words. */
function listEnglish(part: unknown): string[] {
	if (!part || typeof part !== "object") return [];
	const inner = Object.values(part).flatMap(listEnglish);
	if (!("lang" in part)) return inner;
	return [collapse(readOwnText(part)), ...inner];
}

function readOwnText(part: object): string {
	if ("value" in part) return String(part.value);
	return "blocks" in part ? textOf(part.blocks) : "";
}
