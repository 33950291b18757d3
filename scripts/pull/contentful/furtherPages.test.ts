import { expect, test } from "vitest";
import { joinChanged } from "../../../tests/joinChanged.ts";
import { entryLink, plain, type TestContent, text } from "../../../tests/testContent.ts";

type Change = (content: TestContent) => unknown;

const page = "page-1";
const leftOut = (field: string) => `severe | ${page}.${field}.en-US`;

const setSlug =
	(slug: string): Change =>
	(content) =>
		content.set(page, "slug", plain(slug));

test.each<[string, Change, string]>([
	...["Extra", "extra/us"].map((slug): [string, Change, string] => [
		`the slug ${slug}`,
		setSlug(slug),
		`${leftOut("slug")} | valueMistyped, entryLeftOut | expected=slug; found=${slug}`,
	]),
	// A page of the site, and a folder.
	...["functional-tests", "ru"].map((slug): [string, Change, string] => [
		`the slug ${slug}`,
		setSlug(slug),
		`${leftOut("slug")} | slugReserved, entryLeftOut | slug=/${slug}`,
	]),
	[
		"no English title",
		(content) => content.set(page, "title", { ru: "Title" }),
		`${leftOut("title")} | requiredEmpty, entryLeftOut`,
	],
	[
		"no text",
		(content) => content.unset(page, "text"),
		`${leftOut("text")} | requiredEmpty, entryLeftOut`,
	],
	[
		"a draft",
		(content) => content.unpublish(page),
		`warning | appShellOdd.pages.en-US | listedEntryMissing, restShown | entry=${page}`,
	],
])("a page with %s is left out in both languages", (_, change, row) => {
	const { en, ru, rows } = joinChanged((content) => {
		content.set("appShell", "termsUrl", plain("/extra"));
		change(content);
	});
	for (const { appShell } of [en, ru])
		expect([appShell.pages, appShell.termsUrl]).toEqual([[], undefined]);
	expect(rows.sort()).toEqual([
		row,
		"warning | appShellOdd.termsUrl.en-US | addressWithoutPage, linkLeftOut | address=/extra",
	]);
});

test("of two pages with one slug, the first is shown", () => {
	const { ru, rows } = joinChanged((content) => {
		content.add("second", { ...content.item(page).fields, title: text("Second") });
		content.set("appShell", "pages", plain([page, "second"].map(entryLink)));
	});
	expect(ru.appShell.pages.map(({ id }) => id)).toEqual([page]);
	const place = "severe | second.slug.en-US";
	expect(rows).toEqual([`${place} | slugTaken, entryLeftOut | slug=/extra; owner=${page}`]);
});

test("without Brevo the withdrawal form is left out", () => {
	const { rows, en, ru } = joinChanged((content) => {
		content.set("appShell", "pages", plain([]));
		content.set("appShell", "withdrawalForm", plain(true));
	});
	expect(rows).toEqual([
		"severe | appShellOdd.withdrawalForm.en-US | mailsImpossible, formLeftOut",
	]);
	for (const { appShell } of [en, ru])
		expect([appShell.pages, appShell.withdrawalForm]).toEqual([[], undefined]);
});
