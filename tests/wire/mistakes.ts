import type { PaymentLink } from "../../demo/prices.ts";
import {
	assetLink,
	both,
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
	wholeContent,
} from "./content.ts";

/** A mistake of an editor, made in a `practice`. */
export type Mistake = {
	/** What the editor did, in plain words. */
	mistake: string;
	/** What the site does instead, in plain words. */
	instead: string;
	/** The one row of the report: its severity, and the entry or asset with field and language. */
	row: string;
	make: (content: TestContent) => void;
};

const visit = "visit-2";

/** A whole content with a second one of what a page must not be without, and a picture and a text for editors to spoil. */
export function practice(): TestContent {
	const content = wholeContent();
	content.addAsset("photo");
	content.set("about", "cover", plain(assetLink("photo")));
	content.set("about", "about", text("Who we are"));
	content.set("appShell", "legal", text("Small print"));
	content.add("review-2", { name: text("Bob"), review: text("Fine") });
	content.set("home", "reviews", plain([entryLink(listIds.review), entryLink("review-2")]));
	content.add(visit, {
		title: text("Second visit"),
		stripeProductId: plain("prod_second"),
		stripePaymentLink: plain("https://buy.stripe.com/second"),
	});
	content.set("consultations", "consultations", plain([entryLink(listIds.consultation), entryLink(visit)]));
	content.sell("prod_second", 4500);
	content.set(listIds.package, "stripeMonthlyPaymentLink", plain("https://buy.stripe.com/monthly"));
	return content;
}

const inText = `warning | ${ids.about}.about.en-US`;

/** Formatted text in English alone, so that one place is wrong. */
const english = (piece: ReturnType<typeof node>) => ({ "en-US": paragraph(piece), ru: "О нас" });

function written(mistake: string, instead: string, piece: ReturnType<typeof node>): Mistake {
	return { mistake, instead, row: inText, make: (content) => content.set("about", "about", english(piece)) };
}

const linkTo = (uri: string) => node("hyperlink", [textNode("see here")], { uri });
const linked = (mistake: string, uri: string) => written(mistake, "shows the words without the link", linkTo(uri));
const linkedFile = (id: string) => node("asset-hyperlink", [textNode("see here")], { target: assetLink(id) });
const linkedEntry = (id: string) => node("entry-hyperlink", [textNode("see here")], { target: entryLink(id) });

const links: Mistake[] = [
	linked("links to a page that does not exist", "/gone"),
	linked("mistypes the name of a page", "/consultation"),
	linked("links to a page of the old website", "/privacy"),
	linked("writes the whole address of a page of the site that does not exist", "https://clinic.example/gone"),
	linked("leaves a space in the address of a page", "/a b"),
	linked("writes letters with dots or Russian letters in the address of a page", "/ä"),
	linked("pastes an endless address", `/${"a".repeat(3000)}`),
	linked("links to a place that the page does not have", "#x"),
	linked("links to a place that another page does not have", "/about#nowhere"),
	linked("links to a section that is not shown any more", "/consultations#gone"),
	linked("links to a file of the site that is no page", "/_headers"),
	linked("links to what is no page but a service of the site", "/api/newsletter"),
	linked("forgets https:// in a link", "www.example.org"),
	linked("forgets mailto: in a link to an e-mail address", "clinic@example.org"),
	linked("pastes a script as a link", "javascript:alert(1)"),
	{
		...linked("links to a page that does not exist, in Russian alone", "/ru/gone"),
		row: `warning | ${ids.about}.about.ru`,
		make: (content) => content.set("about", "about", { "en-US": "Who we are", ru: paragraph(linkTo("/ru/gone")) }),
	},
	{
		...linked("links to a page that does not exist, in an answer", "/gone"),
		row: `warning | ${listIds.faq}.answer.en-US`,
		make: (content) => content.set(listIds.faq, "answer", english(linkTo("/gone"))),
	},
	written("links to an entry that was deleted", "shows the words without the link", linkedEntry("deleted")),
	{
		...linked("links to an entry that is still a draft", ""),
		make: (content) => {
			content.add("draft", { name: text("Cy"), review: text("Good") });
			content.unpublish("draft");
			content.set("about", "about", english(linkedEntry("draft")));
		},
	},
	{
		...linked("links to an entry that stands on no page", ""),
		make: (content) => {
			content.add("alone", { name: text("Cy"), review: text("Good") });
			content.set("about", "about", english(linkedEntry("alone")));
		},
	},
	written("links to a file that was deleted", "shows the words without the link", linkedFile("deleted")),
	written(
		"embeds an entry in a text",
		"leaves it out",
		node("embedded-entry-inline", [], { target: entryLink(listIds.review) }),
	),
];

const ofVisit = `severe | ${visit}.stripePaymentLink.en-US`;
const noButton = "shows the price without this button";

/** An address that is entered as the payment link of a consultation. */
const entered = (mistake: string, address: string): Mistake => ({
	mistake,
	instead: noButton,
	row: ofVisit,
	make: (content) => content.set(visit, "stripePaymentLink", plain(address)),
});

/** What the payment link of a consultation, or the monthly one of a package, charges. */
const charging = (
	mistake: string,
	items: Parameters<TestContent["charge"]>[1],
	{ monthly = false, more = {} as Partial<PaymentLink> } = {},
): Mistake => ({
	mistake,
	instead: noButton,
	row: monthly ? `severe | ${listIds.package}.stripeMonthlyPaymentLink.en-US` : ofVisit,
	make: (content) => content.charge(`https://buy.stripe.com/${monthly ? "monthly" : "second"}`, items, more),
});

const paymentLinks: Mistake[] = [
	charging("switches a payment link off", [{ amount: 4500 }], { more: { active: false } }),
	charging("changes a price and not its payment link", [{ amount: 4000 }]),
	charging("makes a payment link in another currency", [{ amount: 4500, currency: "eur" }]),
	charging("puts a second thing into a payment link", [{ amount: 4500 }, { amount: 250 }]),
	charging("makes a payment link for many things", Array(11).fill({ amount: 1 })),
	charging("lets the payer choose the amount", [{ amount: 4500, custom: true }]),
	charging("charges a single consultation every month", [{ amount: 4500, recurring: month }]),
	charging("charges an instalment only once", [{ amount: 8500 }], { monthly: true }),
	charging("charges the whole price every month", [{ amount: 49500, recurring: month }], { monthly: true }),
	{
		...entered("enters a payment link that Stripe does not know", ""),
		make: (content) => {
			content.set(visit, "stripePaymentLink", plain("https://buy.stripe.com/mistyped"));
			content.foreignLinks.add("https://buy.stripe.com/mistyped");
		},
	},
	entered("enters a payment link of another shop", "https://pay.example/second"),
	entered("enters a payment link without https", "http://buy.stripe.com/second"),
	entered("enters half of a payment link", "buy.stripe.com/second"),
	entered("enters words for a payment link", "ask Ann"),
	entered("enters a payment link of Stripe's test mode", "https://buy.stripe.com/test_second"),
	entered("leaves the payment link empty", ""),
	{
		...entered("enters a wrong payment link in Russian alone", ""),
		row: `severe | ${visit}.stripePaymentLink.ru`,
		make: (content) =>
			content.set(visit, "stripePaymentLink", {
				...plain("https://buy.stripe.com/second"),
				ru: "https://pay.example/a",
			}),
	},
];

type Changes = Record<string, unknown>;
/** What becomes of the second consultation's price, or of its product, in Stripe. */
const priced = (mistake: string, price: Changes, product: Changes = {}): Mistake => ({
	mistake,
	instead: "does not show what is sold",
	row: `severe | ${visit}.stripeProductId`,
	make: (content) => {
		Object.assign(content.prices.at(-1) ?? {}, price);
		Object.assign(content.products.at(-1) ?? {}, product);
	},
});

const prices: Mistake[] = [
	priced("archives a price", { active: false }),
	priced("archives a product", {}, { active: false }),
	priced("deletes a product", {}, { id: "prod_other" }),
	priced("sets a price to nothing", { unit_amount: 0 }),
	priced("lets the payer choose the price", { unit_amount: null }),
	priced("gives a product a monthly price alone", { type: "recurring" }),
	{
		...priced("mistypes the product in an entry", {}),
		make: (content) => content.set(visit, "stripeProductId", plain("prod_secnod")),
	},
	{
		...priced("leaves the product empty in an entry", {}),
		row: `severe | ${visit}.stripeProductId.en-US`,
		make: (content) => content.unset(visit, "stripeProductId"),
	},
	{
		mistake: "leaves an old price beside the new one",
		instead: "shows the product's default price, or the newest",
		row: `info | ${visit}.stripeProductId`,
		make: (content) => content.sell("prod_second", 4000, { created: 1_600_000_000 }),
	},
	{
		...priced("sets a price in yen", { currency: "jpy" }),
		instead: "shows it without hundredths",
		row: `info | ${visit}.stripeProductId`,
	},
];

/** A GIF of two frames. */
const gif = (width: number, height: number) => {
	const [across, down] = [width, height].map((size) => [size & 255, size >> 8]) as [number[], number[]];
	const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
	const head = [..."GIF89a"].map((letter) => letter.charCodeAt(0));
	return Buffer.from([...head, ...across, ...down, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, ...frame, ...frame, 0x3b]);
};
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${inside}</svg>`;
const copies = (id: number) => `<g id="a${id + 1}">${`<use href="#a${id}"/>`.repeat(10)}</g>`;

/** The files of the pictures below. */
export const spoiltFiles: Record<string, Buffer | string> = {
	"moving.gif": gif(1, 1),
	"huge.gif": gif(9000, 9000),
	"phone.heic": "\0\0\0\x18ftypheic\0\0\0\0mif1heic",
	"film.mp4": "\0\0\0\x18ftypisom\0\0\0\0isommp42",
	"deep.svg": svg("<g>".repeat(3000) + "</g>".repeat(3000)),
	"crowded.svg": svg("<path/>".repeat(100_000)),
	"copies.svg": svg(`<path id="a0" d="M0 0h40"/>${Array.from({ length: 12 }, (_, id) => copies(id)).join("")}`),
	"torn.svg": svg("<path>"),
	"large.svg": svg(" ".repeat(1024 * 1024)),
};

/** A file that takes the place of a picture's own. */
const uploaded = (mistake: string, fileName: string, severity = "warning"): Mistake => ({
	mistake,
	instead: "leaves the picture out",
	row: `${severity} | photo.file`,
	make: (content) => Object.assign(content.item("photo").fields.file?.["en-US"], { fileName }),
});
const onPage = { instead: "leaves the picture out", row: `warning | ${ids.about}.cover.en-US` };

const pictures: Mistake[] = [
	uploaded("uses a picture whose file is gone", "gone.jpg", "severe"),
	uploaded("uses a PDF file as a picture", "leaflet.pdf"),
	uploaded("uses a film as a picture", "film.mp4"),
	uploaded("uploads a picture in a telephone's own format (HEIC)", "phone.heic"),
	uploaded("uploads a damaged picture", "broken.jpg"),
	uploaded("uploads a picture of too many pixels", "huge.gif"),
	{ ...uploaded("uploads a picture that moves", "moving.gif"), instead: "shows its first frame" },
	uploaded("uploads a drawing (SVG) that is damaged", "torn.svg"),
	uploaded("uploads a drawing (SVG) of too many bytes", "large.svg"),
	uploaded("uploads a drawing (SVG) of groups in groups without end", "deep.svg"),
	uploaded("uploads a drawing (SVG) of too many parts", "crowded.svg"),
	uploaded("uploads a drawing (SVG) of copies of copies", "copies.svg"),
	{ ...uploaded("saves a picture without a file", ""), make: (content) => content.unset("photo", "file") },
	{
		mistake: "gives a picture no title",
		instead: "shows it without a description for people who do not see it",
		row: "info | photo.title",
		make: (content) => content.unset("photo", "title"),
	},
	{ ...onPage, mistake: "forgets to publish a picture", make: (content) => content.unpublish("photo") },
	{
		...onPage,
		mistake: "deletes a picture that is in use",
		make: (content) => content.set("about", "cover", plain(assetLink("deleted"))),
	},
	{
		mistake: "deletes the logo of a social media link",
		instead: "leaves the link out",
		row: `severe | ${listIds.socialLink}.logo.en-US`,
		make: (content) => content.set(listIds.socialLink, "logo", plain(assetLink("deleted"))),
	},
	{
		mistake: "links to a document whose file is something else",
		instead: "shows the words without the link",
		row: "warning | page.file",
		make: (content) => {
			content.addAsset("page", { fileName: "page.pdf", contentType: "application/pdf" });
			content.set("about", "about", english(linkedFile("page")));
		},
	},
];

const leftOut = "does not show the entry";
/** A value in a list entry that cannot be shown with it. */
const spoilt = (mistake: string, id: string, field: string, values: Changes): Mistake => ({
	mistake,
	instead: leftOut,
	row: `severe | ${id}.${field}.en-US`,
	make: (content) => content.set(id, field, values),
});

const entries: Mistake[] = [
	spoilt("leaves a required field of a list entry empty", "review-2", "name", {}),
	spoilt("leaves nothing but spaces in a required field of a list entry", "review-2", "name", both(" ")),
	spoilt("fills in a required field of a list entry in Russian alone", "review-2", "name", { ru: "Боб" }),
	spoilt("enters a number where a text belongs", "review-2", "name", plain(7)),
	spoilt("imports a list entry whose formatted text is malformed", listIds.faq, "answer", {
		"en-US": { nodeType: "document" },
		ru: "Да",
	}),
	spoilt("enters a social media link without https://", listIds.socialLink, "url", plain("www.social.example")),
	{
		...spoilt("puts an entry into the list of another kind", "review-2", "brandName", {}),
		make: (content) => content.set("functionalTests", "dnaTests", plain([entryLink("review-2")])),
	},
	{
		mistake: "publishes a commitment with nothing in it",
		instead: leftOut,
		row: `warning | ${listIds.commitment}.en-US`,
		make: (content) => content.unset(listIds.commitment, "label"),
	},
	{
		mistake: "deletes an entry that is in a list",
		instead: leftOut,
		row: `warning | ${ids.home}.reviews.en-US`,
		make: (content) => content.set("home", "reviews", plain([entryLink(listIds.review), entryLink("deleted")])),
	},
	{
		mistake: "forgets to publish an entry of a list",
		instead: leftOut,
		row: `warning | ${ids.home}.reviews.en-US`,
		make: (content) => content.unpublish("review-2"),
	},
	{
		mistake: "empties the list of what a page sells",
		instead: "shows the page without any offer",
		row: `severe | ${ids.programmes}.programmes.en-US`,
		make: (content) => content.unset("programmes", "programmes"),
	},
	{
		mistake: "forgets the Russian text",
		instead: "shows the English one",
		row: `warning | ${ids.about}.title.ru`,
		make: (content) => content.set("about", "title", plain("About")),
	},
	{
		mistake: "fills in a field that the site does not know",
		instead: "does not show it",
		row: `info | ${ids.about}.note`,
		make: (content) => content.set("about", "note", text("Note")),
	},
	{
		mistake: "imports a picture where a page has its text",
		instead: "shows the page without it",
		row: `severe | ${ids.about}.about.en-US`,
		make: (content) => content.set("about", "about", plain(assetLink("photo"))),
	},
	{
		mistake: "pastes invisible characters along with a text",
		instead: "leaves them out",
		row: `info | ${ids.about}.title.en-US`,
		make: (content) => content.set("about", "title", { "en-US": "Ab\u200bout\u202e", ru: "О нас" }),
	},
	{
		mistake: "enters the address of a DNA test without https://",
		instead: "shows the test without the link",
		row: `warning | ${listIds.dnaTest}.url.en-US`,
		make: (content) => content.set(listIds.dnaTest, "url", plain("www.dna.example")),
	},
	{
		mistake: "enters an e-mail address for the privacy policy",
		instead: "shows the form without the link",
		row: `warning | ${ids.newsletter}.privacyPolicyUrl.en-US`,
		make: (content) => content.set("newsletter", "privacyPolicyUrl", plain("mailto:clinic@example.org")),
	},
];

/** Every mistake that costs its own place and nothing else. */
export const mistakes = [...links, ...paymentLinks, ...prices, ...pictures, ...entries];

/** Mistakes after which there is nothing right to show: the last version stays, and says so until they are mended. */
export const stoppingMistakes: (Omit<Mistake, "instead" | "row"> & { told: string })[] = [
	{
		mistake: "unpublishes one of the ten page entries",
		told: `Entry "${ids.about}": About page is missing`,
		make: (content) => content.unpublish(ids.about),
	},
	{
		mistake: "leaves a required field of a page entry empty",
		told: `Entry "${ids.about}", field "title", en-US: it is required and missing`,
		make: (content) => content.unset("about", "title"),
	},
	{
		mistake: "enters something else than an e-mail address for the practice",
		told: `Entry "${ids.appShell}", field "contactEmail", en-US: expected an e-mail address`,
		make: (content) => content.set("appShell", "contactEmail", plain("write to us")),
	},
	{
		mistake: "archives every price of a page",
		told: `Entry "${ids.programmes}", field "programmes": none of its 1 products has a price in Stripe`,
		make: (content) => {
			for (const price of content.prices) if (price.product === "prod_sleep") price.active = false;
		},
	},
];
