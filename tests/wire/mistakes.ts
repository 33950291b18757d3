import type { PageEntryName } from "../../content/model.ts";
import type { DemoPaymentLink } from "../../demo/prices.ts";
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

export type Mistake = {
	/** Description of the mistake. */
	mistake: string;
	/** Severity and place of the mistake in the build report, such as `severe | review-2.name.en-US`. */
	row: string;
	make: (content: TestContent) => unknown;
};

const [visit, second] = [listIds.consultation, "visit-2"];

export function createEditedContent(): TestContent {
	const content = createCompleteContent();
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

const createMistake = (mistake: string, row: string, make: Mistake["make"]): Mistake => ({ mistake, row, make });

function createEntryMistake(row: string, mistake: string, values: Record<string, unknown>): Mistake {
	const [severity, place = ""] = row.split(" ");
	const [id = "", field = "", ...locale] = place.split(".");
	const reportedPlace = [ids[id as PageEntryName] ?? id, field, ...locale].join(".");
	return createMistake(mistake, `${severity} | ${reportedPlace}`, (content) => content.set(id, field, values));
}

const english = (piece: ReturnType<typeof node>) => ({ "en-US": paragraph(piece), ru: "О нас" });
const linkTo = (uri: string) => node("hyperlink", [textNode("see here")], { uri });
const linkedEntry = (id: string) => node("entry-hyperlink", [textNode("see here")], { target: entryLink(id) });
const linkedFile = (id: string) => node("asset-hyperlink", [textNode("see here")], { target: assetLink(id) });

const inText = `warning | ${ids.about}.about.en-US`;
const createTextMistake = (
	mistake: string,
	piece: ReturnType<typeof node>,
	make: Mistake["make"] = () => {},
	row = inText,
) =>
	createMistake(mistake, row, (content) => {
		make(content);
		content.set("about", "about", english(piece));
	});
const addReview = (id: string) => (content: TestContent) => content.add(id, { name: text("Cy"), review: text("Good") });

const links: Mistake[] = [
	createTextMistake("links to a page that does not exist", linkTo("/gone")),
	createTextMistake("links to a section that is not shown any more", linkTo("/consultations#gone")),
	createTextMistake("links to a place that the page does not have", linkTo("#x")),
	createTextMistake("pastes a script as a link", linkTo("javascript:alert(1)")),
	createEntryMistake("warning about.about.ru", "links to a page that does not exist, in Russian alone", {
		"en-US": "Who we are",
		ru: paragraph(linkTo("/ru/gone")),
	}),
	createEntryMistake(
		"warning faq-1.answer.en-US",
		"links to a page that does not exist, in an answer",
		english(linkTo("/a")),
	),
	createTextMistake("links to an entry that was deleted", linkedEntry("deleted")),
	createTextMistake("links to an entry that is still a draft", linkedEntry("draft"), (content) => {
		addReview("draft")(content);
		content.unpublish("draft");
	}),
	createTextMistake("links to an entry that stands on no page", linkedEntry("alone"), addReview("alone")),
	createTextMistake("links to a file that was deleted", linkedFile("deleted")),
	createTextMistake(
		"embeds an entry in a text",
		node("embedded-entry-inline", [], { target: entryLink(listIds.review) }),
	),
];

const visitRow = `severe | ${visit}.stripePaymentLink.en-US`;
type Charges = Parameters<TestContent["charge"]>[1];

const createChargeMistake = (mistake: string, items: Charges, more: Partial<DemoPaymentLink> = {}) =>
	createMistake(mistake, visitRow, (content) => content.charge("https://buy.stripe.com/visit", items, more));
const createMonthlyChargeMistake = (mistake: string, items: Charges) =>
	createMistake(mistake, `severe | ${listIds.package}.stripeMonthlyPaymentLink.en-US`, (content) =>
		content.charge("https://buy.stripe.com/monthly", items),
	);
const createAddressMistake = (mistake: string, address: string) =>
	createEntryMistake(`severe ${visit}.stripePaymentLink.en-US`, mistake, plain(address));

const paymentLinks: Mistake[] = [
	createChargeMistake("switches a payment link off", [{ amount: 6500 }], { active: false }),
	createChargeMistake("changes a price and not its payment link", [{ amount: 4000 }]),
	createChargeMistake("makes a payment link in another currency", [{ amount: 6500, currency: "eur" }]),
	createChargeMistake("puts a second thing into a payment link", [{ amount: 6500 }, { amount: 250 }]),
	// Stripe lists ten of the eleven, which together charge the price.
	createChargeMistake("makes a payment link for many things", Array(11).fill({ amount: 650 })),
	createChargeMistake("lets the payer choose the amount", [{ amount: 6500, custom: true }]),
	createChargeMistake("charges a single consultation every month", [{ amount: 6500, recurring: month }]),
	createMonthlyChargeMistake("charges an instalment only once", [{ amount: 8500 }]),
	createMonthlyChargeMistake("charges the whole price every month", [{ amount: 49500, recurring: month }]),
	createMistake("enters a payment link that Stripe does not know", visitRow, (content) =>
		content.foreignLinks.add("https://buy.stripe.com/visit"),
	),
	createAddressMistake("enters a payment link of another shop", "https://pay.example/visit"),
	createAddressMistake("enters a payment link of Stripe's test mode", "https://buy.stripe.com/test_visit"),
	createAddressMistake("leaves the payment link empty", ""),
	createEntryMistake(`severe ${visit}.stripePaymentLink.ru`, "enters a wrong payment link in Russian alone", {
		"en-US": "https://buy.stripe.com/visit",
		ru: "https://pay.example/a",
	}),
];

type Changes = Record<string, unknown>;
/** Creates a mistake that an editor makes in Stripe, in the price or product of the second consultation. */
const createPriceMistake = (mistake: string, price: Changes, product: Changes = {}) =>
	createMistake(mistake, `severe | ${second}.stripeProductId`, (content) => {
		Object.assign(content.prices.at(-1) ?? {}, price);
		Object.assign(content.products.at(-1) ?? {}, product);
	});

const prices: Mistake[] = [
	createPriceMistake("archives a price", { active: false }),
	createPriceMistake("archives a product", {}, { active: false }),
	createPriceMistake("deletes a product", {}, { id: "prod_other" }),
	createPriceMistake("sets a price to nothing", { unit_amount: 0 }),
	createPriceMistake("lets the payer choose the price", { unit_amount: null }),
	createPriceMistake("gives a product a monthly price alone", { type: "recurring" }),
	createEntryMistake("severe visit-2.stripeProductId", "mistypes the product in an entry", plain("prod_secnod")),
	createEntryMistake("severe visit-2.stripeProductId.en-US", "leaves the product empty in an entry", {}),
	createMistake("leaves an old price beside the new one", `info | ${second}.stripeProductId`, (content) =>
		content.sell("prod_second", 4000, { created: 1_600_000_000 }),
	),
];

export const spoiltFiles: Record<string, Buffer | string> = {
	// An animation with two frames.
	"moving.gif": Buffer.from(
		"R0lGODlhAQABAIAAAAAAAP///yH5BAAKAAAALAAAAAABAAEAAAICRAEAIfkEAAoAAAAsAAAAAAEAAQAAAgJEAQA7",
		"base64",
	),
	"phone.heic": "\0\0\0\x18ftypheic\0\0\0\0mif1heic",
	"torn.svg": '<svg xmlns="http://www.w3.org/2000/svg"><path>',
};

const createFileMistake = (mistake: string, fileName: string, severity = "warning") =>
	createMistake(mistake, `${severity} | photo.file`, (content) => {
		content.delete("photo");
		content.addAsset("photo", fileName);
	});
const pictures: Mistake[] = [
	createFileMistake("uses a picture whose file is gone", "gone.jpg", "severe"),
	createFileMistake("uses a PDF file as a picture", "leaflet.pdf"),
	createFileMistake("uploads a picture in a telephone's own format (HEIC)", "phone.heic"),
	createFileMistake("uploads a damaged picture", "broken.jpg"),
	createFileMistake("uploads a picture that moves", "moving.gif"),
	createFileMistake("uploads a drawing (SVG) that is damaged", "torn.svg"),
	createEntryMistake("warning photo.file", "saves a picture without a file", {}),
	createEntryMistake("info photo.title", "gives a picture no title", {}),
	createMistake("forgets to publish a picture", `warning | ${ids.about}.cover.en-US`, (content) =>
		content.unpublish("photo"),
	),
	createEntryMistake("warning about.cover.en-US", "deletes a picture that is in use", plain(assetLink("gone"))),
	createEntryMistake(
		"severe socialLink-1.logo.en-US",
		"deletes the logo of a social media link",
		plain(assetLink("gone")),
	),
];

const entries: Mistake[] = [
	createEntryMistake("severe review-2.name.en-US", "leaves a required field of a list entry empty", {}),
	createEntryMistake("severe review-2.name.en-US", "leaves nothing but spaces in a required field", both(" ")),
	createEntryMistake("severe review-2.name.en-US", "fills in a required field of a list entry in Russian alone", {
		ru: "Боб",
	}),
	createEntryMistake("severe review-2.name.en-US", "enters a number where a text belongs", plain(7)),
	createEntryMistake("severe faq-1.answer.en-US", "imports a list entry whose formatted text is malformed", {
		"en-US": { nodeType: "document" },
		ru: "Да",
	}),
	createEntryMistake(
		"severe socialLink-1.url.en-US",
		"enters a social media link without https://",
		plain("www.social.example"),
	),
	createMistake("puts an entry into the list of another kind", "severe | review-2.brandName.en-US", (content) =>
		content.set("functionalTests", "dnaTests", plain([entryLink("review-2")])),
	),
	createMistake("publishes a commitment with nothing in it", "warning | commitment-1.en-US", (content) =>
		content.unset(listIds.commitment, "label"),
	),
	createEntryMistake(
		"warning home.reviews.en-US",
		"deletes an entry that is in a list",
		plain([entryLink(listIds.review), entryLink("deleted")]),
	),
	createMistake("forgets to publish an entry of a list", `warning | ${ids.home}.reviews.en-US`, (content) =>
		content.unpublish("review-2"),
	),
	createEntryMistake("severe programmes.programmes.en-US", "empties the list of what a page sells", {}),
	createEntryMistake("warning about.title.ru", "forgets the Russian text", plain("About")),
	createEntryMistake(
		"severe about.about.en-US",
		"imports a picture where a page has its text",
		plain(assetLink("photo")),
	),
	createEntryMistake("info about.toString", "fills in a field that the site does not know", text("Note")),
	createEntryMistake("warning dnaTest-1.url.en-US", "enters an address without https://", plain("www.dna.example")),
	createEntryMistake(
		"warning newsletter.privacyPolicyUrl.en-US",
		"enters an e-mail address for the privacy policy",
		plain("mailto:clinic@example.org"),
	),
	createEntryMistake("severe review-2.name.en-US", "leaves a mark of direction in a required field", both("\u200e")),
];

/** Lists of mistakes. A test combines the nth mistakes of all lists, so these mistakes must affect different fields. */
export const mistakes = [links, paymentLinks, prices, pictures, entries];
