import { describe, expect, test } from "vitest";
import { listEntries, type PageEntryName, pageEntries } from "../../content/model.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots, type Snapshots } from "../../content/snapshotFiles.server.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { fieldsOf, walkContent } from "./contentWalk.ts";
import { findContentFaults } from "./findContentFaults.ts";
import { findLeftovers, findMarkupFaults } from "./findMarkupFaults.ts";
import { inventContent } from "./inventContent.ts";
import { leaveOut } from "./leaveOut.ts";
import { collapse, listTextNodes, parsePages, type SitePage, sitePages } from "./pages.ts";

const built = await loadSnapshots("content/generated");
const full = inventContent(built["en-US"]);

const englishPages = sitePages.filter(({ locale }) => locale === "en-US");

const sparse = leaveOut(built.ru, () => true);

/** Renders English content: what it does without is no matter of language. */
async function render(content: Snapshot): Promise<SitePage[]> {
	const snapshots: Snapshots = { "en-US": content, ru: sparse };
	const documents = await renderSite("dist", snapshots, { url: "https://www.example.org", indexable: true });
	return parsePages((file) => documents.get(file), englishPages);
}

describe("what is absent leaves no trace", () => {
	describe("when nothing is there but what is required", async () => {
		const content = leaveOut(full, () => true);
		const pages = await render(content);
		const said = [...walkContent(content)].flatMap(({ value }) =>
			value && typeof value === "object" && "value" in value ? [collapse(String(value.value))] : [],
		);

		test.each(pages)("$file", (page) => {
			expect(findMarkupFaults(page)).toEqual([]);
			expect(findContentFaults(page, content)).toEqual([]);
			expect(findLeftovers(page.document)).toEqual([]);
			const shown = listTextNodes(page.document.querySelector("main") as Element);
			const words = shown.map((node) => collapse(node.textContent)).filter((text) => !said.includes(text));
			if (page.route) expect(words).toEqual([]);
			expect(page.document.querySelectorAll("main :is(img, ul, ol, details, figure)").length).toBe(0);
		});
	});

	describe("when the entries of its lists hold only what is required", async () => {
		const content = leaveOut(full, (owner, _, { kind }) => owner in listEntries || kind !== "entries");
		const pages = await render(content);

		test.each(pages)("$file", (page) => {
			expect(findMarkupFaults(page)).toEqual([]);
			expect(findContentFaults(page, content)).toEqual([]);
			expect(findLeftovers(page.document)).toEqual([]);
		});
	});

	// One optional field of each content type at a time; of entries of lists apart, so that their list is there.
	const rounds = [pageEntries, listEntries].flatMap((types) => {
		const fields = Object.keys(types).map((owner) => {
			const optional = Object.entries(fieldsOf(owner as PageEntryName)).filter(([, field]) => !field.required);
			return optional.map(([name]) => `${owner}.${name}`);
		});
		const count = Math.max(...fields.map(({ length }) => length));
		return Array.from({ length: count }, (_, round) => ({
			types,
			paths: fields.flatMap((names) => names[round] ?? []),
		}));
	});

	test.each(rounds)("when $paths.0 and one field of each other type are absent", async ({ paths }) => {
		const content = leaveOut(full, (owner, name) => paths.includes(`${owner}.${name}`));
		expect(findAllFaults(await render(content), content)).toEqual([]);
	});

	test.each(rounds)("when $paths.0 and one field of each other type alone are there", async ({ types, paths }) => {
		const content = leaveOut(full, (owner, name) => owner in types && !paths.includes(`${owner}.${name}`));
		expect(findAllFaults(await render(content), content)).toEqual([]);
	});
});

function findAllFaults(pages: SitePage[], content: Snapshot): string[] {
	return pages.flatMap((page) =>
		[...findMarkupFaults(page), ...findContentFaults(page, content)].map((fault) => `${page.file}: ${fault}`),
	);
}
