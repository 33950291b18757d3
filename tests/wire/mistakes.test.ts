import { expect, test } from "vitest";
import type { PageEntryName } from "../../content/model.ts";
import type { DemoPaymentLink } from "../../demo/prices.ts";
import type { ReportRow } from "../../environment/site.ts";
import { pagePaths, startSite } from "./liveSite.ts";
import { pullFrom, startServices } from "./services.ts";
import {
	assetLink,
	both,
	createCompleteContent,
	entryLink,
	ids,
	linkPair,
	listIds,
	month,
	node,
	paragraph,
	plain,
	type TestContent,
	text,
	textNode,
} from "./testContent.ts";

type Mistake = {
	/** Description of the mistake. */
	mistake: string;
	/** Severity and place of the mistake in the build report, such as `severe | review-2.name.en-US`. */
	row: string;
	make: (content: TestContent) => unknown;
};

const [visit, second] = [listIds.consultation, "visit-2"];

/** Text of an edit without a mistake, which every page shows. */
const edit = "Edited.";

function createEditedContent(): TestContent {
	const content = createCompleteContent();
	content.set("appShell", "legal", text(edit));
	content.addAsset("photo");
	content.set("about", "cover", plain(assetLink("photo")));
	content.set("about", "about", text("Who we are"));
	content.add("review-2", { name: text("Bob"), review: text("Fine") });
	content.set("home", "reviews", plain([entryLink(listIds.review), entryLink("review-2")]));
	content.add(second, {
		title: text("Second visit"),
		stripeProductId: plain("prod_second"),
		stripePaymentLink: linkPair("https://buy.stripe.com/second"),
	});
	content.set("consultations", "consultations", plain([entryLink(visit), entryLink(second)]));
	content.sell("prod_second", 4500);
	content.set(listIds.package, "stripeMonthlyPaymentLink", plain("https://buy.stripe.com/monthly"));
	return content;
}

const createMistake = (mistake: string, row: string, make: Mistake["make"]): Mistake => ({
	mistake,
	row,
	make,
});

function createEntryMistake(
	row: string,
	mistake: string,
	values: Record<string, unknown>,
): Mistake {
	const [severity, place = ""] = row.split(" ");
	const [id = "", field = "", ...locale] = place.split(".");
	const reportedPlace = [ids[id as PageEntryName] ?? id, field, ...locale].join(".");
	return createMistake(mistake, `${severity} | ${reportedPlace}`, (content) =>
		content.set(id, field, values),
	);
}

const english = (piece: ReturnType<typeof node>) => ({ "en-US": paragraph(piece), ru: "О нас" });
const linkedEntry = (id: string) =>
	node("entry-hyperlink", [textNode("see here")], { target: entryLink(id) });
const linkedFile = (id: string) =>
	node("asset-hyperlink", [textNode("see here")], { target: assetLink(id) });

/** Mistakes in links of texts. links.test.ts tests links to pages. */
const links: Mistake[] = [
	createEntryMistake(
		"warning about.about.en-US",
		"links to an entry that was deleted",
		english(linkedEntry("deleted")),
	),
	createMistake(
		"links to an entry that is still a draft",
		`warning | ${ids.about}.about.en-US`,
		(content) => {
			content.add("draft", { name: text("Cy"), review: text("Good") });
			content.unpublish("draft");
			content.set("about", "about", english(linkedEntry("draft")));
		},
	),
	createEntryMistake(
		"warning about.about.en-US",
		"links to a file that was deleted",
		english(linkedFile("deleted")),
	),
];

const visitRow = `severe | ${visit}.stripePaymentLink.en-US`;
type Charges = Parameters<TestContent["charge"]>[1];

const createChargeMistake = (
	mistake: string,
	items: Charges,
	more: Partial<DemoPaymentLink> = {},
) =>
	createMistake(mistake, visitRow, (content) =>
		content.charge("https://buy.stripe.com/visit", items, more),
	);
const createMonthlyChargeMistake = (mistake: string, items: Charges) =>
	createMistake(mistake, `severe | ${listIds.package}.stripeMonthlyPaymentLink.en-US`, (content) =>
		content.charge("https://buy.stripe.com/monthly", items),
	);
/** Payment links that charge something else than the price. offers.test.ts tests links of other accounts and hosts. */
const paymentLinks: Mistake[] = [
	createChargeMistake("switches a payment link off", [{ amount: 6500 }], { active: false }),
	createChargeMistake("changes a price and not its payment link", [{ amount: 4000 }]),
	createChargeMistake("makes a payment link in another currency", [
		{ amount: 6500, currency: "eur" },
	]),
	createChargeMistake("puts a second thing into a payment link", [
		{ amount: 6500 },
		{ amount: 250 },
	]),
	// Stripe lists ten of the eleven, which together charge the price.
	createChargeMistake("makes a payment link for many things", Array(11).fill({ amount: 650 })),
	createChargeMistake("lets the payer choose the amount", [{ amount: 6500, custom: true }]),
	createChargeMistake("charges a single consultation every month", [
		{ amount: 6500, recurring: month },
	]),
	createMonthlyChargeMistake("charges an instalment only once", [{ amount: 8500 }]),
	createMonthlyChargeMistake("charges the whole price every month", [
		{ amount: 49500, recurring: month },
	]),
	createMonthlyChargeMistake("charges nothing every month", [{ amount: 0, recurring: month }]),
	createMonthlyChargeMistake("charges a first payment beside the instalment", [
		{ amount: 5000 },
		{ amount: 8500, recurring: month },
	]),
	createMonthlyChargeMistake("charges something every year beside the instalment", [
		{ amount: 8500, recurring: month },
		{ amount: 2000, recurring: { interval: "year", interval_count: 1 } },
	]),
];

/** Creates a mistake that an editor makes in Stripe, in the price of the second consultation. */
const createPriceMistake = (mistake: string, changes: Record<string, unknown>) =>
	createMistake(mistake, `severe | ${second}.stripeProductId`, (content) =>
		Object.assign(content.prices.at(-1) ?? {}, changes),
	);

const prices: Mistake[] = [
	createPriceMistake("archives a price", { active: false }),
	createPriceMistake("lets the payer choose the price", { unit_amount: null }),
	createPriceMistake("gives a product only a monthly price", { type: "recurring" }),
	createEntryMistake(
		"severe visit-2.stripeProductId.en-US",
		"leaves the product empty in an entry",
		{},
	),
];

const spoiltFiles: Record<string, Buffer | string> = {
	// An animation with two frames.
	"moving.gif": Buffer.from(
		"R0lGODlhAQABAIAAAAAAAP///yH5BAAKAAAALAAAAAABAAEAAAICRAEAIfkEAAoAAAAsAAAAAAEAAQAAAgJEAQA7",
		"base64",
	),
	"phone.heic": "\0\0\0\x18ftypheic\0\0\0\0mif1heic",
};

const createFileMistake = (mistake: string, fileName: string) =>
	createMistake(mistake, "warning | photo.file", (content) => {
		content.delete("photo");
		content.addAsset("photo", fileName);
	});

/** Mistakes with pictures. scripts/pull/media/media.test.ts tests damaged files. */
const pictures: Mistake[] = [
	createFileMistake("uploads a picture in a telephone's own format (HEIC)", "phone.heic"),
	createFileMistake("uploads a picture that moves", "moving.gif"),
	createEntryMistake("warning photo.file", "saves a picture without a file", {}),
	createMistake("forgets to publish a picture", `warning | ${ids.about}.cover.en-US`, (content) =>
		content.unpublish("photo"),
	),
	createEntryMistake(
		"warning about.cover.en-US",
		"deletes a picture that is in use",
		plain(assetLink("gone")),
	),
	createEntryMistake(
		"severe socialLink-1.logo.en-US",
		"deletes the logo of a social media link",
		plain(assetLink("gone")),
	),
];

const entries: Mistake[] = [
	createEntryMistake(
		"severe review-2.name.en-US",
		"leaves a required field of a list entry empty",
		{},
	),
	createEntryMistake(
		"severe review-2.name.en-US",
		"leaves nothing but spaces in a required field",
		both(" "),
	),
	createEntryMistake(
		"severe review-2.name.en-US",
		"fills in a required field of a list entry in Russian only",
		{
			ru: "Боб",
		},
	),
	createEntryMistake(
		"severe review-2.name.en-US",
		"enters a number where a text belongs",
		plain(7),
	),
	createEntryMistake(
		"severe faq-1.answer.en-US",
		"imports a list entry whose formatted text is malformed",
		{
			"en-US": { nodeType: "document" },
			ru: "Да",
		},
	),
	createEntryMistake(
		"severe socialLink-1.url.en-US",
		"enters a social media link without https://",
		plain("www.social.example"),
	),
	createMistake(
		"puts an entry into the list of another kind",
		"severe | review-2.brandName.en-US",
		(content) => content.set("functionalTests", "dnaTests", plain([entryLink("review-2")])),
	),
	createEntryMistake(
		"warning home.reviews.en-US",
		"deletes an entry that is in a list",
		plain([entryLink(listIds.review), entryLink("deleted")]),
	),
	createMistake(
		"forgets to publish an entry of a list",
		`warning | ${ids.home}.reviews.en-US`,
		(content) => content.unpublish("review-2"),
	),
	createEntryMistake(
		"severe programmes.programmes.en-US",
		"empties the list of what a page sells",
		{},
	),
	createEntryMistake(
		"info about.toString",
		"fills in a field that the site does not know",
		text("Note"),
	),
	createEntryMistake(
		"warning dnaTest-1.url.en-US",
		"enters an address without https://",
		plain("www.dna.example"),
	),
];

/** Lists of mistakes. A test combines the nth mistakes of all lists, so these mistakes must affect different fields. */
const mistakes = [links, paymentLinks, prices, pictures, entries];

const listPlaces = (report: ReportRow[]) =>
	report.map(({ severity, entry, field, locale }) =>
		[severity, [entry, field, locale].filter(Boolean).join(".")].join(" | "),
	);

/** Makes the nth mistakes of all lists. Returns the places that the report must name. */
function makeMistakes(content: TestContent, round: number): string[] {
	const made = mistakes.flatMap((list) => list[round] ?? []);
	for (const { make } of made) make(content);
	return made.map(({ row }) => row).sort();
}

const rounds = Array.from(
	{ length: Math.max(...mistakes.map(({ length }) => length)) },
	(_, round) => round,
);

test.each(rounds)(
	"a correct edit is pulled, and one row reports each mistake (round %i)",
	async (round) => {
		const content = createEditedContent();
		const expected = makeMistakes(content, round);
		const { snapshots, report } = await pullFrom(content, { files: spoiltFiles });
		for (const { appShell } of Object.values(snapshots))
			expect(JSON.stringify(appShell.legal)).toContain(edit);
		expect(listPlaces(report).sort()).toEqual(expected);
	},
);

test("a correct edit is live on every page despite five mistakes, and stays live during a mistake that stops the build", async () => {
	const content = createEditedContent();
	const expected = makeMistakes(content, 0);
	const site = await startSite(await startServices(content, { files: spoiltFiles }));
	for (const page of pagePaths) expect(await site.read(page), page).toContain(edit);
	expect(listPlaces(await site.readReport()).sort()).toEqual(expected);
	const live = await site.readLiveId();
	content.unpublish(ids.about);
	const fault = `Entry "${ids.about}": About page is missing`;
	expect(await site.publish()).toMatchObject({
		status: "failed",
		reason: [expect.stringContaining(fault)],
	});
	expect(await site.readLiveId()).toBe(live);
	Object.assign(content, createEditedContent());
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await site.readReport()).toEqual([]);
});
