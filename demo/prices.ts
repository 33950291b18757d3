import type Stripe from "stripe";

/** A product as Stripe sends it, as far as the demo fills it in. */
export type Product = Omit<Stripe.Product, "default_price" | "deleted" | "tax_details"> & {
	default_price: string | null;
};

/** A price as Stripe sends it when its product is not expanded. */
export type Price = Omit<Stripe.Price, "product" | "unit_amount_decimal"> & {
	product: string;
	unit_amount_decimal: string | null;
};

/** What a payment link sells, as Stripe sends it. */
export type LineItem = Omit<Stripe.LineItem, "price"> & { price: Price | null };

/** A payment link as Stripe sends it when its line items are expanded, as far as the demo fills it in. */
export type PaymentLink = Pick<Stripe.PaymentLink, "active" | "id" | "livemode" | "object" | "url"> &
	Partial<Omit<Stripe.PaymentLink, "line_items">> & { line_items: LineItem[] };

/** A product and the pounds it costs, oldest amount first; the last amount is its default price. */
interface Sold {
	id: string;
	name: string;
	since: string;
	pounds: number[];
	nicknames?: string[];
	active?: boolean;
}

// What the practice sells on its pages. The older ones lie behind the hundred prices that are newer.
const services: Sold[] = [
	{ id: "FirstConsultation", name: "First consultation", since: "2021-02-15", pounds: [165] },
	{ id: "ShortCall", name: "Short call", since: "2021-02-15", pounds: [65] },
	{ id: "ThreeMonths", name: "Three months together", since: "2021-03-01", pounds: [495] },
	{ id: "SixMonths", name: "Six months together", since: "2021-03-01", pounds: [890] },
	{ id: "SteadyEnergy", name: "Steady energy in six weeks", since: "2021-09-06", pounds: [180] },
	{ id: "ResultsReading", name: "Second reading of your results", since: "2024-04-22", pounds: [145] },
	{ id: "WholeYear", name: "A whole year together", since: "2025-01-06", pounds: [1450] },
	{ id: "GentleDigestion", name: "A gentler digestion", since: "2025-05-12", pounds: [240] },
	{ id: "ThroughTheChange", name: "Through the change", since: "2026-01-19", pounds: [340] },
	{ id: "FamilyTable", name: "The family table", since: "2026-08-24", pounds: [120] },
	// The fee went up while links with the old one were still in the post, so both prices are active.
	{ id: "FollowUp", name: "Follow-up consultation", since: "2026-03-02", pounds: [80, 85] },
	// Offered again next May: the product is kept, its price is not.
	{ id: "MarketWalk", name: "A walk round the market", since: "2023-04-03", pounds: [] },
];

const months = "January February March April May June July August September October November December".split(" ");

const bands = ["Concession", "Standard", "Two people"];

// What else it sells: at the door, by post and at events. No page shows these.
const others: Sold[] = [
	{
		id: "GiftVoucher",
		name: "Gift voucher",
		since: "2022-11-01",
		pounds: [25, 30, 40, 50, 65, 75, 85, 100, 120, 150, 165, 200, 250],
	},
	...months.flatMap((month, index) => [
		{
			id: `Workshop${month}`,
			name: `Cooking day, ${month}`,
			since: `2023-${String(index + 1).padStart(2, "0")}-04`,
			pounds: [38 + (index % 3) * 4, 52 + (index % 3) * 4, 96 + (index % 3) * 8],
			nicknames: bands,
		},
		{
			id: `Talk${month}`,
			name: `Evening talk, ${month}`,
			since: `2024-${String(index + 1).padStart(2, "0")}-11`,
			pounds: [6.5, 9 + (index % 2), 16.5],
			nicknames: bands,
		},
	]),
	{ id: "BookSpring", name: "Recipe book: Spring", since: "2022-03-21", pounds: [14.5, 19] },
	{ id: "BookSummer", name: "Recipe book: Summer", since: "2022-06-21", pounds: [14.5, 19] },
	{ id: "BookAutumn", name: "Recipe book: Autumn", since: "2022-09-22", pounds: [15.5, 21] },
	{ id: "BookWinter", name: "Recipe book: Winter", since: "2022-12-01", pounds: [15.5, 21] },
	{ id: "Diary", name: "Four-day diary, printed", since: "2023-01-09", pounds: [4.75] },
	{ id: "Tea", name: "House tea, 80 g", since: "2023-10-02", pounds: [7.9, 8.4] },
	{ id: "Apron", name: "Linen apron", since: "2024-11-18", pounds: [36] },
	{ id: "RetreatDeposit", name: "Weekend in the country, deposit", since: "2025-02-10", pounds: [95] },
	{ id: "Retreat", name: "Weekend in the country, balance", since: "2025-02-10", pounds: [285, 310] },
	{ id: "OldCourse", name: "Winter course 2022", since: "2022-10-10", pounds: [110], active: false },
];

const clubSince = "2021-06-01";

function seconds(date: string): number {
	return Date.parse(`${date}T09:00:00Z`) / 1000;
}

function product(sold: Sold): Product {
	const last = sold.pounds.length;
	return {
		id: `prod_demo${sold.id}`,
		object: "product",
		active: sold.active ?? true,
		created: seconds(sold.since),
		default_price: last === 0 ? null : priceId(sold.id, last),
		description: null,
		images: [],
		livemode: false,
		marketing_features: [],
		metadata: {},
		name: sold.name,
		package_dimensions: null,
		shippable: null,
		statement_descriptor: null,
		tax_code: null,
		type: "service",
		unit_label: null,
		updated: seconds(sold.since) + 3600 * last,
		url: null,
	};
}

function priceId(product: string, number: number): string {
	return `price_demo${product}${number}`;
}

function price(product: string, number: number, since: string, pounds: number, more: Partial<Price> = {}): Price {
	const pence = Math.round(pounds * 100);
	return {
		id: priceId(product, number),
		object: "price",
		active: true,
		billing_scheme: "per_unit",
		created: seconds(since) + 60 * number,
		currency: "gbp",
		custom_unit_amount: null,
		livemode: false,
		lookup_key: null,
		metadata: {},
		nickname: null,
		product: `prod_demo${product}`,
		recurring: null,
		tax_behavior: "unspecified",
		tiers_mode: null,
		transform_quantity: null,
		type: "one_time",
		unit_amount: pence,
		unit_amount_decimal: String(pence),
		...more,
	};
}

/** Every product of the practice, those without a page of this site included. */
export const products: Product[] = [
	...[...services, ...others].map(product),
	product({ id: "RecipeClub", name: "Recipe club", since: clubSince, pounds: [5] }),
	product({ id: "Donation", name: "A supper for someone else", since: "2023-12-01", pounds: [0] }),
];

const monthly: Partial<Price> = {
	recurring: { interval: "month", interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
	type: "recurring",
};

/** Every price of the practice: more than a hundred active one-time ones, and the odd cases among them. */
export const prices: Price[] = [
	...[...services, ...others].flatMap((sold) =>
		sold.pounds.map((pounds, index) =>
			price(sold.id, index + 1, sold.since, pounds, { nickname: sold.nicknames?.[index] ?? null }),
		),
	),
	price("GiftVoucher", 99, "2022-11-01", 20, { active: false, nickname: "No longer offered" }),
	price("RecipeClub", 1, clubSince, 5, monthly),
	// Paid by the month, a package costs a little more.
	price("SixMonths", 50, "2021-03-01", 155, monthly),
	price("WholeYear", 50, "2025-01-06", 125, monthly),
	// The giver chooses the amount, so there is none.
	price("Donation", 1, "2023-12-01", 0, {
		custom_unit_amount: { maximum: 20000, minimum: 300, preset: 1200 },
		unit_amount: null,
		unit_amount_decimal: null,
	}),
];

function paymentLink(name: string, priceId: string, more: Partial<PaymentLink> = {}): PaymentLink {
	const sold = prices.find(({ id }) => id === priceId);
	if (!sold) throw new Error(`The demo has no price ${priceId}`);
	const amount = sold.unit_amount ?? 0;
	return {
		id: `plink_demo${name}`,
		object: "payment_link",
		active: true,
		after_completion: { hosted_confirmation: { custom_message: null }, type: "hosted_confirmation" },
		allow_promotion_codes: false,
		automatic_tax: { enabled: false, liability: null },
		billing_address_collection: "auto",
		currency: sold.currency,
		inactive_message: null,
		line_items: [
			{
				id: `li_demo${name}`,
				object: "item",
				adjustable_quantity: null,
				amount_discount: 0,
				amount_subtotal: amount,
				amount_tax: 0,
				amount_total: amount,
				currency: sold.currency,
				description: products.find(({ id }) => id === sold.product)?.name ?? null,
				metadata: {},
				price: sold,
				quantity: 1,
			},
		],
		livemode: false,
		metadata: {},
		payment_method_types: null,
		submit_type: "auto",
		subscription_data: null,
		url: `https://buy.stripe.com/demo${name}`,
		...more,
	};
}

/** Every payment link of the practice: one for each price that its pages show, newest first, and the odd cases. */
export const paymentLinks: PaymentLink[] = [
	...services.flatMap(({ id, pounds }) => (pounds.length > 0 ? [paymentLink(id, priceId(id, pounds.length))] : [])),
	paymentLink("FirstConsultationRu", priceId("FirstConsultation", 1)),
	paymentLink("SixMonthsMonthly", priceId("SixMonths", 50)),
	paymentLink("WholeYearMonthly", priceId("WholeYear", 50)),
	// Still in old letters, with the old fee.
	paymentLink("FollowUpOld", priceId("FollowUp", 1), { active: false, inactive_message: "The fee has changed." }),
];
