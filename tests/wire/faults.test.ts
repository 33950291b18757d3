import { describe, expect, test } from "vitest";
import { type Field, type PageEntryName, pageEntries } from "../../content/model.ts";
import {
	assetLink,
	entryLink,
	faultsOfPull,
	ids,
	listIds,
	node,
	plain,
	pullFrom,
	rowsOf,
	text,
	textNode,
	type WireOptions,
	wholeContent,
} from "./content.ts";

const webApp = "https://app.contentful.com/spaces/q7wirespace/environments/master/entries";

describe("a space without one of the languages stops the build", () => {
	test.each([
		["en-US", "ru, en-GB"],
		["ru", "en-US, en-GB"],
	])("%s", async (code, others) => {
		const content = wholeContent();
		content.space.locales.push({ code: "en-GB", name: "British", default: false, fallbackCode: null });
		content.space.locales.splice(code === "ru" ? 1 : 0, 1);
		expect(await faultsOfPull(content)).toEqual([
			`The Contentful space "q7wirespace" has no locale ${code} (it has ${others}). Add it under Settings, Locales: https://app.contentful.com/spaces/q7wirespace/settings/locales`,
		]);
	});
});

describe("missing entries stop the build", () => {
	test("all at once", async () => {
		const content = wholeContent();
		for (const id of Object.values(ids)) content.unpublish(id);
		expect(await faultsOfPull(content)).toEqual(
			Object.entries(ids).map(
				([name, id]) =>
					`Entry "${id}": ${pageEntries[name as PageEntryName].name} is missing: no published entry has this id (see CONTENTFUL_ENTRY_IDS). Open it: ${webApp}/${id}`,
			),
		);
	});

	test("entries are looked for under their own names, or the ids of CONTENTFUL_ENTRY_IDS", async () => {
		const environment = { CONTENTFUL_ENTRY_IDS: JSON.stringify({ ...ids, home: undefined, about: "elsewhere" }) };
		const faults = await faultsOfPull(wholeContent(), { environment });
		expect(faults.map((fault) => /^Entry "(.*?)"/.exec(fault)?.[1])).toEqual(["home", "elsewhere"]);
	});
});

test("every required field of the ten entries stops the build when it is missing, all listed at once", async () => {
	const content = wholeContent();
	const expected: string[] = [];
	for (const [name, { fields }] of Object.entries(pageEntries)) {
		for (const [field, { required }] of Object.entries(fields as Record<string, Field>)) {
			if (!required) continue;
			content.unset(name, field);
			expected.push(
				`Entry "${ids[name as PageEntryName]}", field "${field}", en-US: it is required and missing. Open it: ${webApp}/${ids[name as PageEntryName]}`,
			);
		}
	}
	expect(await faultsOfPull(content)).toEqual(expected);
	expect(expected.length).toBeGreaterThan(15);
});

test("a required field needs its English value, even where there is a Russian one", async () => {
	const content = wholeContent();
	content.set("home", "heroTitle", { ru: "Здоровье" });
	content.set("about", "title", { "en-US": "  \n ", ru: "О нас" });
	expect(await faultsOfPull(content)).toEqual([
		`Entry "${ids.home}", field "heroTitle", en-US: it is required and missing. Open it: ${webApp}/${ids.home}`,
		`Entry "${ids.about}", field "title", en-US: it is required and missing. Open it: ${webApp}/${ids.about}`,
	]);
});

test("required fields of the ten of a wrong kind stop the build, each in a sentence of its own", async () => {
	const content = wholeContent();
	content.set("appShell", "contactEmail", plain("not an address"));
	content.set("home", "heroTitle", { "en-US": "Hero", ru: 42 });
	content.set("newsletter", "subscribeButton", plain({ a: 1 }));
	content.set("programmes", "title", plain(true));
	expect(await faultsOfPull(content)).toMatchInlineSnapshot(`
		[
		  "Entry "1ShellOdd", field "contactEmail", en-US: expected an e-mail address, found the string "not an address". Open it: https://app.contentful.com/spaces/q7wirespace/environments/master/entries/1ShellOdd",
		  "Entry "4NewsOdd", field "subscribeButton", en-US: expected a text, found an object. Open it: https://app.contentful.com/spaces/q7wirespace/environments/master/entries/4NewsOdd",
		  "Entry "10ProgOdd", field "title", en-US: expected a text, found the boolean true. Open it: https://app.contentful.com/spaces/q7wirespace/environments/master/entries/10ProgOdd",
		  "Entry "5KsDBWseXY6QegucYAoacS", field "heroTitle", ru: expected a text, found the number 42. Open it: https://app.contentful.com/spaces/q7wirespace/environments/master/entries/5KsDBWseXY6QegucYAoacS",
		]
	`);
});

test("other fields of a wrong kind, or malformed, are left out, each with a row", async () => {
	const content = wholeContent();
	const broken = { ...textNode("Text"), value: 7 as unknown as string };
	content.set("navigation", "logo", plain("logo.png"));
	content.set("home", "heroAidList", plain([1, 2]));
	content.set("home", "heroImages", plain([entryLink(listIds.review)]));
	content.set("home", "reviews", plain([assetLink("logo-1")]));
	content.set("newsletter", "privacyPolicyUrl", plain(["https://example.org"]));
	content.set("about", "about", plain(node("document", [node("paragraph", [textNode("Text"), broken])])));
	content.set("approach", "approach", plain(["one", "two"]));
	content.set("functionalTests", "functionalTestingExample", plain(entryLink(listIds.faq)));
	content.set("functionalTests", "dnaTestsDescription", plain(node("paragraph", [textNode("Text")])));
	expect(rowsOf(await pullFrom(content))).toMatchInlineSnapshot(`
		[
		  "severe | 2NavOdd.logo.en-US | expected an asset, found the string "logo.png": it is left out",
		  "severe | 5KsDBWseXY6QegucYAoacS.heroImages.en-US | expected a list of assets, found a list with a link to an entry: it is left out",
		  "severe | 5KsDBWseXY6QegucYAoacS.heroAidList.en-US | expected a list of texts, found a list with the number 1 and the number 2: it is left out",
		  "severe | 5KsDBWseXY6QegucYAoacS.reviews.en-US | expected a list of entries, found a list with a link to an asset: it is left out",
		  "severe | 4NewsOdd.privacyPolicyUrl.en-US | expected a text, found a list with the string "https://example.org": it is left out",
		  "severe | 5AboutOdd.about.en-US | its Rich Text is malformed: content.0.content.1.value, Invalid input: expected string, received number: it is left out",
		  "severe | 6ApproachOdd.approach.en-US | expected a text or Rich Text, found a list with the string "one" and the string "two": it is left out",
		  "severe | 7TestsOdd.functionalTestingExample.en-US | expected an asset, found a link to an entry: it is left out",
		  "severe | 7TestsOdd.dnaTestsDescription.en-US | its Rich Text is malformed: nodeType, Invalid input: expected "document": it is left out",
		]
	`);
});

test("faults of every sort are told in one error", async () => {
	const content = wholeContent();
	content.unpublish(ids.approach);
	content.unset("packages", "payInFullButton");
	content.set("programmes", "title", plain(3));
	expect((await faultsOfPull(content)).length).toBe(3);
});

test("pages whose services all lost their price stop the build, as with the key of another account", async () => {
	const content = wholeContent();
	for (const price of content.prices) price.product = `${price.product}_of_another_account`;
	const problem =
		"products has a price in Stripe. Check that STRIPE_API_KEY is of the right account, and not of its test mode";
	expect(await faultsOfPull(content)).toEqual([
		`Entry "${ids.consultations}", field "consultations": none of its 1 ${problem}. Open it: ${webApp}/${ids.consultations}`,
		`Entry "${ids.packages}", field "packages": none of its 1 ${problem}. Open it: ${webApp}/${ids.packages}`,
		`Entry "${ids.programmes}", field "programmes": none of its 1 ${problem}. Open it: ${webApp}/${ids.programmes}`,
	]);
});

test.each<[string, WireOptions]>([
	["the space", { environment: { CONTENTFUL_SPACE_ID: "another" } }],
	["its environment", { environment: { CONTENTFUL_ENVIRONMENT: "staging" } }],
])("a wrong name of %s is said", async (_, options) => {
	const faults = await faultsOfPull(wholeContent(), options);
	expect(faults).toEqual([
		expect.stringContaining("(404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT"),
		expect.stringContaining("(404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT"),
	]);
});

test("the ids of entries are encoded in addresses of the web app", async () => {
	const content = wholeContent();
	content.set("home", "heroTitle", text(""));
	content.item("home").sys.id = "a.b_c-1";
	const environment = {
		CONTENTFUL_ENTRY_IDS: JSON.stringify({ ...ids, home: "a.b_c-1" }),
		CONTENTFUL_ENVIRONMENT: "master",
	};
	expect(await faultsOfPull(content, { environment })).toEqual([expect.stringMatching(/entries\/a\.b_c-1$/)]);
});
