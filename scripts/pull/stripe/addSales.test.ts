import { expect, test } from "vitest";
import type { DemoPaymentLink } from "../../../demo/prices.ts";
import { joinChanged } from "../../../tests/joinChanged.ts";
import {
	entryLink,
	linkPair,
	month,
	plain,
	type TestContent,
	text,
} from "../../../tests/testContent.ts";

const hosts = { PAYMENT_LINK_HOSTS: "pay.clinic.example" };
const once = "stripeOneTimePaymentLink";
const monthly = "stripeMonthlyPaymentLink";
const packageUrl = "https://buy.stripe.com/package";
const quarter = { interval: "month", interval_count: 3 } as const;
const year = { interval: "year", interval_count: 1 } as const;
const taxed = { automatic_tax: { enabled: true, liability: null } };
const shipped = (...amounts: number[]) => ({
	shipping_options: amounts.map((shipping_amount) => ({ shipping_amount, shipping_rate: "shr" })),
});

type Charges = Parameters<TestContent["charge"]>[1];

/** Payment links that do not charge the price of £495, or no instalment of it, by the code of the problem. */
test.each<[string, string, typeof once | typeof monthly, Charges, Partial<DemoPaymentLink>?]>([
	["Inactive", "", once, [{ amount: 49500 }], { active: false }],
	["OfOtherAmount", "; charges=£490.00 once", once, [{ amount: 49000 }]],
	["OfOtherAmount", "; charges=€495.00 once", once, [{ amount: 49500, currency: "eur" }]],
	["OfOtherAmount", "; charges=£497.50 once", once, [{ amount: 49500 }, { amount: 250 }]],
	// Stripe lists ten of the eleven, which together charge the price.
	["OfManyProducts", "; count=10", once, Array(11).fill({ amount: 4950 })],
	["OfFreeAmount", "", once, [{ amount: 49500, custom: true }]],
	["AddsTax", "", once, [{ amount: 49500, tax: "exclusive" }], taxed],
	["AddsShipping", "; amount=£5.00", once, [{ amount: 49500 }], shipped(500, 0)],
	["OfOtherAmount", "; charges=£990.00 once", once, [{ amount: 99000, quantity: 2 }]],
	["OfQuantity", "", once, [{ amount: 49500, minimum: 2 }]],
	["OfOtherAmount", "; charges=£495.00 1 month", once, [{ amount: 49500, recurring: month }]],
	["OfOtherAmount", "; charges=£495.00 1 year", once, [{ amount: 49500, recurring: year }]],
	["OfOtherAmount", "; charges=£495.00 3 month", once, [{ amount: 49500, recurring: quarter }]],
	[
		"OfOtherAmount",
		"; charges=£495.00 once + £0.00 1 month",
		once,
		[{ amount: 49500 }, { amount: 0, recurring: month }],
	],
	["NotMonthly", "; charges=£85.00 once", monthly, [{ amount: 8500 }]],
	["OfOtherAmount", "; charges=£495.00 1 month", monthly, [{ amount: 49500, recurring: month }]],
	["OfOtherAmount", "; charges=£0.00 1 month", monthly, [{ amount: 0, recurring: month }]],
	[
		"OfOtherAmount",
		"; charges=€85.00 1 month",
		monthly,
		[{ amount: 8500, currency: "eur", recurring: month }],
	],
	["NotMonthly", "; charges=£85.00 3 month", monthly, [{ amount: 8500, recurring: quarter }]],
	[
		"NotMonthly",
		"; charges=£50.00 once + £85.00 1 month",
		monthly,
		[{ amount: 5000 }, { amount: 8500, recurring: month }],
	],
	[
		"NotMonthly",
		"; charges=£85.00 1 month + £20.00 3 month + £20.00 1 year",
		monthly,
		[
			{ amount: 8500, recurring: month },
			{ amount: 2000, recurring: quarter },
			{ amount: 2000, recurring: year },
		],
	],
])("a payment link with the problem %s%s (%s) has no button", (...given) => {
	const [code, values, field, charges, more] = given;
	const link = "https://buy.stripe.com/wrong";
	const { en, ru, rows } = joinChanged((content) => {
		content.set("package-1", field, plain(link));
		content.charge(link, charges, more);
	});
	for (const { packages } of [en, ru]) {
		expect(packages.packages[0]).toMatchObject({ price: { amount: 49500, currency: "gbp" } });
		expect(packages.packages[0]).not.toHaveProperty([field], expect.anything());
	}
	const problem = `paymentLink${code}, buttonLeftOutBesidePrice`;
	expect(rows).toEqual([
		`severe | package-1.${field} | ${problem} | link=${link}${values}; price=£495.00`,
	]);
});

const mayAddTax = `warning | package-1.${once} | paymentLinkMayAddTax, buttonShown | link=${packageUrl}; price=£495.00`;

test.each<[string, Charges, Partial<DemoPaymentLink>, string[]]>([
	["tax that the price includes", [{ amount: 49500, tax: "inclusive" }], taxed, []],
	["a price without tax, but no tax", [{ amount: 49500, tax: "exclusive" }], {}, []],
	["tax that Stripe may add", [{ amount: 49500 }], taxed, [mayAddTax]],
	[
		"tax that Stripe may add to one item",
		[{ amount: 49000, tax: "inclusive" }, { amount: 500 }],
		taxed,
		[mayAddTax],
	],
	["free shipping first", [{ amount: 49500 }], shipped(0, 500), []],
	["a quantity of two halves", [{ amount: 49500, quantity: 2 }], {}, []],
	["a quantity of one or more", [{ amount: 49500, minimum: 1 }], {}, []],
])("a payment link with %s has a button", (_, charges, more, expected) => {
	const { en, rows } = joinChanged((content) => content.charge(packageUrl, charges, more));
	expect(en.packages.packages[0]).toHaveProperty([once], expect.anything());
	expect(rows).toEqual(expected);
});

test("a wrong Russian link leaves the English button", () => {
	const { en, ru, rows } = joinChanged((content) =>
		content.charge(`${packageUrl}-ru`, [{ amount: 1 }]),
	);
	expect(en.packages.packages[0]?.[once]).toBe(`${packageUrl}?client_reference_id=en-packages`);
	expect(ru.packages.packages[0]?.[once]).toBeUndefined();
	expect(rows).toEqual([expect.stringContaining(`link=${packageUrl}-ru; charges=£0.01 once`)]);
});

test("a link that sells another product is shown, with a row", () => {
	const links = linkPair("https://buy.stripe.com/monthly");
	const { en, rows } = joinChanged((content) => {
		content.set("package-1", monthly, links);
		content.charge(links["en-US"], [{ amount: 8500, recurring: month, product: "prod_programme" }]);
		content.charge(links.ru, [{ amount: 8500, recurring: month, product: "prod_package" }]);
	});
	expect(en.packages.packages[0]).toMatchObject({
		[monthly]: `${links["en-US"]}?client_reference_id=en-packages`,
		monthlyPrice: { amount: 8500, currency: "gbp" },
	});
	const values = `link=${links["en-US"]}; products=prod_programme; product=prod_package; price=£495.00`;
	expect(rows).toEqual([
		`warning | package-1.${monthly} | paymentLinkOfOtherProduct, buttonShown | ${values}`,
		`info | package-1.${monthly} | paymentsEndless, buttonShown`,
	]);
});

test("a live site has no buttons of Stripe's test mode", () => {
	const { en, rows } = joinChanged((content) => {
		for (const price of content.prices) price.livemode = false;
		content.set("package-1", monthly, plain("https://buy.stripe.com/test_monthly"));
	});
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
	expect(en.packages.packages[0]?.[monthly]).toBeUndefined();
	expect(rows).toEqual([
		`severe | package-1.${monthly}.en-US | paymentLinkOfTestMode, buttonLeftOut`,
		"severe | STRIPE_API_KEY | stripeTestMode, linksNotCompared",
	]);
});

const leftOut = "severe | % buttonLeftOutBesidePrice |";
const notCompared = "warning | % priceShown |";
test.each([
	["live", "https://buy.stripe.com/a", leftOut],
	["test", "https://buy.stripe.com/test_a", leftOut],
	["live", "https://pay.clinic.example/b/a", notCompared],
	["live", "https://book.stripe.com/a", leftOut],
	["live", "https://donate.stripe.com/a", leftOut],
	["live", "https://buy.stripe.com/test_a", undefined],
	["test", "https://buy.stripe.com/a", undefined],
])("a %s key meets the link %s of another account", (mode, link, row) => {
	const change = (content: TestContent) => {
		content.set("programme-1", once, plain(link));
		for (const price of content.prices) price.livemode = mode === "live";
	};
	const { en, rows } = joinChanged(change, {
		environment: { ...hosts, CONTEXT: "deploy-preview" },
	});
	const beginning = row?.replace("%", `programme-1.${once} | paymentLinkUnknown,`);
	expect(rows).toEqual(row ? [`${beginning} link=${link}; price=£180.00`] : []);
	const shown = `${link}?client_reference_id=en-programmes`;
	expect(en.programmes.programmes[0]?.[once]).toBe(row === leftOut ? undefined : shown);
});

test("a link on the owner's host is compared, and keeps its parameters", () => {
	const entered = "https://pay.clinic.example/b/consultation/?prefilled_promo_code=A%20B#c";
	const own = "https://buy.stripe.com/consultation?client_reference_id=fair";
	const { en, ru, rows } = joinChanged(
		(content) => content.set("consultation-1", "stripePaymentLink", { "en-US": entered, ru: own }),
		{ environment: hosts },
	);
	expect(en.consultations.consultations[0]?.stripePaymentLink).toBe(
		entered.replace("#", "&client_reference_id=en-consultations#"),
	);
	expect(ru.consultations.consultations[0]?.stripePaymentLink).toBe(own);
	expect(rows).toEqual([]);
});

test("pounds come first, then the default price, then the newest", () => {
	const { en, rows } = joinChanged((content) => {
		content.sell("prod_consultation", 7000, { created: 1_900_000_000 });
		content.sell("prod_visit_at_home", 9000);
		content.set("programme-1", "stripeProductId", plain("prod_new"));
		content.sell("prod_new", 18000, { currency: "eur", created: 1_950_000_000 });
		content.sell("prod_new", 18000, { created: 1_800_000_000 });
		content.sell("prod_new", 3, { created: 1_700_000_000 });
	});
	expect([en.consultations.consultations[0], en.programmes.programmes[0]]).toMatchObject([
		{ price: { amount: 6500, currency: "gbp" }, updatedAt: "2026-01-02T03:04:05.000Z" },
		{ price: { amount: 18000, currency: "gbp" }, updatedAt: "2027-01-15T08:00:00.000Z" },
	]);
	const field = "stripeProductId | pricesSeveral, priceShown";
	expect(rows).toEqual([
		`info | consultation-1.${field} | product=prod_consultation; count=2; price=£65.00`,
		`info | programme-1.${field} | product=prod_new; count=3; price=£180.00`,
	]);
});

const inContentful = "https://app.contentful.com/spaces/q7/environments/master/entries/odd";
const inStripe = "https://dashboard.stripe.com/products/odd";
const inTestMode = "https://dashboard.stripe.com/test/products/odd";
test.each<[string, object, code: string, url: string]>([
	["an inactive price", { active: false }, "productWithoutPrice", inContentful],
	["monthly prices only", { type: "recurring" }, "productWithoutPrice", inContentful],
	["a price of 0", { unit_amount: 0 }, "priceUnusable", inStripe],
	["a test price of 0", { unit_amount: 0, livemode: false }, "priceUnusable", inTestMode],
	["a price in fractions or tiers", { unit_amount: null }, "priceUnusable", inStripe],
	["an archived product", {}, "productArchived", inStripe],
])("an offer with %s is not shown", (_, price, code, url) => {
	const { en, findings } = joinChanged((content) => {
		content.add("odd", { title: text("Odd"), stripeProductId: plain("odd") });
		const entries = ["odd", "consultation-1"].map(entryLink);
		content.set("consultations", "consultations", plain(entries));
		content.sell("odd", 1, price);
		const [product] = content.products.slice(-1);
		if (product) product.active = code !== "productArchived";
	});
	expect(en.consultations.consultations.map(({ id }) => id)).toEqual(["consultation-1"]);
	const place = { id: "odd", title: "Odd", field: "stripeProductId", url };
	expect(findings).toContainEqual({
		code,
		consequence: "entryLeftOut",
		severity: "severe",
		values: { product: "odd" },
		places: [expect.objectContaining(place)],
	});
});

test("a page whose only product is the id of a price is not published", () => {
	const { findings, faults } = joinChanged((content) => {
		content.set("consultations", "consultations", plain([entryLink("consultation-1")]));
		content.set("consultation-1", "stripeProductId", plain("price_1"));
	});
	const [first] = findings;
	expect(first).toMatchObject({ code: "priceIdEntered", values: { id: "price_1" } });
	expect(faults).toEqual([expect.stringContaining("offersWithoutPrices, nothingPublished")]);
});
