import { describe, expect, test } from "vitest";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { walkContent } from "./contentWalk.ts";
import { findContentFaults } from "./findContentFaults.ts";
import { listTextNodes, loadPages } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const pages = loadPages();

describe.each(pages)("$file", (page) => {
	const { document, locale } = page;
	const content = snapshots[locale];

	test("shows every value of its content unchanged, in its language and in order", () => {
		expect(findContentFaults(page, content)).toEqual([]);
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
