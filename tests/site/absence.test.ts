import { expect, test } from "vitest";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { type FieldValue, leaveOut, walkContent } from "./contentWalk.ts";
import { findContentFaults } from "./findContentFaults.ts";
import { findLeftovers, findMarkupFaults } from "./findMarkupFaults.ts";
import { inventContent } from "./inventContent.ts";
import { collapse, listTextNodes, parseSitePages, type SitePage, sitePages } from "./sitePages.ts";

const built = await loadSnapshots("content/generated");
/** Code in every field of the model, and nothing translated. */
const full = inventContent(built.ru, "en");

const russianPages = sitePages.filter(({ locale }) => locale === "ru");

const sparse = leaveOut(built["en-US"], () => true);

/** Renders Russian content: what it does without is no matter of language. */
async function render(content: Snapshot): Promise<SitePage[]> {
	const snapshots = { "en-US": sparse, ru: content };
	const documents = await renderSite("dist", snapshots, { url: "https://www.example.org", indexable: true });
	return parseSitePages((file) => documents.get(file), russianPages);
}

test("code in every field is shown as text", async () => {
	for (const page of await render(full)) {
		expect(findFaults(page, full)).toEqual([]);
		const foreign = "body script:not([src], [type='application/ld+json']), iframe, object, embed, base";
		expect(page.document.querySelectorAll(foreign).length).toBe(0);
		// The script, the rules for fetching ahead and the style are the site's own; other tests pin them.
		const elements = [...page.document.head.children].map(({ localName }) => localName);
		expect(elements.filter((name) => !["meta", "link", "title"].includes(name))).toEqual(["script", "script", "style"]);
	}
});

test("nothing is left of a page but what is required", async () => {
	const content = leaveOut(full, () => true);
	const said = [...walkContent(content)].flatMap(({ value }) =>
		value && typeof value === "object" && "value" in value ? [collapse(String(value.value))] : [],
	);
	for (const page of await render(content)) {
		expect(findFaults(page, content)).toEqual([]);
		expect(findLeftovers(page.document)).toEqual([]);
		const [main] = page.document.getElementsByTagName("main");
		const shown = main ? listTextNodes(main).map((node) => collapse(node.textContent)) : [];
		if (page.route) expect(shown.filter((text) => !said.includes(text))).toEqual([]);
		expect(main?.querySelectorAll("img, ul, ol, details, figure").length).toBe(0);
	}
});

/** The optional fields of the model: `owner.name`. */
const named = [...walkContent(full)].map(({ field, owner, name }) => (field.required ? "" : `${owner}.${name}`));
const optional = [...new Set(named)].filter(Boolean);

const turns = Array.from({ length: 9 }, (_, turn) => turn);
const sets = Array.from({ length: 2 ** turns.length }, (_, set) => turns.filter((turn) => set & (2 ** turn)));
/** The turns in which each field is absent, four of nine: none of these sets holds another, so that of any two fields each is once absent without the other. */
const absences = sets.filter(({ length }) => length === 4);

test.each(turns)("nearly half of what is optional leaves no trace when it is absent: turn %d", async (turn) => {
	expect(absences.length, "more turns are needed").toBeGreaterThanOrEqual(optional.length);
	const isLeftOut = ({ owner, name }: FieldValue) =>
		absences[optional.indexOf(`${owner}.${name}`)]?.includes(turn) === true;
	const content = leaveOut(full, isLeftOut);
	expect((await render(content)).flatMap((page) => findFaults(page, content))).toEqual([]);
});

function findFaults(page: SitePage, content: Snapshot): string[] {
	const faults = [...findMarkupFaults(page), ...findContentFaults(page, content)];
	return faults.map((fault) => `${page.file}: ${fault}`);
}
