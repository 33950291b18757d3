import { expect, test } from "vitest";
import type { Field } from "../../content/fields.ts";
import { type PageEntryName, pageEntries } from "../../content/model.ts";
import { type Change, collectPullFaults, pullChanged } from "./services.ts";
import { assetLink, entryLink, ids, listIds, node, plain, textNode } from "./testContent.ts";

const webApp = "https://app.contentful.com/spaces/q7wirespace";
const pages = Object.entries(ids) as [PageEntryName, string][];
const requiredFields = pages.flatMap(([name, id]) =>
	Object.entries<Field>(pageEntries[name].fields).flatMap(([field, { required }]) =>
		required ? [{ id, field }] : [],
	),
);
const createFault = (id: string, place: string, problem: string) =>
	`Entry "${id}"${place}: ${problem}. Open it: ${webApp}/environments/master/entries/${id}`;
const createFieldFault = (id: string, field: string, problem: string, locale = "en-US") =>
	createFault(id, `, field "${field}", ${locale}`, problem);

test.each<[defect: string, change: Change, faults: string[]]>([
	[
		"without Russian",
		({ space }) => space.locales.splice(1),
		[
			`The Contentful space "q7wirespace" has the locales en-US, and the site needs en-US and ru. Add them: ${webApp}/settings/locales`,
		],
	],
	[
		"without its page entries",
		(content) => {
			for (const [, id] of pages) content.unpublish(id);
		},
		pages.map(([name, id]) => {
			const problem = "is missing: no published entry has this id (see CONTENTFUL_ENTRY_IDS)";
			return createFault(id, "", `${pageEntries[name].name} ${problem}`);
		}),
	],
	[
		"without its required fields",
		(content) => {
			for (const { id, field } of requiredFields) content.unset(id, field);
		},
		requiredFields.map(({ id, field }) =>
			createFieldFault(id, field, "the required field is empty"),
		),
	],
	[
		"with invalid values in required fields",
		(content) => {
			content.set("appShell", "contactEmail", plain("not an address"));
			content.set("home", "heroTitle", { "en-US": "Hero", ru: 42 });
		},
		[
			createFieldFault(
				ids.appShell,
				"contactEmail",
				'expected an e-mail address, found "not an address"',
			),
			createFieldFault(ids.home, "heroTitle", "expected a text, found 42", "ru"),
		],
	],
])("a space %s stops the build, which lists all faults", async (_, change, faults) => {
	expect(await collectPullFaults(change)).toEqual(faults);
});

test("invalid values of optional fields are left out", async () => {
	const { en, rows } = await pullChanged((content) => {
		const broken = { ...textNode("Text"), value: 7 };
		content.set("navigation", "logo", plain("logo.png"));
		content.set("home", "heroAidList", plain([1, 2]));
		content.set("home", "heroImages", plain([entryLink(listIds.review)]));
		content.set("home", "reviews", plain([assetLink("logo-1")]));
		content.set("about", "about", plain({ ...node("document", []), content: [broken] }));
		content.set(listIds.commitment, "description", plain(7));
	});
	const found = rows.map((row) =>
		/^severe \| [\w-]+\.(\w+)\.en-US \| (expected .*), found/.exec(row),
	);
	expect(found.map((match) => match?.slice(1))).toEqual([
		["logo", "expected an asset"],
		["heroImages", "expected a list of assets"],
		["heroAidList", "expected a list of texts"],
		["reviews", "expected a list of entries"],
		["description", "expected a text or Rich Text"],
		["about", "expected a text or Rich Text"],
	]);
	expect(en.home.commitments).toHaveLength(1);
});
