import { expect, onTestFinished, test } from "vitest";
import type { Field } from "../../content/fields.ts";
import { listEntries, pageEntries } from "../../content/model.ts";
import { pages } from "../../content/pages.ts";
import { listShownRoutes } from "../../content/routes.ts";
import { pullChanged } from "./services.ts";
import { ids, listIds, node, paragraph, plain, type TestContent, textNode } from "./testContent.ts";

function makeAboutOptional(): void {
	pages.about.isOptional = true;
	onTestFinished(() => {
		delete pages.about.isOptional;
	});
}

function expectField(field: Field): void {
	field.expected = true;
	onTestFinished(() => {
		delete field.expected;
	});
}

const missing = "no published entry has this id (see CONTENTFUL_ENTRY_IDS)";
const pageLeftOut = "the page is left out, with all links to it";
const fieldRow = (id: string, field: string) =>
	`warning | ${id}.${field}.en-US | the field is empty, and is going to be required: the field is left out`;

test("an optional page without an entry is left out, with one row in the report", async () => {
	makeAboutOptional();
	const { en, ru, rows } = await pullChanged((content) => content.unpublish(ids.about));
	expect(listShownRoutes(en)).not.toContain("about");
	expect(listShownRoutes(ru)).not.toContain("about");
	expect(rows).toEqual([`warning | ${ids.about} | About page is optional and missing: ${missing}: ${pageLeftOut}`]);
});

test("an optional page without an entry is left out of a preview", async () => {
	makeAboutOptional();
	const deletePage = (content: TestContent) => {
		const { entries } = content.space;
		entries.splice(entries.indexOf(content.item(ids.about)), 1);
	};
	const { en, rows } = await pullChanged(deletePage, { preview: true });
	expect(listShownRoutes(en)).not.toContain("about");
	expect(rows).toContainEqual(expect.stringContaining("About page is optional and missing: no entry has this id"));
});

test("links to an optional page without an entry become their text", async () => {
	makeAboutOptional();
	const { en } = await pullChanged((content) => {
		content.unpublish(ids.about);
		const link = node("hyperlink", [textNode("about us")], { uri: "/about" });
		content.set("approach", "approach", { "en-US": paragraph(link), ru: paragraph(link) });
	});
	expect(JSON.stringify(en.approach)).toContain("about us");
	expect(JSON.stringify(en.approach)).not.toContain("href");
});

test("an optional page with an entry is shown, and not reported", async () => {
	makeAboutOptional();
	const { en, rows } = await pullChanged(() => {});
	expect(listShownRoutes(en)).toContain("about");
	expect(rows).toEqual([]);
});

test("an expected field of a page is reported when it is empty, and the page is shown", async () => {
	expectField(pageEntries.about.fields.subtitle as Field);
	const { en, rows } = await pullChanged((content) => content.set("about", "subtitle", plain("")));
	expect(listShownRoutes(en)).toContain("about");
	expect(rows).toEqual([fieldRow(ids.about, "subtitle")]);
});

test("an expected field of a list entry is reported when it is empty, and the entry is shown", async () => {
	expectField(listEntries.review.fields.age as Field);
	const { en, rows } = await pullChanged(() => {});
	expect(en.home.reviews).toHaveLength(1);
	expect(rows).toEqual([fieldRow(listIds.review, "age")]);
});

test("an expected field with an invalid value is reported as invalid only", async () => {
	expectField(pageEntries.about.fields.cover as Field);
	const { rows } = await pullChanged((content) => content.set("about", "cover", plain("no asset")));
	expect(rows).toEqual([expect.stringMatching(/^severe .*cover.*expected an asset/)]);
});
