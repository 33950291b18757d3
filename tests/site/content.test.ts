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

	test("shows every value of its content unchanged and in order", () => {
		expect(findContentFaults(page, content)).toEqual([]);
	});

	test("marks exactly the English texts that replace missing translations", () => {
		const marked = [...document.querySelectorAll("body [lang]")].filter((element) => !element.matches("a[hreflang]"));
		const said = marked.map((element) => {
			const attribute = element.getAttribute("placeholder") ?? element.getAttribute("alt");
			return collapse(attribute ?? element.textContent);
		});
		const english = listEnglish(content);
		expect(marked.map((element) => element.getAttribute("lang"))).toEqual(marked.map(() => "en"));
		expect(said.filter((text) => !english.includes(text))).toEqual([]);
	});

	test("shows no entry id and no value such as undefined or NaN", () => {
		// Leaves out ids such as `about`, because pages may contain them as ordinary words.
		const ids = [...walkContent(content)].map(({ entry }) => entry.id).filter((id) => /[^a-z]/i.test(id));
		const wrong = ["undefined", "null", "NaN", "[object Object]", "Invalid Date"];
		const strayWords = wrong.filter((word) => !JSON.stringify(content).includes(word));
		const shown = listTextNodes(document.documentElement).map((node) => node.textContent ?? "");
		const attributes = [...document.querySelectorAll("*")].flatMap((element) =>
			[...element.attributes].map(({ value }) => value),
		);
		expect(shown.filter((text) => ids.some((id) => text.includes(id)))).toEqual([]);
		expect([...shown, ...attributes].filter((text) => strayWords.some((word) => text.includes(word)))).toEqual([]);
	});
});

/** Lists the English texts that replace missing translations in a snapshot. */
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
