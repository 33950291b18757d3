import { expect, test } from "vitest";
import type { Field } from "../../content/fields.ts";
import { type PageEntryName, pageEntries } from "../../content/model.ts";
import { type Change, collectPullFaults, pullChanged } from "./services.ts";
import {
	assetLink,
	entryLink,
	ids,
	listIds,
	node,
	plain,
	type TestContent,
	textNode,
} from "./testContent.ts";

const webApp = "https://app.contentful.com/spaces/q7wirespace/environments/master/entries";
const pages = Object.entries(ids) as [PageEntryName, string][];
const requiredFields = pages.flatMap(([name, id]) =>
	Object.entries<Field>(pageEntries[name].fields).flatMap(([field, { required }]) =>
		required ? [{ id, field }] : [],
	),
);
const createFieldFault = (id: string, field: string, problem: string, locale = "en-US") =>
	`Entry "${id}", field "${field}", ${locale}: ${problem}. Open it: ${webApp}/${id}`;
const createLocaleFault = (code: string, found: string) =>
	`The Contentful space "q7wirespace" has no locale ${code} (it has ${found}). Add it under Settings, Locales: https://app.contentful.com/spaces/q7wirespace/settings/locales`;
const useOnlyLocale = (code: string) => (content: TestContent) =>
	content.space.locales.splice(0, 2, { code, name: "Own", default: true, fallbackCode: null });
const createPriceFault = (id: string, list: string, product: string) =>
	`Entry "${id}", field "${list}": no entry has a price to show: product ${product} has no active one-time price in Stripe. Check that STRIPE_API_KEY is a key of the right account, and not of its test mode. Open it: ${webApp}/${id}`;

test("a product that is archived, and the only one of its page, stops the build with that reason", async () => {
	const faults = await collectPullFaults((content) => {
		for (const product of content.products)
			if (product.id === "prod_months") product.active = false;
	});
	expect(faults).toEqual([
		`Entry "${ids.packages}", field "packages": no entry has a price to show: product prod_months is archived in Stripe. Open it: ${webApp}/${ids.packages}`,
	]);
});

test.each<[defect: string, change: Change, faults: string[]]>([
	["without Russian", useOnlyLocale("en-US"), [createLocaleFault("ru", "en-US")]],
	["without English", useOnlyLocale("ru"), [createLocaleFault("en-US", "ru")]],
	[
		"without its page entries",
		(content) => {
			for (const [, id] of pages) content.unpublish(id);
		},
		pages.map(
			([name, id]) =>
				`Entry "${id}": ${pageEntries[name].name} is missing: no published entry has this id (see CONTENTFUL_ENTRY_IDS). Open it: ${webApp}/${id}`,
		),
	],
	[
		"without every required field of its page entries",
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
			content.set("newsletter", "subscribeButton", plain({ a: 1 }));
			content.set("programmes", "title", plain(true));
		},
		[
			createFieldFault(
				ids.appShell,
				"contactEmail",
				'expected an e-mail address, found the string "not an address"',
			),
			createFieldFault(ids.newsletter, "subscribeButton", "expected a text, found an object"),
			createFieldFault(ids.programmes, "title", "expected a text, found the boolean true"),
			createFieldFault(ids.home, "heroTitle", "expected a text, found the number 42", "ru"),
		],
	],
	[
		"whose prices are all in another Stripe account",
		(content) => {
			for (const price of content.prices) price.product = `${price.product}_of_another_account`;
		},
		[
			createPriceFault(ids.consultations, "consultations", "prod_visit"),
			createPriceFault(ids.packages, "packages", "prod_months"),
			createPriceFault(ids.programmes, "programmes", "prod_sleep"),
		],
	],
])("a space %s stops the build, which lists all faults", async (_, change, faults) => {
	expect(await collectPullFaults(change)).toEqual(faults);
});

test("invalid values of optional fields are left out, each with a row in the report", async () => {
	const { rows } = await pullChanged((content) => {
		const broken = { ...textNode("Text"), value: 7 };
		content.set("navigation", "logo", plain("logo.png"));
		content.set("home", "heroAidList", plain([1, 2]));
		content.set("home", "heroImages", plain([entryLink(listIds.review)]));
		content.set("home", "reviews", plain([assetLink("logo-1")]));
		content.set("about", "about", plain({ ...node("document", []), content: [broken] }));
		content.set("approach", "approach", plain(["one", "two"]));
	});
	expect(rows.map((row) => row.replace(/^severe \| \w+\.|: the field is left out$/g, ""))).toEqual([
		'logo.en-US | expected an asset, found the string "logo.png"',
		"heroImages.en-US | expected a list of assets, found a list with a link to an entry",
		"heroAidList.en-US | expected a list of texts, found a list with the number 1 and the number 2",
		"reviews.en-US | expected a list of entries, found a list with a link to an asset",
		"about.en-US | the Rich Text is malformed: content.0.value, Invalid input: expected string, received number",
		'approach.en-US | expected a text or Rich Text, found a list with the string "one" and the string "two"',
	]);
});
