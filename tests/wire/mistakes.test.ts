import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Change, collectPullFaults, pullChanged } from "./services.ts";
import { assetLink, both, entryLink, paragraph, plain, textNode } from "./testContent.ts";

/** Value of a field, with the rows of the report. A row can be the beginning of the whole row. */
type Mistake = [item: string, field: string, values: Record<string, unknown>, ...rows: string[]];

/** Information that UK sites owe. */
const duties: Mistake[] = [
	[
		"newsletter",
		"privacyPolicyUrl",
		{},
		"info | newsletterOdd.privacyPolicyUrl.en-US | the newsletter form has no link to a privacy policy",
	],
	[
		"appShell",
		"legalName",
		{},
		"info | appShellOdd.legalName.en-US | no company or person is named as running the practice",
	],
	[
		"appShell",
		"postalAddress",
		{},
		"info | appShellOdd.postalAddress.en-US | there is no postal address",
	],
];

const noName = "severe | review-1.name.en-US | the required field is empty: the entry is not shown";

const mistakes: Mistake[] = [
	[
		"navigation",
		"logo",
		plain("a.png"),
		'severe | navigationOdd.logo.en-US | expected an asset, found "a.png": the field is left out',
	],
	[
		"home",
		"heroAidList",
		plain([1, 2]),
		"severe | homeOdd.heroAidList.en-US | expected a list of texts, found [1,2]",
	],
	[
		"home",
		"heroImages",
		plain([entryLink("review-1")]),
		"severe | homeOdd.heroImages.en-US | expected a list of assets",
	],
	[
		"home",
		"reviews",
		plain([assetLink("logo-1")]),
		"severe | homeOdd.reviews.en-US | expected a list of entries",
	],
	[
		"about",
		"about",
		plain(paragraph({ ...textNode(""), value: 7 as never })),
		"warning | aboutOdd.about.en-US | the text has a damaged part: the part is left out",
	],
	[
		"about",
		"cover",
		plain(assetLink("gone")),
		'warning | aboutOdd.cover.en-US | asset "gone" is a draft, archived or deleted: the picture is left out',
	],
	[
		"logo-1",
		"file",
		{},
		"severe | socialLink-1.logo.en-US | the required field is empty: the entry is not shown",
		"warning | logo-1.file | the asset has no file in English: the picture is left out",
	],
	[
		"logo-1",
		"description",
		plain("focus: upper left"),
		'warning | logo-1.description | the focus "upper left" is none of top left, top, top right, left, centre, right, bottom left, bottom, bottom right: the picture is cropped as without it',
	],
	[
		"home",
		"reviews",
		plain([entryLink("gone")]),
		'warning | homeOdd.reviews.en-US | entry "gone" of the list is a draft, archived or deleted: the entry is not shown',
	],
	[
		"functionalTests",
		"dnaTests",
		plain([entryLink("review-1")]),
		"severe | review-1.brandName.en-US | the required field is empty",
	],
	["review-1", "name", both(" "), noName],
	["review-1", "name", { ru: "Боб" }, noName],
	[
		"review-1",
		"name",
		plain(7),
		"severe | review-1.name.en-US | expected a text, found 7: the entry is not shown",
	],
	[
		"socialLink-1",
		"url",
		plain("www.social.example"),
		"severe | socialLink-1.url.en-US | the address does not begin with https:// or http://: the entry is not shown",
	],
	[
		"appShell",
		"bookingUrl",
		plain("http://calendar.example/clinic"),
		"warning | appShellOdd.bookingUrl.en-US | the address is not an https address: the link is left out",
	],
	[
		"appShell",
		"registrationUrl",
		plain("www.example.org"),
		"warning | appShellOdd.registrationUrl.en-US | the address does not begin with https:// or http://: the link is left out",
	],
	[
		"appShell",
		"telegramUrl",
		plain("https://t.me@chat.example/"),
		"warning | appShellOdd.telegramUrl.en-US | the address is not an https address on t.me",
	],
	[
		"appShell",
		"termsUrl",
		plain("https://clinic.example/terms"),
		"warning | appShellOdd.termsUrl.en-US | the address is on this site, which has no such page",
	],
	[
		"appShell",
		"whatsappUrl",
		{ ru: "https://wa.me/447700900123" },
		"warning | appShellOdd.whatsappUrl.en-US | the field has a value in Russian only: English pages do without it",
	],
	[
		"dnaTest-1",
		"price",
		plain("from 200 EUR"),
		"warning | dnaTest-1.price.en-US | the price is not an amount in pounds, such as 199 or from 199: it is shown as entered",
	],
	[
		"dnaTest-1",
		"price",
		plain(0),
		"severe | dnaTest-1.price.en-US | the price is 0: the field is left out",
	],
	[
		"consultation-1",
		"stripeProductId",
		{},
		"severe | consultation-1.stripeProductId.en-US | the required field is empty: the entry is not shown",
		"severe | consultationsOdd.consultations.en-US | the list has no consultation that can be shown",
	],
	[
		"programmes",
		"programmes",
		{},
		"severe | programmesOdd.programmes.en-US | the list has no programme that can be shown: no programme is shown",
	],
	[
		"packages",
		"packages",
		{ "en-US": [entryLink("package-1")], ru: [entryLink("gone")] },
		"severe | packagesOdd.packages.ru | the list has no package that can be shown",
		'warning | packagesOdd.packages.ru | entry "gone" of the list',
	],
	[
		"consultation-1",
		"stripePaymentLink",
		{ ru: "https://pay.example/visit" },
		"severe | consultation-1.stripePaymentLink.ru | the payment link is not an https address on buy.stripe.com or book.stripe.com or donate.stripe.com: the button is left out",
		"severe | consultation-1.stripePaymentLink.en-US | there is no payment link: the button is left out",
	],
];

test.each([...duties, ...mistakes])("an edit goes live beside %s.%s %j", async (...mistake) => {
	const [item, field, values, ...expected] = mistake;
	const { snapshots, rows } = await pullChanged((content) => {
		content.set("appShell", "companyNumber", both("Edited."));
		content.set(item, field, values);
	});
	for (const { appShell } of Object.values(snapshots))
		expect(appShell.companyNumber).toEqual({ value: "Edited." });
	expect(rows).toEqual(expected.map((row) => expect.stringContaining(row)));
});

test("the owner's page explains all duties", async () => {
	const guide = await readFile("docs/owner.md", "utf8");
	const problems = duties.flatMap(([, , , ...rows]) => rows.map((row) => row.split(" | ")[2]));
	for (const problem of problems) expect(guide).toContain(`| ${problem} |`);
});

test.each<[defect: string, change: Change, faults: string[]]>([
	[
		"without Russian",
		({ space }) => space.locales.splice(1),
		[
			'The Contentful space "q7wirespace" has the locales en-US, and the site needs en-US and ru. Add them: https://app.contentful.com/spaces/q7wirespace/settings/locales',
		],
	],
	[
		"with faults in page entries",
		(content) => {
			content.set("appShell", "contactEmail", plain("not an address"));
			content.unset("appShell", "buyButton");
			content.set("home", "heroTitle", { "en-US": "Hero", ru: 42 });
			content.unpublish("about");
		},
		[
			'Entry "appShellOdd", field "contactEmail", en-US: expected an e-mail address, found "not an address"',
			'Entry "appShellOdd", field "buyButton", en-US: the required field is empty. Open it: https://app.contentful.com/spaces/q7wirespace/environments/master/entries/appShellOdd',
			'Entry "aboutOdd": About page is missing: no published entry has this id (see CONTENTFUL_ENTRY_IDS)',
			'Entry "homeOdd", field "heroTitle", ru: expected a text, found 42',
		],
	],
	[
		"whose home page is published in Russian only",
		(content) => {
			content.item("home").sys.fieldStatus = { "*": { ru: "published" } };
		},
		["Home page is missing: the entry is not published in English"],
	],
	[
		"whose only programme has no price",
		({ prices }) => prices.splice(2),
		[
			"no entry has a price to show: product prod_sleep has no active one-time price in Stripe. Check that STRIPE_API_KEY",
		],
	],
])("a space %s stops the build, which lists all faults", async (_, change, faults) => {
	const found = await collectPullFaults(change);
	expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});
