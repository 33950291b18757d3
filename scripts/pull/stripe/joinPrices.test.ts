import { expect, test } from "vitest";
import { Report } from "../report.ts";
import type { StripePrice } from "./fetchPrices.ts";
import { joinPrices } from "./joinPrices.ts";

const sold = (id: string, product = `prod_${id}`) => ({ id, stripeProductId: product });

function price(id: string, product: StripePrice["product"], more: Partial<StripePrice> = {}): StripePrice {
	return { id, object: "price", created: 1, currency: "gbp", unit_amount: 100, product, ...more };
}

function join(items: { id: string; stripeProductId: string }[], prices: StripePrice[]) {
	const report = new Report({ apiUrl: "https://cdn.contentful.com", spaceId: "space", environment: "master" });
	const priced = joinPrices(items, prices, { live: true, report });
	const rows = report.rows.map(
		({ severity, entry, problem, instead }) => `${severity} ${entry}: ${problem}: ${instead}`,
	);
	return { priced, rows };
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

test("a price of another product, whose id begins alike, is no price", () => {
	const { priced, rows } = join([sold("a")], [price("1", "prod_ab")]);
	expect(priced).toEqual([]);
	expect(rows).toEqual(["severe a: product prod_a has no active one-time price in Stripe: it is not shown"]);
});
