import { expect, test } from "vitest";
import type { DemoPaymentLink } from "../../demo/prices.ts";
import { pullChanged } from "./services.ts";
import { entryLink, linkPair, month, plain, type TestContent, text } from "./testContent.ts";

const hosts = { PAYMENT_LINK_HOSTS: "pay.clinic.example" };
const once = "stripeOneTimePaymentLink";
const monthly = "stripeMonthlyPaymentLink";
const quarter = { interval: "month", interval_count: 3 } as const;
const year = { interval: "year", interval_count: 1 } as const;
const taxed = { automatic_tax: { enabled: true, liability: null } };
const shipped = (...amounts: number[]) => ({
	shipping_options: amounts.map((shipping_amount) => ({ shipping_amount, shipping_rate: "shr" })),
});

type Charges = Parameters<TestContent["charge"]>[1];
const noMonth = "and its button offers monthly payment";

/** Payment links that do not charge the price of £495, or no instalment of it. */
test.each<[string, typeof once | typeof monthly, Charges, Partial<DemoPaymentLink>?]>([
	["is deactivated", once, [{ amount: 49500 }], { active: false }],
	["charges £490.00 once", once, [{ amount: 49000 }]],
	["charges €495.00 once", once, [{ amount: 49500, currency: "eur" }]],
	["charges £497.50 once", once, [{ amount: 49500 }, { amount: 250 }]],
	// Stripe lists ten of the eleven, which together charge the price.
	["charges for more than 10 products", once, Array(11).fill({ amount: 4950 })],
	["lets the customer choose the amount", once, [{ amount: 49500, custom: true }]],
	[
		"adds tax, which its price in Stripe must include",
		once,
		[{ amount: 49500, tax: "exclusive" }],
		taxed,
	],
	[
		"adds £5.00 for shipping, which its price in Stripe must include",
		once,
		[{ amount: 49500 }],
		shipped(500, 0),
	],
	["charges £990.00 once", once, [{ amount: 99000, quantity: 2 }]],
	["requires a quantity above 1", once, [{ amount: 49500, minimum: 2 }]],
	["charges £495.00 every month", once, [{ amount: 49500, recurring: month }]],
	[
		"charges £495.00 once and £0.00 every month",
		once,
		[{ amount: 49500 }, { amount: 0, recurring: month }],
	],
	[`charges £85.00 once, ${noMonth}`, monthly, [{ amount: 8500 }]],
	["charges £495.00 every month", monthly, [{ amount: 49500, recurring: month }]],
	["charges £0.00 every month", monthly, [{ amount: 0, recurring: month }]],
	["charges €85.00 every month", monthly, [{ amount: 8500, currency: "eur", recurring: month }]],
	[`charges £85.00 every 3 months, ${noMonth}`, monthly, [{ amount: 8500, recurring: quarter }]],
	[
		`charges £50.00 once and £85.00 every month, ${noMonth}`,
		monthly,
		[{ amount: 5000 }, { amount: 8500, recurring: month }],
	],
	[
		`charges £85.00 every month and £20.00 every year, ${noMonth}`,
		monthly,
		[
			{ amount: 8500, recurring: month },
			{ amount: 2000, recurring: year },
		],
	],
])("a link that %s (%s) has no button", async (problem, field, charges, more) => {
	const link = "https://buy.stripe.com/wrong";
	const { en, ru, rows } = await pullChanged((content) => {
		content.set("package-1", field, plain(link));
		content.charge(link, charges, more);
	});
	for (const { packages } of [en, ru]) {
		expect(packages.packages[0]).toMatchObject({ price: { amount: 49500, currency: "gbp" } });
		expect(packages.packages[0]).not.toHaveProperty([field], expect.anything());
	}
	expect(rows).toEqual([
		`severe | package-1.${field}.en-US | the payment link "${link}" ${problem}: the button is left out; the price shown is £495.00`,
	]);
});

test.each<[string, Charges[number], Partial<DemoPaymentLink>]>([
	["tax that the price includes", { amount: 49500, tax: "inclusive" }, taxed],
	["a price without tax, but no tax", { amount: 49500, tax: "exclusive" }, {}],
	["free shipping first", { amount: 49500 }, shipped(0, 500)],
	["a quantity of two halves", { amount: 49500, quantity: 2 }, {}],
	["a quantity of one or more", { amount: 49500, minimum: 1 }, {}],
])("a link with %s charges the price", async (_, charge, more) => {
	const { en, rows } = await pullChanged((content) =>
		content.charge("https://buy.stripe.com/months", [charge], more),
	);
	expect(en.packages.packages[0]).toHaveProperty([once], expect.anything());
	expect(rows).toEqual([]);
});

test("a link that may add tax is shown, with a row", async () => {
	const link = "https://buy.stripe.com/months";
	const { en, rows } = await pullChanged((content) =>
		content.charge(link, [{ amount: 49500 }], taxed),
	);
	expect(en.packages.packages[0]).toHaveProperty([once], expect.anything());
	expect(rows).toEqual([
		`warning | package-1.${once}.en-US | the payment link "${link}" may add tax, because its price in Stripe does not say that it includes tax: the button is shown`,
	]);
});

test("a wrong Russian link leaves the English button", async () => {
	const months = "https://buy.stripe.com/months";
	const { en, ru, rows } = await pullChanged((content) =>
		content.charge(`${months}-ru`, [{ amount: 1 }]),
	);
	expect(en.packages.packages[0]?.[once]).toBe(`${months}?client_reference_id=en-packages`);
	expect(ru.packages.packages[0]?.[once]).toBeUndefined();
	expect(rows).toEqual([
		expect.stringMatching(/^severe \| package-1.*\.ru .* charges £0\.01 once/),
	]);
});

test("a link that sells another product is shown, with a row", async () => {
	const links = linkPair("https://buy.stripe.com/monthly");
	const { en, rows } = await pullChanged((content) => {
		content.set("package-1", monthly, links);
		content.charge(links["en-US"], [{ amount: 8500, recurring: month, product: "prod_sleep" }]);
		content.charge(links.ru, [{ amount: 8500, recurring: month, product: "prod_months" }]);
	});
	expect(en.packages.packages[0]).toMatchObject({
		[monthly]: `${links["en-US"]}?client_reference_id=en-packages`,
		monthlyPrice: { amount: 8500, currency: "gbp" },
	});
	expect(rows).toEqual([
		`warning | package-1.${monthly}.en-US | the payment link "${links["en-US"]}" sells product prod_sleep, and the entry names product prod_months: the button is shown`,
		`info | package-1.${monthly}.en-US | the monthly payments have no last one, and the entry has a duration: the button is shown; cancel each subscription in Stripe after its last payment`,
	]);
});

test("a live site has no buttons of Stripe's test mode", async () => {
	const { en, rows } = await pullChanged((content) => {
		for (const price of content.prices) price.livemode = false;
		content.set("package-1", monthly, plain("https://buy.stripe.com/test_monthly"));
	});
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
	expect(en.packages.packages[0]?.[monthly]).toBeUndefined();
	expect(rows).toEqual([
		`severe | package-1.${monthly}.en-US | the payment link belongs to Stripe's test mode: the button is left out`,
		"severe | STRIPE_API_KEY | the key and its prices belong to Stripe's test mode: the prices are shown, and payment links are not compared with them",
	]);
});

const leftOut = "severe | %: the button is left out; the price shown is £180.00";
const notCompared = "warning | %: £180.00 is shown, and the charge is not compared with it";
test.each([
	["live", "https://buy.stripe.com/a", leftOut],
	["test", "https://buy.stripe.com/test_a", leftOut],
	["live", "https://pay.clinic.example/b/a", notCompared],
	["live", "https://book.stripe.com/a", leftOut],
	["live", "https://donate.stripe.com/a", leftOut],
	["live", "https://buy.stripe.com/test_a", undefined],
	["test", "https://buy.stripe.com/a", undefined],
])("a %s key meets the link %s of another account", async (mode, link, row) => {
	const change = (content: TestContent) => {
		content.set("programme-1", once, plain(link));
		for (const price of content.prices) price.livemode = mode === "live";
	};
	const environment = { ...hosts, CONTEXT: "deploy-preview" };
	const { en, rows } = await pullChanged(change, { environment });
	const problem = `programme-1.${once}.en-US | the payment link "${link}" does not exist in the Stripe account`;
	expect(rows).toEqual(row ? [row.replace("%", problem)] : []);
	const shown = `${link}?client_reference_id=en-programmes`;
	expect(en.programmes.programmes[0]?.[once]).toBe(row === leftOut ? undefined : shown);
});

test("a link on the owner's host is compared, and keeps its parameters", async () => {
	const entered = "https://pay.clinic.example/b/visit/?prefilled_promo_code=A%20B#c";
	const own = "https://buy.stripe.com/visit?client_reference_id=fair";
	const { en, ru, rows } = await pullChanged(
		(content) => content.set("consultation-1", "stripePaymentLink", { "en-US": entered, ru: own }),
		{ environment: hosts },
	);
	expect(en.consultations.consultations[0]?.stripePaymentLink).toBe(
		entered.replace("#", "&client_reference_id=en-consultations#"),
	);
	expect(ru.consultations.consultations[0]?.stripePaymentLink).toBe(own);
	expect(rows).toEqual([]);
});

test("pounds come first, then the default price, then the newest", async () => {
	const { en, rows } = await pullChanged((content) => {
		content.sell("prod_visit", 7000, { created: 1_900_000_000 });
		content.sell("prod_visit_at_home", 9000);
		content.set("programme-1", "stripeProductId", plain("prod_new"));
		content.sell("prod_new", 18000, { currency: "eur", created: 1_950_000_000 });
		content.sell("prod_new", 18000, { created: 1_800_000_000 });
		content.sell("prod_new", 3, { created: 1_700_000_000 });
	});
	expect([en.consultations.consultations[0], en.programmes.programmes[0]]).toMatchObject([
		{ price: { amount: 6500, currency: "gbp" } },
		{ price: { amount: 18000, currency: "gbp" } },
	]);
	expect(rows).toEqual([
		expect.stringMatching(/^info \| consultation-1\.stripeProductId \| product prod_visit has 2/),
		expect.stringMatching(
			/^info \| programme-1\.stripeProductId \| product prod_new has 3 active prices in Stripe: price \S+ is shown$/,
		),
	]);
});

const inContentful =
	"https://app.contentful.com/spaces/q7wirespace/environments/master/entries/odd";
const inStripe = "https://dashboard.stripe.com/products/odd";
const inTestMode = "https://dashboard.stripe.com/test/products/odd";
test.each<[problem: string, url: string, price: object]>([
	["has no active one-time price", inContentful, { active: false }],
	["has no active one-time price", inContentful, { type: "recurring" }],
	["has a price of 0", inStripe, { unit_amount: 0 }],
	["has a price of 0", inTestMode, { unit_amount: 0, livemode: false }],
	["has a price without a whole amount", inStripe, { unit_amount: null }],
	[
		"has a price that the customer chooses",
		inStripe,
		{ unit_amount: null, custom_unit_amount: {} },
	],
	["has a price in tiers", inStripe, { unit_amount: null, billing_scheme: "tiered" }],
	["is archived", inStripe, {}],
])("a product that %s is not shown; %s names it", async (problem, url, price) => {
	const { en, report } = await pullChanged((content) => {
		content.add("odd", { title: text("Odd"), stripeProductId: plain("odd") });
		const entries = ["odd", "consultation-1"].map(entryLink);
		content.set("consultations", "consultations", plain(entries));
		content.sell("odd", 1, price);
		const [product] = content.products.slice(-1);
		if (product) product.active = problem !== "is archived";
	});
	expect(en.consultations.consultations.map(({ id }) => id)).toEqual(["consultation-1"]);
	const row = {
		severity: "severe",
		entry: "odd",
		problem: `product odd ${problem} in Stripe`,
		url,
	};
	expect(report).toContainEqual(expect.objectContaining(row));
});
