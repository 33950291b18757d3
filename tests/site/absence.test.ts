import { expect, test } from "vitest";
import { listEntries, type PageEntryName, pageEntries } from "../../content/model.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { fieldsOf, walkContent } from "./contentWalk.ts";
import { findContentFaults } from "./findContentFaults.ts";
import { findLeftovers, findMarkupFaults } from "./findMarkupFaults.ts";
import { inventContent } from "./inventContent.ts";
import { leaveOut } from "./leaveOut.ts";
import { collapse, listTextNodes, parsePages, type SitePage, sitePages } from "./pages.ts";

const built = await loadSnapshots("content/generated");
/** Code in every field of the model, and nothing translated. */
const full = inventContent(built.ru, "en");

const russianPages = sitePages.filter(({ locale }) => locale === "ru");

const sparse = leaveOut(built["en-US"], () => true);

/** Renders Russian content: what it does without is no matter of language. */
async function render(content: Snapshot): Promise<SitePage[]> {
	const snapshots = { "en-US": sparse, ru: content };
	const documents = await renderSite("dist", snapshots, { url: "https://www.example.org", indexable: true });
	return parsePages((file) => documents.get(file), russianPages);
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
const optional = Object.keys({ ...pageEntries, ...listEntries }).flatMap((owner) =>
	Object.entries(fieldsOf(owner as PageEntryName)).flatMap(([name, { required }]) =>
		required ? [] : `${owner}.${name}`,
	),
);

// By the digits of their numbers: any two fields differ in one of them, so that each is once absent without the other.
const digits = Array.from({ length: Math.ceil(Math.log2(optional.length)) }, (_, digit) => digit);

test.each(digits.flatMap((digit) => [0, 1].map((value) => ({ digit, value }))))(
	"half of what is optional leaves no trace when it is absent: digit $digit is $value",
	async ({ digit, value }) => {
		const isLeftOut = (owner: string, name: string) => ((optional.indexOf(`${owner}.${name}`) >> digit) & 1) === value;
		const content = leaveOut(full, isLeftOut);
		expect((await render(content)).flatMap((page) => findFaults(page, content))).toEqual([]);
	},
);

function findFaults(page: SitePage, content: Snapshot): string[] {
	const faults = [...findMarkupFaults(page), ...findContentFaults(page, content)];
	return faults.map((fault) => `${page.file}: ${fault}`);
}
