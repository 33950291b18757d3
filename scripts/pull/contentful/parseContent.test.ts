import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { findings } from "../../../content/findings.ts";
import { joinChanged } from "../../../tests/joinChanged.ts";
import {
	assetLink,
	both,
	entryLink,
	node,
	paragraph,
	plain,
	type TestContent,
	text,
	textNode,
} from "../../../tests/testContent.ts";

/** Value of a field, with the rows of the report. */
type Mistake = [item: string, field: string, values: Record<string, unknown>, ...rows: string[]];

const noName = "severe | review-1.name.en-US | requiredEmpty, entryLeftOut";
const noReviews = "warning | homeOdd.reviews.en-US | reviewsGone, listEmpty";
const noOffers = (page: string) => `severe | ${page}Odd.${page} | listWithoutOffers, listEmpty`;
const found = (value: unknown) => `found=${JSON.stringify(value)}`;
const stripe = "hosts=buy.stripe.com, book.stripe.com, donate.stripe.com";
const focuses =
	"places=top left, top, top right, left, centre, right, bottom left, bottom, bottom right";

/** Missing information that UK sites owe, and values that cannot be used. */
const mistakes: Mistake[] = [
	[
		"newsletter",
		"privacyPolicyUrl",
		{},
		"info | newsletterOdd.privacyPolicyUrl | privacyPolicyMissing, formShownWithout",
	],
	[
		"appShell",
		"legalName",
		{},
		"info | appShellOdd.legalName | legalNameMissing, footerLineLeftOut",
	],
	[
		"appShell",
		"postalAddress",
		{},
		"info | appShellOdd.postalAddress | postalAddressMissing, footerLineLeftOut",
	],
	[
		"navigation",
		"logo",
		plain("a.png"),
		`severe | navigationOdd.logo.en-US | valueOfOtherType, fieldLeftOut | expected=asset; ${found("a.png")}`,
	],
	[
		"home",
		"heroAidList",
		plain([1, 2]),
		`severe | homeOdd.heroAidList.en-US | valueOfOtherType, fieldLeftOut | expected=textList; ${found([1, 2])}`,
	],
	[
		"home",
		"heroImages",
		plain([entryLink("review-1")]),
		`severe | homeOdd.heroImages.en-US | valueOfOtherType, fieldLeftOut | expected=assets; ${found([entryLink("review-1")])}`,
	],
	[
		"home",
		"reviews",
		plain([assetLink("logo-1")]),
		`severe | homeOdd.reviews.en-US | valueOfOtherType, fieldLeftOut | expected=entries; ${found([assetLink("logo-1")])}`,
	],
	[
		"home",
		"hideFromSearch",
		plain("yes"),
		`severe | homeOdd.hideFromSearch.en-US | valueOfOtherType, fieldLeftOut | expected=boolean; ${found("yes")}`,
	],
	[
		"about",
		"about",
		plain(paragraph({ ...textNode(""), value: 7 as never })),
		"warning | aboutOdd.about.en-US | richTextPartDamaged, partLeftOut",
		"warning | aboutOdd | pageEmpty, shownAsIs",
	],
	[
		"about",
		"cover",
		plain(assetLink("gone")),
		"warning | aboutOdd.cover.en-US | pictureMissing, pictureLeftOut | asset=gone",
	],
	[
		"logo-1",
		"file",
		{},
		"severe | socialLink-1.logo.en-US | requiredEmpty, entryLeftOut",
		"warning | logo-1.file + logo-1.file | fileEmpty, pictureLeftOut",
	],
	[
		"logo-1",
		"description",
		plain("focus: upper left"),
		`warning | logo-1.description + logo-1.description | focusUnknown, croppedAnyway | focus=upper left; ${focuses}`,
	],
	[
		"home",
		"reviews",
		plain([entryLink("gone")]),
		"warning | homeOdd.reviews.en-US | listedEntryMissing, restShown | entry=gone",
		noReviews,
	],
	[
		"functionalTests",
		"dnaTests",
		plain([entryLink("review-1")]),
		"severe | review-1.brandName.en-US | requiredEmpty, entryLeftOut",
	],
	["review-1", "name", both(" "), noName, noReviews],
	["review-1", "name", { ru: "Боб" }, noName, noReviews],
	[
		"review-1",
		"name",
		plain(7),
		`severe | review-1.name.en-US | valueOfOtherType, entryLeftOut | expected=text; ${found(7)}`,
		noReviews,
	],
	[
		"socialLink-1",
		"url",
		plain("www.social.example"),
		"severe | socialLink-1.url.en-US | addressMalformed, entryLeftOut | address=www.social.example",
	],
	[
		"appShell",
		"phone",
		plain("020 7946 0000"),
		"severe | appShellOdd.phone.en-US | valueMistyped, fieldLeftOut | expected=phone; found=020 7946 0000",
	],
	[
		"appShell",
		"bookingUrl",
		plain("http://calendar.example/clinic"),
		"warning | appShellOdd.bookingUrl.en-US | addressInsecure, linkLeftOut | address=http://calendar.example/clinic",
	],
	[
		"appShell",
		"registrationUrl",
		plain("www.example.org"),
		"warning | appShellOdd.registrationUrl.en-US | addressMalformed, linkLeftOut | address=www.example.org",
	],
	[
		"appShell",
		"telegramUrl",
		plain("https://t.me@chat.example/"),
		"warning | appShellOdd.telegramUrl.en-US | addressOfOtherHost, linkLeftOut | address=https://t.me@chat.example/; hosts=t.me",
	],
	[
		"appShell",
		"termsUrl",
		plain("https://clinic.example/terms"),
		"warning | appShellOdd.termsUrl.en-US | addressWithoutPage, linkLeftOut | address=https://clinic.example/terms",
	],
	...["//evil.example/extra", "extra"].map(
		(url): Mistake => [
			"appShell",
			"termsUrl",
			plain(url),
			`warning | appShellOdd.termsUrl.en-US | addressMalformed, linkLeftOut | address=${url}`,
		],
	),
	[
		"appShell",
		"termsUrl",
		plain("/withdraw"),
		"warning | appShellOdd.termsUrl.en-US | addressWithoutPage, linkLeftOut | address=/withdraw",
	],
	[
		"appShell",
		"whatsappUrl",
		{ ru: "https://wa.me/447700900123" },
		"warning | appShellOdd.whatsappUrl.en-US | valueInRussianOnly, russianOnly",
	],
	[
		"dnaTest-1",
		"price",
		plain("from 200 EUR"),
		"warning | dnaTest-1.price.en-US | priceUnreadable, shownAsIs | found=from 200 EUR",
	],
	["dnaTest-1", "price", plain(0), "severe | dnaTest-1.price.en-US | priceZero, fieldLeftOut"],
	[
		"consultation-1",
		"stripeProductId",
		{},
		"severe | consultation-1.stripeProductId.en-US | requiredEmpty, entryLeftOut",
		noOffers("consultations"),
	],
	["programmes", "programmes", {}, noOffers("programmes")],
	[
		"about",
		"title",
		{ "en-US": "Обо мне 1", ru: "About me" },
		"warning | aboutOdd.title.en-US | textInOtherScript, shownAsIs",
	],
	["approach", "approach", both("How we work"), "info | approachOdd.ru | textsSame, shownAsIs"],
	["about", "about", {}, "warning | aboutOdd | pageEmpty, shownAsIs"],
	[
		"about",
		"searchTitle",
		{ "en-US": "a".repeat(120), ru: "я".repeat(121) },
		"info | aboutOdd.searchTitle.ru | searchTextLong, textCut | length=121; best=60",
	],
	[
		"home",
		"hideFromSearch",
		plain(true),
		"warning | homeOdd.hideFromSearch.en-US | homeHidden, notFound",
	],
	[
		"appShell",
		"openingHours",
		text("Weekdays from nine"),
		"info | appShellOdd.openingHours.en-US | openingHoursUnreadable, shownAsIs",
	],
	[
		"appShell",
		"paymentNote",
		text("By card\uf8ff"),
		"info | appShellOdd.paymentNote.en-US + appShellOdd.paymentNote.ru | privateCharacters, wordsShown",
	],
	[
		"packages",
		"packages",
		{ "en-US": [entryLink("package-1")], ru: [entryLink("gone")] },
		noOffers("packages"),
		"warning | packagesOdd.packages.ru | listedEntryMissing, restShown | entry=gone",
	],
	[
		"consultation-1",
		"stripePaymentLink",
		{ ru: "https://pay.example/visit" },
		`severe | consultation-1.stripePaymentLink.ru | addressOfOtherHost, buttonLeftOut | address=https://pay.example/visit; ${stripe}`,
		"severe | consultation-1.stripePaymentLink | paymentLinkMissing, buttonLeftOut",
	],
];

test.each(mistakes)("an edit goes live beside %s.%s %j", (item, field, values, ...expected) => {
	const { snapshots, rows, faults } = joinChanged((content) => {
		content.set("appShell", "companyNumber", both("Edited."));
		content.set(item, field, values);
	});
	for (const { appShell } of Object.values(snapshots))
		expect(appShell.companyNumber).toEqual({ value: "Edited." });
	expect([rows, faults]).toEqual([expected, []]);
});

/** Changes of several fields, and rows that are worth knowing. */
test.each<[what: string, change: (content: TestContent) => unknown, rows: string[]]>([
	[
		"two reviews with one text",
		(content) => {
			content.add("review-2", { ...content.item("review-1").fields, name: text("Ann") });
			content.set("home", "reviews", plain(["review-1", "review-2"].map(entryLink)));
		},
		["info | homeOdd.reviews | reviewRepeated, shownAsIs | entry=review-2"],
	],
	[
		"two offers with one product",
		(content) => {
			const { fields } = content.item("consultation-1");
			content.add("consultation-2", { ...fields, title: text("Second visit") });
			const list = ["consultation-1", "consultation-2"].map(entryLink);
			content.set("consultations", "consultations", plain(list));
		},
		[
			"warning | consultation-1.stripeProductId + consultation-2.stripeProductId | productRepeated, priceShown | product=prod_consultation; price=£65.00",
		],
	],
	[
		"a missing payment link beside another mistake",
		(content) => {
			content.unset("consultation-1", "stripePaymentLink");
			content.set("consultation-1", "description", text("\uf0b7 We talk."));
		},
		[
			"severe | consultation-1.stripePaymentLink | paymentLinkMissing, buttonLeftOut",
			"info | consultation-1.description.en-US + consultation-1.description.ru | privateCharacters, wordsShown",
		],
	],
	[
		"a small photograph, but no drawing and none of unknown size",
		(content) => {
			for (const [page, name, image] of [
				["about", "small.jpg", { width: 714, height: 500 }],
				["consultations", "small.svg", { width: 714, height: 500 }],
				["newsletter", "unknown.jpg", undefined],
			] as const) {
				content.addAsset(name, name);
				Object.assign(Object(content.item(name).fields.file?.["en-US"]), { details: { image } });
				content.set(page, "cover", plain(assetLink(name)));
			}
		},
		["info | small.jpg.file | pictureSmall, pictureShown | width=714; wanted=715"],
	],
	[
		"a drawing as the share image",
		(content) => content.set("about", "shareImage", plain(assetLink("logo-1"))),
		["warning | logo-1.file | shareImageUnusable, nextPictureShared"],
	],
])("the report has %s", (_, change, rows) => {
	expect(joinChanged(change).rows).toEqual(rows);
});

test.each(["privacyPolicyMissing", "legalNameMissing", "postalAddressMissing"] as const)(
	"the owner's page explains %s",
	async (code) => {
		const [problem] = findings[code]["en-US"];
		expect(await readFile("docs/owner.md", "utf8")).toContain(`| ${problem} |`);
	},
);

test.each<[defect: string, change: (content: TestContent) => unknown, faults: string[]]>([
	[
		"with faults in page entries",
		(content) => {
			content.set("appShell", "contactEmail", plain("not an address"));
			content.unset("appShell", "buyButton");
			content.set("home", "heroTitle", { "en-US": "Hero", ru: 42 });
			content.unpublish("about");
		},
		[
			"severe | appShellOdd.contactEmail.en-US | valueMistyped, nothingPublished | expected=email; found=not an address",
			"severe | appShellOdd.buyButton.en-US | requiredEmpty, nothingPublished",
			"severe | aboutOdd | entryAbsent, nothingPublished",
			"severe | homeOdd.heroTitle.ru | valueOfOtherType, nothingPublished | expected=text; found=42",
		],
	],
	[
		"whose home page is published in Russian only",
		(content) => {
			content.item("home").sys.fieldStatus = { "*": { ru: "published" } };
		},
		["severe | homeOdd | entryWithoutEnglish, nothingPublished"],
	],
	[
		"whose only programme has no price",
		({ prices }) =>
			prices.splice(
				prices.findIndex(({ product }) => product === "prod_programme"),
				1,
			),
		[
			"severe | programmesOdd.programmes | offersWithoutPrices, nothingPublished | products=prod_programme",
		],
	],
])("a space %s stops the build, with all faults", (_, change, faults) => {
	expect(joinChanged(change).faults).toEqual(faults);
});

test("a page whose entry is missing is not hidden from previews", () => {
	const { en, faults } = joinChanged((content) => content.delete("about"), { isPreview: true });
	expect(en.hidden).toEqual([]);
	expect(faults).toEqual(["severe | aboutOdd | entryAbsent, nothingPublished"]);
});

test("values that need no correction have no row", () => {
	const { en, ru, rows } = joinChanged((content) => {
		const english = " mailto:clinic@example.org?subject=Hello ";
		content.set("appShell", "contactEmail", { "en-US": english, ru: "<clinic@example.org>," });
		content.set("appShell", "whatsappUrl", plain(" https://wa.me/447700900123 "));
		content.set("appShell", "termsUrl", plain("http://CLINIC.example/About/#team"));
		content.set("appShell", "buyButton", text("Buy"));
		content.set("consultation-1", "duration", plain(60));
		content.set("dnaTest-1", "price", plain("from 1500"));
		const note = "НДС не облагается. Возврат в течение 14 дней. Отзывы присылают клиенты.";
		content.set("appShell", "paymentNote", { "en-US": "No VAT is charged.", ru: note });
		content.set("home", "heroAidList", both("one\n\n two \r\nthree\u2028four\n"));
		content.set("home", "reviews", plain([entryLink("review-1"), entryLink("review-1")]));
	});
	for (const { appShell, home } of [en, ru]) {
		expect(appShell.contactEmail).toBe("clinic@example.org");
		expect(home.heroAidList.map(({ value }) => value)).toEqual(["one", "two", "three", "four"]);
	}
	expect(ru.consultations.consultations[0]?.duration).toEqual({ value: "60" });
	expect(ru.appShell).toMatchObject({
		whatsappUrl: "https://wa.me/447700900123",
		termsUrl: "https://clinic.example/ru/about#team",
	});
	expect(rows).toEqual([]);
});

test.each([
	["2999-12-31", true],
	["2999-12-31T00:00+00:00", true],
	["2020-02-29", false],
])("with the last day %s, the announcement is shown: %j", (day, isShown) => {
	const { en, ru, rows } = joinChanged((content) => {
		content.set("appShell", "announcement", both("Closed until January."));
		content.set("appShell", "announcementUntil", plain(day));
	});
	const found = [en, ru].map(({ appShell }) => appShell.announcement !== undefined);
	expect([found, rows]).toEqual([[isShown, isShown], []]);
});

test("a heading in an announcement becomes a paragraph", () => {
	const { en } = joinChanged((content) => {
		const heading = node("heading-2", ["Closed"]);
		content.set("appShell", "announcement", plain(node("document", [heading])));
	});
	const content = [{ type: "text", value: "Closed" }];
	expect(en.appShell.announcement?.blocks).toEqual([{ type: "paragraph", content }]);
});

test.each([
	[plain("focus: bottom"), "bottom"],
	[plain(" FOCUS:Center\nTwo women at a table"), "centre"],
	[{ "en-US": "Two women", ru: "focus: top left\u2028Две женщины" }, "top left"],
	[plain("Two women. focus: top"), undefined],
])("the description %j has the focus %s in both languages", (description, focus) => {
	const { en, ru, rows } = joinChanged((content) =>
		content.set("logo-1", "description", description),
	);
	const focuses = [en, ru].map(({ navigation }) => navigation.logo?.focus);
	expect([focuses, rows]).toEqual([[focus, focus], []]);
});
