import { expect, test } from "vitest";
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
	plain,
	type TestContent,
	text,
} from "./testContent.ts";

/** Mistake of an editor, with the severity and the place of its row, such as `severe | review-2.name.en-US`. */
type Mistake = [mistake: string, row: string, make: (content: TestContent) => unknown];

const [visit, second] = [listIds.consultation, "visit-2"];

/** Text of an edit without a mistake, which every page shows. */
const edit = "Edited.";

function createEditedContent(): TestContent {
	const content = createCompleteContent();
	content.set("appShell", "legal", text(edit));
	content.addAsset("photo");
	content.set("about", "cover", plain(assetLink("photo")));
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

type Charges = Parameters<TestContent["charge"]>[1];

const createChargeMistake = (
	mistake: string,
	items: Charges,
	more: Partial<DemoPaymentLink> = {},
): Mistake => [
	mistake,
	`severe | ${visit}.stripePaymentLink.en-US`,
	(content) => content.charge("https://buy.stripe.com/visit", items, more),
];
const createMonthlyChargeMistake = (mistake: string, items: Charges): Mistake => [
	mistake,
	`severe | ${listIds.package}.stripeMonthlyPaymentLink.en-US`,
	(content) => content.charge("https://buy.stripe.com/monthly", items),
];

/** Payment links that charge something else than the price. offers.test.ts tests links of other accounts and hosts. */
const paymentLinks: Mistake[] = [
	createChargeMistake("switches a payment link off", [{ amount: 6500 }], { active: false }),
	createChargeMistake("changes a price and not its payment link", [{ amount: 4000 }]),
	createChargeMistake("takes another currency", [{ amount: 6500, currency: "eur" }]),
	createChargeMistake("sells a second thing", [{ amount: 6500 }, { amount: 250 }]),
	// Stripe lists ten of the eleven, which together charge the price.
	createChargeMistake("sells many things", Array(11).fill({ amount: 650 })),
	createChargeMistake("lets the payer choose the amount", [{ amount: 6500, custom: true }]),
	createChargeMistake("charges every month", [{ amount: 6500, recurring: month }]),
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
const createPriceMistake = (mistake: string, changes: Record<string, unknown>): Mistake => [
	mistake,
	`severe | ${second}.stripeProductId`,
	(content) => Object.assign(content.prices.at(-1) ?? {}, changes),
];

const prices: Mistake[] = [
	createPriceMistake("archives a price", { active: false }),
	createPriceMistake("lets the payer choose the price", { unit_amount: null }),
	createPriceMistake("gives a product only a monthly price", { type: "recurring" }),
	[
		"leaves the product empty",
		`severe | ${second}.stripeProductId.en-US`,
		(content) => content.set(second, "stripeProductId", {}),
	],
];

const heic = { "phone.heic": "\0\0\0\x18ftypheic\0\0\0\0mif1heic" };

/** Mistakes with pictures. scripts/pull/media/media.test.ts tests damaged files. */
const pictures: Mistake[] = [
	[
		"uploads a picture in a telephone's own format (HEIC)",
		"warning | photo.file",
		(content) => {
			content.delete("photo");
			content.addAsset("photo", "phone.heic");
		},
	],
	[
		"saves a picture without a file",
		"warning | photo.file",
		(content) => content.set("photo", "file", {}),
	],
	[
		"forgets to publish a picture",
		`warning | ${ids.about}.cover.en-US`,
		(content) => content.unpublish("photo"),
	],
];

const createNameMistake = (mistake: string, values: Record<string, unknown>): Mistake => [
	mistake,
	"severe | review-2.name.en-US",
	(content) => content.set("review-2", "name", values),
];

const entries: Mistake[] = [
	createNameMistake("leaves nothing but spaces in a required field", both(" ")),
	createNameMistake("fills in a required field in Russian only", { ru: "Боб" }),
	createNameMistake("enters a number where a text belongs", plain(7)),
	[
		"enters a social media link without https://",
		`severe | ${listIds.socialLink}.url.en-US`,
		(content) => content.set(listIds.socialLink, "url", plain("www.social.example")),
	],
	[
		"puts an entry into the list of another kind",
		"severe | review-2.brandName.en-US",
		(content) => content.set("functionalTests", "dnaTests", plain([entryLink("review-2")])),
	],
	[
		"forgets to publish an entry of a list",
		`warning | ${ids.home}.reviews.en-US`,
		(content) => content.unpublish("review-2"),
	],
	[
		"empties the list of what a page sells",
		`severe | ${ids.programmes}.programmes.en-US`,
		(content) => content.set("programmes", "programmes", {}),
	],
];

/** Lists of mistakes. A test combines the nth mistakes of all lists, so these mistakes must affect different fields. */
const mistakes = [paymentLinks, prices, pictures, entries];

const listPlaces = (report: ReportRow[]) =>
	report
		.map(({ severity, entry, field, locale }) =>
			[severity, [entry, field, locale].filter(Boolean).join(".")].join(" | "),
		)
		.sort();

test.each(paymentLinks.map(([mistake], index) => ({ mistake, index })))(
	"an edit goes live although an editor $mistake",
	async ({ index }) => {
		const content = createEditedContent();
		const made = mistakes.flatMap((list) => {
			const mistake = list[index];
			return mistake ? [mistake] : [];
		});
		for (const [, , make] of made) make(content);
		const { snapshots, report } = await pullFrom(content, { files: heic });
		for (const { appShell } of Object.values(snapshots))
			expect(JSON.stringify(appShell.legal)).toContain(edit);
		expect(listPlaces(report)).toEqual(made.map(([, row]) => row).sort());
	},
);

test("a mistake that stops the build leaves the last version", async () => {
	const content = createEditedContent();
	content.unpublish("review-2");
	const site = await startSite(await startServices(content));
	for (const page of pagePaths) expect(await site.read(page), page).toContain(edit);
	expect(listPlaces(await site.readReport())).toEqual([`warning | ${ids.home}.reviews.en-US`]);
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
