import type { PageEntryName } from "../../content/model.ts";
import type { DemoPaymentLink } from "../../demo/prices.ts";
import {
	assetLink,
	both,
	createCompleteContent,
	entryLink,
	ids,
	listIds,
	month,
	node,
	paragraph,
	plain,
	type TestContent,
	text,
	textNode,
} from "./content.ts";

/** A mistake of an editor, made in a `practice`. */
export type Mistake = {
	/** What the editor did, in plain words. */
	mistake: string;
	/** The one row of the report: its severity, and the entry or asset with field and language. */
	row: string;
	make: (content: TestContent) => unknown;
};

const [visit, second] = [listIds.consultation, "visit-2"];

/** A whole content with a second one of what a page must not be without, and a picture and a text for editors to spoil. */
export function practice(): TestContent {
	const content = createCompleteContent();
	content.addAsset("photo");
	content.set("about", "cover", plain(assetLink("photo")));
	content.set("about", "about", text("Who we are"));
	content.add("review-2", { name: text("Bob"), review: text("Fine") });
	content.set("home", "reviews", plain([entryLink(listIds.review), entryLink("review-2")]));
	content.add(second, {
		title: text("Second visit"),
		stripeProductId: plain("prod_second"),
		stripePaymentLink: plain("https://buy.stripe.com/second"),
	});
	content.set("consultations", "consultations", plain([entryLink(visit), entryLink(second)]));
	content.sell("prod_second", 4500);
	content.set(listIds.package, "stripeMonthlyPaymentLink", plain("https://buy.stripe.com/monthly"));
	return content;
}

const made = (mistake: string, row: string, make: Mistake["make"]): Mistake => ({ mistake, row, make });

/** A field that is given a value which is wrong in one place, such as "severe about.title.ru". */
function entered(row: string, mistake: string, values: Record<string, unknown>): Mistake {
	const [severity, place = ""] = row.split(" ");
	const [id = "", field = "", ...locale] = place.split(".");
	const found = [ids[id as PageEntryName] ?? id, field, ...locale].join(".");
	return made(mistake, `${severity} | ${found}`, (content) => content.set(id, field, values));
}

/** Formatted text in English alone, so that one place is wrong. */
const english = (piece: ReturnType<typeof node>) => ({ "en-US": paragraph(piece), ru: "О нас" });
const linkTo = (uri: string) => node("hyperlink", [textNode("see here")], { uri });
const linkedEntry = (id: string) => node("entry-hyperlink", [textNode("see here")], { target: entryLink(id) });
const linkedFile = (id: string) => node("asset-hyperlink", [textNode("see here")], { target: assetLink(id) });

const inText = `warning | ${ids.about}.about.en-US`;
const written = (mistake: string, piece: ReturnType<typeof node>, make: Mistake["make"] = () => {}, row = inText) =>
	made(mistake, row, (content) => {
		make(content);
		content.set("about", "about", english(piece));
	});
const addReview = (id: string) => (content: TestContent) => content.add(id, { name: text("Cy"), review: text("Good") });
const addPage = (content: TestContent) => content.addAsset("page", "page.pdf");

// links.test.ts has every sort of address.
const links: Mistake[] = [
	written("links to a page that does not exist", linkTo("/gone")),
	written("links to a section that is not shown any more", linkTo("/consultations#gone")),
	written("links to a place that the page does not have", linkTo("#x")),
	written("pastes a script as a link", linkTo("javascript:alert(1)")),
	entered("warning about.about.ru", "links to a page that does not exist, in Russian alone", {
		"en-US": "Who we are",
		ru: paragraph(linkTo("/ru/gone")),
	}),
	entered("warning faq-1.answer.en-US", "links to a page that does not exist, in an answer", english(linkTo("/a"))),
	written("links to an entry that was deleted", linkedEntry("deleted")),
	written("links to an entry that is still a draft", linkedEntry("draft"), (content) => {
		addReview("draft")(content);
		content.unpublish("draft");
	}),
	written("links to an entry that stands on no page", linkedEntry("alone"), addReview("alone")),
	written("links to a file that was deleted", linkedFile("deleted")),
	written("embeds an entry in a text", node("embedded-entry-inline", [], { target: entryLink(listIds.review) })),
	written("links to a document whose file is something else", linkedFile("page"), addPage, "warning | page.file"),
];

const ofVisit = `severe | ${visit}.stripePaymentLink.en-US`;
type Charges = Parameters<TestContent["charge"]>[1];

/** What the payment link of a consultation charges. */
const charging = (mistake: string, items: Charges, more: Partial<DemoPaymentLink> = {}) =>
	made(mistake, ofVisit, (content) => content.charge("https://buy.stripe.com/visit", items, more));
/** What the monthly payment link of a package charges. */
const chargingMonthly = (mistake: string, items: Charges) =>
	made(mistake, `severe | ${listIds.package}.stripeMonthlyPaymentLink.en-US`, (content) =>
		content.charge("https://buy.stripe.com/monthly", items),
	);
/** An address that is entered as the payment link of a consultation. */
const paidAt = (mistake: string, address: string) =>
	entered(`severe ${visit}.stripePaymentLink.en-US`, mistake, plain(address));

// parsePaymentLink.test.ts has every sort of address.
const paymentLinks: Mistake[] = [
	charging("switches a payment link off", [{ amount: 6500 }], { active: false }),
	charging("changes a price and not its payment link", [{ amount: 4000 }]),
	charging("makes a payment link in another currency", [{ amount: 6500, currency: "eur" }]),
	charging("puts a second thing into a payment link", [{ amount: 6500 }, { amount: 250 }]),
	charging("makes a payment link for many things", Array(11).fill({ amount: 1 })),
	charging("lets the payer choose the amount", [{ amount: 6500, custom: true }]),
	charging("charges a single consultation every month", [{ amount: 6500, recurring: month }]),
	chargingMonthly("charges an instalment only once", [{ amount: 8500 }]),
	chargingMonthly("charges the whole price every month", [{ amount: 49500, recurring: month }]),
	made("enters a payment link that Stripe does not know", ofVisit, (content) =>
		content.foreignLinks.add("https://buy.stripe.com/visit"),
	),
	paidAt("enters a payment link of another shop", "https://pay.example/visit"),
	paidAt("enters a payment link of Stripe's test mode", "https://buy.stripe.com/test_visit"),
	paidAt("leaves the payment link empty", ""),
	entered(`severe ${visit}.stripePaymentLink.ru`, "enters a wrong payment link in Russian alone", {
		"en-US": "https://buy.stripe.com/visit",
		ru: "https://pay.example/a",
	}),
];

type Changes = Record<string, unknown>;
const ofSecond = `severe | ${second}.stripeProductId`;
/** What becomes of the second consultation's price, or of its product, in Stripe. */
const priced = (mistake: string, price: Changes, { row = ofSecond, product = {} as Changes } = {}) =>
	made(mistake, row, (content) => {
		Object.assign(content.prices.at(-1) ?? {}, price);
		Object.assign(content.products.at(-1) ?? {}, product);
	});

const prices: Mistake[] = [
	priced("archives a price", { active: false }),
	priced("archives a product", {}, { product: { active: false } }),
	priced("deletes a product", {}, { product: { id: "prod_other" } }),
	priced("sets a price to nothing", { unit_amount: 0 }),
	priced("lets the payer choose the price", { unit_amount: null }),
	priced("gives a product a monthly price alone", { type: "recurring" }),
	priced("sets a price in yen", { currency: "jpy" }, { row: `info | ${second}.stripeProductId` }),
	entered("severe visit-2.stripeProductId", "mistypes the product in an entry", plain("prod_secnod")),
	entered("severe visit-2.stripeProductId.en-US", "leaves the product empty in an entry", {}),
	made("leaves an old price beside the new one", `info | ${second}.stripeProductId`, (content) =>
		content.sell("prod_second", 4000, { created: 1_600_000_000 }),
	),
];

/** The files of the pictures below. */
export const spoiltFiles: Record<string, Buffer | string> = {
	// Of two frames.
	"moving.gif": Buffer.from(
		"R0lGODlhAQABAIAAAAAAAP///yH5BAAKAAAALAAAAAABAAEAAAICRAEAIfkEAAoAAAAsAAAAAAEAAQAAAgJEAQA7",
		"base64",
	),
	"phone.heic": "\0\0\0\x18ftypheic\0\0\0\0mif1heic",
	"torn.svg": '<svg xmlns="http://www.w3.org/2000/svg"><path>',
};

/** A file that takes the place of a picture's own. */
const uploaded = (mistake: string, fileName: string, severity = "warning") =>
	made(mistake, `${severity} | photo.file`, (content) =>
		Object.assign(content.item("photo").fields.file?.["en-US"], { fileName }),
	);
// scripts/pull/media has every sort of file.
const pictures: Mistake[] = [
	uploaded("uses a picture whose file is gone", "gone.jpg", "severe"),
	uploaded("uses a PDF file as a picture", "leaflet.pdf"),
	uploaded("uploads a picture in a telephone's own format (HEIC)", "phone.heic"),
	uploaded("uploads a damaged picture", "broken.jpg"),
	uploaded("uploads a picture that moves", "moving.gif"),
	uploaded("uploads a drawing (SVG) that is damaged", "torn.svg"),
	entered("warning photo.file", "saves a picture without a file", {}),
	entered("info photo.title", "gives a picture no title", {}),
	made("forgets to publish a picture", `warning | ${ids.about}.cover.en-US`, (content) => content.unpublish("photo")),
	entered("warning about.cover.en-US", "deletes a picture that is in use", plain(assetLink("gone"))),
	entered("severe socialLink-1.logo.en-US", "deletes the logo of a social media link", plain(assetLink("gone"))),
];

const entries: Mistake[] = [
	entered("severe review-2.name.en-US", "leaves a required field of a list entry empty", {}),
	entered("severe review-2.name.en-US", "leaves nothing but spaces in a required field", both(" ")),
	entered("severe review-2.name.en-US", "fills in a required field of a list entry in Russian alone", { ru: "Боб" }),
	entered("severe review-2.name.en-US", "enters a number where a text belongs", plain(7)),
	entered("severe faq-1.answer.en-US", "imports a list entry whose formatted text is malformed", {
		"en-US": { nodeType: "document" },
		ru: "Да",
	}),
	entered("severe socialLink-1.url.en-US", "enters a social media link without https://", plain("www.social.example")),
	made("puts an entry into the list of another kind", "severe | review-2.brandName.en-US", (content) =>
		content.set("functionalTests", "dnaTests", plain([entryLink("review-2")])),
	),
	made("publishes a commitment with nothing in it", "warning | commitment-1.en-US", (content) =>
		content.unset(listIds.commitment, "label"),
	),
	entered(
		"warning home.reviews.en-US",
		"deletes an entry that is in a list",
		plain([entryLink(listIds.review), entryLink("deleted")]),
	),
	made("forgets to publish an entry of a list", `warning | ${ids.home}.reviews.en-US`, (content) =>
		content.unpublish("review-2"),
	),
	entered("severe programmes.programmes.en-US", "empties the list of what a page sells", {}),
	entered("warning about.title.ru", "forgets the Russian text", plain("About")),
	entered("severe about.about.en-US", "imports a picture where a page has its text", plain(assetLink("photo"))),
	entered("info about.toString", "fills in a field that the site does not know", text("Note")),
	entered("info about.title.en-US", "pastes invisible characters along with a text", {
		"en-US": "Ab\u200bout\u202e",
		ru: "О нас",
	}),
	entered("warning dnaTest-1.url.en-US", "enters an address without https://", plain("www.dna.example")),
	entered(
		"warning newsletter.privacyPolicyUrl.en-US",
		"enters an e-mail address for the privacy policy",
		plain("mailto:clinic@example.org"),
	),
	entered("severe review-2.name.en-US", "leaves a mark of direction in a required field", both("\u200e")),
];

/** Every mistake that costs its own place and nothing else; those of one list are made one after another. */
export const mistakes = [links, paymentLinks, prices, pictures, entries];

/** Mistakes after which there is nothing right to show: the last version stays, and says so until they are mended. */
export const stoppingMistakes: (Omit<Mistake, "row"> & { told: string })[] = [
	{
		mistake: "unpublishes one of the page entries",
		told: `Entry "${ids.about}": About page is missing`,
		make: (content) => content.unpublish(ids.about),
	},
	{
		mistake: "leaves a required field of a page entry empty",
		told: `Entry "${ids.about}", field "title", en-US: the required field is empty`,
		make: (content) => content.unset("about", "title"),
	},
	{
		mistake: "enters something else than an e-mail address for the practice",
		told: `Entry "${ids.appShell}", field "contactEmail", en-US: expected an e-mail address`,
		make: (content) => content.set("appShell", "contactEmail", plain("write to us")),
	},
	{
		mistake: "archives every price of a page",
		told: `Entry "${ids.programmes}", field "programmes": its product has no price in Stripe`,
		make: (content) => {
			for (const price of content.prices) if (price.product === "prod_sleep") price.active = false;
		},
	},
];
