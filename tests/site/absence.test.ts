import { expect, test } from "vitest";
import { listEntries, type PageEntryName, pageEntries } from "../../content/model.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { fieldsOf, walkContent } from "./contentWalk.ts";
import { findContentFaults } from "./findContentFaults.ts";
import { findLeftovers, findMarkupFaults } from "./findMarkupFaults.ts";
import { inventContent } from "./inventContent.ts";
import { type LeftOut, leaveOut } from "./leaveOut.ts";
import { collapse, listTextNodes, parsePages, type SitePage, sitePages } from "./pages.ts";

const built = await loadSnapshots("content/generated");
const full = inventContent(built["en-US"]);

const englishPages = sitePages.filter(({ locale }) => locale === "en-US");

const sparse = leaveOut(built.ru, () => true);

/** Renders English content: what it does without is no matter of language. */
async function render(content: Snapshot): Promise<SitePage[]> {
	const snapshots = { "en-US": content, ru: sparse };
	const documents = await renderSite("dist", snapshots, { url: "https://www.example.org", indexable: true });
	return parsePages((file) => documents.get(file), englishPages);
}

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

// One optional field of each content type at a time; of entries of lists apart, so that their list is there.
const rounds = [pageEntries, listEntries].flatMap((types) => {
	const optional = Object.keys(types).map((owner) => {
		const fields = Object.entries(fieldsOf(owner as PageEntryName)).filter(([, { required }]) => !required);
		return fields.map(([name]) => `${owner}.${name}`);
	});
	const count = Math.max(...optional.map(({ length }) => length));
	return Array.from({ length: count }, (_, round) => ({
		types,
		paths: optional.flatMap((names) => names[round] ?? []),
	}));
});

test.each(rounds)(
	"$paths.0 and one field of each other type leave no trace when they are absent, or all others",
	async ({ types, paths }) => {
		const ways: LeftOut[] = [
			(owner, name) => paths.includes(`${owner}.${name}`),
			(owner, name) => owner in types && !paths.includes(`${owner}.${name}`),
		];
		for (const isLeftOut of ways) {
			const content = leaveOut(full, isLeftOut);
			expect((await render(content)).flatMap((page) => findFaults(page, content))).toEqual([]);
		}
	},
);

function findFaults(page: SitePage, content: Snapshot): string[] {
	const faults = [...findMarkupFaults(page), ...findContentFaults(page, content)];
	return faults.map((fault) => `${page.file}: ${fault}`);
}
