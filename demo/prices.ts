import type Stripe from "stripe";

type ProductField = "id" | "object" | "active" | "name" | "updated";
/** Stripe product, with only the properties that the demo needs: https://docs.stripe.com/api/products/object */
export type DemoProduct = Pick<Stripe.Product, ProductField> & { default_price: string | null };

export type DemoRecurring = Pick<Stripe.Price.Recurring, "interval" | "interval_count">;

type PriceField =
	| "id"
	| "object"
	| "active"
	| "created"
	| "currency"
	| "livemode"
	| "type"
	| "unit_amount";
/** Stripe price whose `product` is an id, not an expanded object: https://docs.stripe.com/api/prices/object */
export type DemoPrice = Pick<Stripe.Price, PriceField> & {
	product: string;
	recurring: DemoRecurring | null;
};

type LineItemField = "object" | "adjustable_quantity" | "amount_total" | "currency";
/** Line item of a Stripe payment link, with only the properties that the demo needs. */
export type DemoLineItem = Pick<Stripe.LineItem, LineItemField> & {
	price: Pick<Stripe.Price, "tax_behavior"> & {
		id: string;
		product?: string | undefined;
		recurring: DemoRecurring | null;
		custom_unit_amount: object | null;
	};
	quantity: number;
};

type PaymentLinkField =
	| "id"
	| "object"
	| "active"
	| "automatic_tax"
	| "livemode"
	| "shipping_options"
	| "url";
/** Stripe payment link with expanded line items: https://docs.stripe.com/api/payment-link/object */
export type DemoPaymentLink = Pick<Stripe.PaymentLink, PaymentLinkField> & {
	line_items: DemoLineItem[];
};

/** Product of the demo. `pounds` lists its prices from oldest to newest, and the last one is the current price. */
type OfferRow = [id: string, name: string, since: string, pounds: number[]];

const offerRows: OfferRow[] = [
	["FirstConsultation", "First consultation", "2021-02-15", [165]],
	["ShortCall", "Short call", "2021-02-15", [65]],
	["ThreeMonths", "Three months together", "2021-03-01", [495]],
	["SixMonths", "Six months together", "2021-03-01", [890]],
	["SteadyEnergy", "Steady energy in six weeks", "2021-09-06", [180]],
	["ResultsReading", "Second reading of your results", "2024-04-22", [145]],
	["WholeYear", "A whole year together", "2025-01-06", [1450]],
	["GentleDigestion", "A gentler digestion", "2025-05-12", [240]],
	["ThroughTheChange", "Through the change", "2026-01-19", [340]],
	["FamilyTable", "The family table", "2026-08-24", [120]],
	// Two active prices: the price was raised, but the old price stays active because old payment links still use it.
	["FollowUp", "Follow-up consultation", "2026-03-02", [80, 85]],
	// Product that the demo no longer sells: it has no price, but it is still active in Stripe.
	["MarketWalk", "A walk round the market", "2023-04-03", []],
];

const offers = offerRows.map(([id, name, since, pounds]) => ({ id, name, since, pounds }));

const seconds = (date: string) => Date.parse(`${date}T09:00:00Z`) / 1000;
/** Returns a price's id. One-time prices have the numbers 1, 2 and so on. A monthly price has the number 50. */
const priceId = (offerId: string, number: number) => `price_demo${offerId}${number}`;

function price(
	offerId: string,
	number: number,
	since: string,
	pounds: number,
	recurring: DemoRecurring | null = null,
): DemoPrice {
	return {
		id: priceId(offerId, number),
		object: "price",
		active: true,
		created: seconds(since) + 60 * number,
		currency: "gbp",
		livemode: false,
		product: `prod_demo${offerId}`,
		recurring,
		type: recurring ? "recurring" : "one_time",
		unit_amount: Math.round(pounds * 100),
	};
}

export const products: DemoProduct[] = offers.map(({ id, name, since, pounds }) => ({
	id: `prod_demo${id}`,
	object: "product",
	active: true,
	default_price: pounds.length === 0 ? null : priceId(id, pounds.length),
	name,
	updated: seconds(since) + 3600 * pounds.length,
}));

const monthly: DemoRecurring = { interval: "month", interval_count: 1 };

export const prices: DemoPrice[] = [
	...offers.flatMap(({ id, since, pounds }) =>
		pounds.map((amount, index) => price(id, index + 1, since, amount)),
	),
	price("SixMonths", 50, "2021-03-01", 155, monthly),
	price("WholeYear", 50, "2025-01-06", 125, monthly),
];

function paymentLink(name: string, id: string): DemoPaymentLink {
	const sold = prices.find((price) => price.id === id);
	if (!sold) throw new Error(`The demo has no price ${id}`);
	const { currency, product, recurring, unit_amount } = sold;
	const line: DemoLineItem = {
		object: "item",
		adjustable_quantity: null,
		amount_total: unit_amount ?? 0,
		currency,
		price: { id, product, recurring, custom_unit_amount: null, tax_behavior: "unspecified" },
		quantity: 1,
	};
	return {
		id: `plink_demo${name}`,
		object: "payment_link",
		active: true,
		automatic_tax: { enabled: false, liability: null },
		livemode: false,
		line_items: [line],
		shipping_options: [],
		url: `https://buy.stripe.com/demo${name}`,
	};
}

/** All payment links, from newest to oldest. Each price on the demo's pages has one. */
export const paymentLinks: DemoPaymentLink[] = [
	...offers
		.filter(({ pounds }) => pounds.length > 0)
		.map(({ id, pounds }) => paymentLink(id, priceId(id, pounds.length))),
	...["FirstConsultation", "ThreeMonths", "SteadyEnergy"].map((id) =>
		paymentLink(`${id}Ru`, priceId(id, 1)),
	),
	paymentLink("SixMonthsMonthly", priceId("SixMonths", 50)),
	paymentLink("WholeYearMonthly", priceId("WholeYear", 50)),
];
