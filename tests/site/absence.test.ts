import { expect, test } from "vitest";
import { noticeContract } from "../../components/Notice/noticeContract.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { type FieldValue, leaveOut, walkContent } from "./contentWalk.ts";
import { findContentFaults } from "./findContentFaults.ts";
import { findLeftovers, findMarkupFaults } from "./findMarkupFaults.ts";
import { inventContent } from "./inventContent.ts";
import { findMisnesting, renderSources } from "./renderSources.ts";
import { collapse, listTextNodes, parseSitePages, type SitePage, sitePages } from "./sitePages.ts";

const built = await loadSnapshots("content/generated");
const hostileContent = inventContent(built.ru, "en");

const russianPages = sitePages.filter(({ locale }) => locale === "ru");

const minimalContent = leaveOut(built["en-US"], () => true);

/** Renders the Russian pages, which have the same elements as the English ones. Expects correctly nested HTML. */
async function render(content: Snapshot): Promise<SitePage[]> {
	const sources = await renderSources({ "en-US": minimalContent, ru: content }, russianPages);
	expect([...sources.values()].flatMap(findMisnesting)).toEqual([]);
	return parseSitePages((file) => sources.get(file), russianPages);
}

test("code in every field is shown as text", async () => {
	for (const page of await render(hostileContent)) {
		expect(findFaults(page, hostileContent)).toEqual([]);
		const foreign = "body script:not([src], [type='application/ld+json']), iframe, object, embed, base";
		expect(page.document.querySelectorAll(foreign).length).toBe(0);
		const elements = [...page.document.head.children].map(({ localName }) => localName);
		expect(elements.filter((name) => !["meta", "link", "title"].includes(name))).toEqual(["script", "script"]);
	}
});

test("a page without optional values shows only the required ones", async () => {
	const content = leaveOut(hostileContent, () => true);
	const requiredTexts = [...walkContent(content)].flatMap(({ value }) =>
		value && typeof value === "object" && "value" in value ? [collapse(String(value.value))] : [],
	);
	requiredTexts.push(content.appShell.contactEmail, words[content.locale].anyQuestions);
	for (const page of await render(content)) {
		expect(findFaults(page, content)).toEqual([]);
		expect(findLeftovers(page.document)).toEqual([]);
		const [main] = page.document.getElementsByTagName("main");
		// Removes the notice of a confirmed subscription, because its text does not come from the content.
		main?.querySelector(noticeContract.element)?.remove();
		const shown = main ? listTextNodes(main).map((node) => collapse(node.textContent)) : [];
		if (page.route) expect(shown.filter((text) => !requiredTexts.includes(text))).toEqual([]);
		expect(main?.querySelectorAll("img, ul, ol, details, figure").length).toBe(0);
	}
});

const optionalNames = [...walkContent(hostileContent)].map(({ field, owner, name }) =>
	field.required ? "" : `${owner}.${name}`,
);
const optional = [...new Set(optionalNames)].filter(Boolean);

/** Twice as many rounds as an index has bits. Of any two fields, each is missing in a round that has the other. */
const rounds = Array.from({ length: 2 * optional.length.toString(2).length }, (_, round) => round);

test.each(rounds)("a page with half of the optional fields missing has no trace of them: round %d", async (round) => {
	const bit = 2 ** Math.floor(round / 2);
	const isLeftOut = ({ owner, name }: FieldValue) => {
		const hasBit = (optional.indexOf(`${owner}.${name}`) & bit) > 0;
		return hasBit === (round % 2 === 1);
	};
	const content = leaveOut(hostileContent, isLeftOut);
	expect((await render(content)).flatMap((page) => findFaults(page, content))).toEqual([]);
});

const remedy = " (render the element only when its field has a value, or make the field required)";

function findFaults(page: SitePage, content: Snapshot): string[] {
	const faults = [...findMarkupFaults(page), ...findContentFaults(page, content)];
	return faults.map((fault) => `${page.file}: ${fault}${fault.startsWith("empty: ") ? remedy : ""}`);
}
