import { describe, expect, test } from "vitest";
import { Report } from "../report.ts";
import type { StripePrice } from "./fetchPrices.ts";
import { joinPrices } from "./joinPrices.ts";

const sold = (id: string, product = `prod_${id}`) => ({ id, stripeProductId: product });

function price(id: string, product: StripePrice["product"], more: Partial<StripePrice> = {}): StripePrice {
	return { id, object: "price", created: 1, currency: "gbp", unit_amount: 100, product, ...more };
}

function join(items: { id: string; stripeProductId: string }[], prices: StripePrice[], live = true) {
	const report = new Report({ apiUrl: "https://cdn.contentful.com", spaceId: "space", environment: "master" });
	const priced = joinPrices(items, prices, { live, report });
	const rows = report.rows.map(
		({ severity, entry, problem, instead }) => `${severity} ${entry}: ${problem}: ${instead}`,
	);
	return { priced, rows, prices: priced.map(({ id, price: { amount, currency } }) => `${id} ${amount} ${currency}`) };
}

test("prices follow the order of the items, and the items keep what else they hold", () => {
	const items = [
		{ ...sold("b"), title: "B" },
		{ ...sold("a"), title: "A" },
	];
	const { priced, rows } = join(items, [
		price("1", { id: "prod_a" }, { unit_amount: 1 }),
		price("2", { id: "prod_b", updated: 3 }, { unit_amount: 2 }),
	]);
	expect(priced).toEqual([
		{ ...items[0], price: { amount: 2, currency: "gbp", updatedAt: "1970-01-01T00:00:03.000Z" } },
		{ ...items[1], price: { amount: 1, currency: "gbp", updatedAt: "1970-01-01T00:00:01.000Z" } },
	]);
	expect(rows).toEqual([]);
});

test("a product may be an id alone", () => {
	expect(join([sold("a")], [price("1", "prod_a")]).prices).toEqual(["a 100 gbp"]);
});

test("two items may share a product", () => {
	expect(join([sold("a", "prod_x"), sold("b", "prod_x")], [price("1", "prod_x")]).prices).toEqual([
		"a 100 gbp",
		"b 100 gbp",
	]);
});

describe("is dropped and reported:", () => {
	test.each<[string, StripePrice[], string]>([
		["an item without a price", [], "has no active one-time price in Stripe"],
		["one with a price of another product", [price("1", "prod_ab")], "has no active one-time price in Stripe"],
		["one with the amount 0", [price("1", "prod_a", { unit_amount: 0 })], "has no amount or the amount 0"],
		["one without an amount", [price("1", "prod_a", { unit_amount: null })], "has no amount or the amount 0"],
		["one of an inactive product", [price("1", { id: "prod_a", active: false })], "is inactive or deleted in Stripe"],
		["one of a deleted product", [price("1", { id: "prod_a", deleted: true })], "is inactive or deleted in Stripe"],
	])("%s", (_, prices, problem) => {
		const { priced, rows } = join([sold("a")], prices);
		expect(priced).toEqual([]);
		expect(rows).toEqual([`severe a: product prod_a ${problem}: it is not shown`]);
	});
});

describe("of several prices", () => {
	const product = { id: "prod_a", default_price: "default" };

	test.each<[string, StripePrice[], string]>([
		[
			"one in pounds comes before the default price and the newest",
			[
				price("default", product, { currency: "eur", created: 8 }),
				price("new", product, { currency: "usd", created: 9 }),
				price("pounds", product),
			],
			"pounds",
		],
		[
			"the default price comes before the newest",
			[price("new", product, { created: 9 }), price("default", product), price("old", product, { created: 0 })],
			"default",
		],
		[
			"the newest is taken when none is the default",
			[
				price("old", "prod_a", { created: 1 }),
				price("new", "prod_a", { created: 9 }),
				price("mid", "prod_a", { created: 5 }),
			],
			"new",
		],
	])("%s", (_, prices, best) => {
		for (const order of [prices, prices.toReversed()]) {
			const amounts = order.map((one) => ({ ...one, unit_amount: one.id === best ? 777 : 1 }));
			const { priced, rows } = join([sold("a")], amounts);
			expect(priced[0]?.price.amount).toBe(777);
			expect(rows).toEqual([`info a: ${prices.length} prices match product prod_a: price ${best} is shown`]);
		}
	});

	test("those without an amount do not count", () => {
		const { prices, rows } = join(
			[sold("a")],
			[
				price("default", product, { unit_amount: 0 }),
				price("free", product, { unit_amount: null }),
				price("paid", product),
			],
		);
		expect(prices).toEqual(["a 100 gbp"]);
		expect(rows).toEqual([]);
	});
});

test("a currency without hundredths is reported and shown", () => {
	const { prices, rows } = join([sold("a")], [price("1", "prod_a", { currency: "jpy", unit_amount: 6500 })]);
	expect(prices).toEqual(["a 6500 jpy"]);
	expect(rows).toEqual([
		"info a: the smallest unit of JPY is not a hundredth: the price is formatted with the right unit",
	]);
});

describe("a price of Stripe's test mode", () => {
	const unreal = price("1", "prod_a", { livemode: false });

	test("is reported where visitors buy, and shown", () => {
		const { prices, rows } = join([sold("a")], [unreal]);
		expect(prices).toEqual(["a 100 gbp"]);
		expect(rows).toEqual(["severe a: price 1 is of Stripe's test mode: it is shown all the same"]);
	});

	test.each<[string, StripePrice[], boolean]>([
		["where nobody buys", [unreal], false],
		["when another is shown", [{ ...unreal, currency: "eur" }, price("2", "prod_a", { livemode: true })], true],
		["when nothing is said of its mode", [price("1", "prod_a")], true],
	])("is nothing to report %s", (_, prices, live) => {
		expect(join([sold("a")], prices, live).rows.filter((row) => row.startsWith("severe"))).toEqual([]);
	});
});
