import { expect, test } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { inventContent, leaveOut, repeatEntries, walkContent } from "../contents.ts";
import { findContentFaults } from "./findContentFaults.ts";
import { findMarkupFaults } from "./findMarkupFaults.ts";
import {
	collapse,
	loadPages,
	renderPages,
	requireSingle,
	type SitePage,
	sitePages,
	snapshots,
} from "./sitePages.ts";

const findFaults = (pages: SitePage[], content: Snapshot, isComplete?: boolean): string[] => [
	...pages.flatMap((page) => findMarkupFaults(page).map((fault) => `${page.file}: ${fault}`)),
	...findContentFaults(pages, content, isComplete),
];

test.each(localeCodes)("the built pages in %s show all their content", (locale) => {
	const pages = loadPages().filter((page) => page.locale === locale);
	expect(findFaults(pages, snapshots[locale])).toEqual([]);
});

const { ru } = snapshots;
const hostile = inventContent(ru, "en");
const russianPages = sitePages.filter(({ locale }) => locale === "ru");

/** Renders the Russian pages, which have the same elements as the English ones. */
const render = (content: Snapshot) => renderPages({ ...snapshots, ru: content }, russianPages);

test.each<[string, Snapshot]>([
	["one entry in each list", repeatEntries(ru, 1)],
	["no lists", leaveOut(ru, ({ field }) => field.kind === "entries")],
	["entries without optional values", leaveOut(hostile, ({ field }) => field.kind !== "entries")],
	["code in every field", hostile],
])("pages show all their content: %s", async (_, content) => {
	const pages = await render(content);
	expect(findFaults(pages, content, content === hostile)).toEqual([]);
	for (const page of pages) {
		const foreign =
			"script:not([type='application/ld+json'], :is(link, aside) + :not([src])), iframe, object, embed, base";
		expect(page.document.body.querySelectorAll(foreign).length).toBe(0);
		const elements = [...page.document.head.children].map(({ localName }) => localName);
		const code = elements.filter((name) => !["meta", "link", "title"].includes(name));
		expect(code).toEqual(["script", "script", "style", "script"]);
	}
});

test("a page without optional values shows only the required ones", async () => {
	const content = leaveOut(hostile, () => true);
	const requiredTexts = [...walkContent(content)].flatMap(({ value }) =>
		value && typeof value === "object" && "value" in value ? [collapse(String(value.value))] : [],
	);
	requiredTexts.push(content.appShell.contactEmail, words[content.locale].anyQuestions);
	const pages = await render(content);
	expect(findFaults(pages, content, false)).toEqual([]);
	for (const page of pages) {
		const main = requireSingle(page.document, "main");
		expect(main.querySelector("img, ul, ol, details, figure")).toBeNull();
		// The notice of a confirmed subscription and the labels of forms do not come from the content.
		for (const element of main.querySelectorAll(".notice, [hidden], form")) element.remove();
		let rest = collapse(main.textContent);
		for (const text of requiredTexts) rest = rest.replaceAll(text, "");
		if (page.route) expect(rest.trim()).toBe("");
	}
});
