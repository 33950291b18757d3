import { expect, test } from "vitest";
import { joinChanged } from "../../tests/joinChanged.ts";
import { assetLink, both, node, paragraph, text } from "../../tests/testContent.ts";
import { Problem } from "./problem.ts";

test("a broken picture costs the entry whose required picture it is, and of a text only itself", () => {
	const picture = node("embedded-asset-block", [], { target: assetLink("photo-1") });
	const document = node("document", [picture, node("paragraph", ["Beside it."])]);
	const getPicture = () => ({ problem: new Problem("pictureCutOff") });
	const { en, rows } = joinChanged(
		(content) => {
			content.addAsset("photo-1", "photo.png");
			content.set("about", "about", both(document));
		},
		{ media: { getPicture } },
	);
	expect(en.about.about?.blocks).toMatchObject([{ content: [{ value: "Beside it." }] }]);
	expect(en.home.socialMedia).toEqual([]);
	expect(rows.filter((row) => row.includes("requiredEmpty"))).toEqual([
		"severe | socialLink-1.logo.en-US | requiredEmpty, entryLeftOut",
	]);
});

test.each([
	["is missing", undefined, "words", "fileMissing, textWithoutLink | asset=form"],
	[
		"is refused",
		{ problem: new Problem("fileExecutable", { type: "text/html" }) },
		"words",
		"fileExecutable, textWithoutLink | type=text/html",
	],
	[
		"is personal",
		{ value: "/media/files/form", problem: new Problem("filePersonal") },
		'"href":"/media/files/form"',
		"filePersonal, downloadOffered",
	],
])("a linked file that %s keeps its words", (_, prepared, shown, row) => {
	const { en, rows } = joinChanged(
		(content) => {
			if (prepared) content.addAsset("form");
			const link = node("asset-hyperlink", ["words"], { target: assetLink("form") });
			content.set("about", "about", both(paragraph(link)));
		},
		{ media: { getFile: () => prepared } },
	);
	expect(JSON.stringify(en.about.about)).toContain(shown);
	expect(rows).toEqual([expect.stringContaining(row)]);
});

test.each([
	[290_000, []],
	[300_000, ["warning | aboutOdd | pageHeavy, shownAsIs | limit=300"]],
])("a text of %i characters has the rows %j", (length, expected) => {
	const { rows } = joinChanged((content) =>
		content.set("about", "about", text("a".repeat(length))),
	);
	expect(rows).toEqual(expected);
});
