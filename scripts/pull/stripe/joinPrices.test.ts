import { expect, test } from "vitest";
import { Report } from "../report.ts";
import type { StripePrice } from "./fetchPrices.ts";
import { joinPrices } from "./joinPrices.ts";

const sold = (id: string) => ({ id, stripeProductId: `prod_${id}`, title: id.toUpperCase() });
const price = (id: string, product: StripePrice["product"], amount: number): StripePrice => ({
	id,
	object: "price",
	created: 1,
	currency: "gbp",
	unit_amount: amount,
	product,
});

function join(items: { id: string; stripeProductId: string }[], prices: StripePrice[]) {
	const report = new Report({ apiUrl: "https://cdn.contentful.com", spaceId: "space", environment: "master" });
	const priced = joinPrices(items, prices, { live: true, report });
	return { priced, problems: report.rows.map(({ problem }) => problem) };
}

test("prices follow the order of the items, and the items keep what else they hold", () => {
	const items = [sold("b"), sold("a")];
	const prices = [price("1", { id: "prod_a" }, 1), price("2", { id: "prod_b", updated: 3 }, 2)];
	const { priced, problems } = join(items, prices);
	expect(priced).toEqual([
		{ ...items[0], price: { amount: 2, currency: "gbp", updatedAt: "1970-01-01T00:00:03.000Z" } },
		{ ...items[1], price: { amount: 1, currency: "gbp", updatedAt: "1970-01-01T00:00:01.000Z" } },
	]);
	expect(problems).toEqual([]);
});

test("a price of another product, whose id begins alike, is no price", () => {
	const { priced, problems } = join([sold("a")], [price("1", "prod_ab", 100)]);
	expect(priced).toEqual([]);
	expect(problems).toEqual(["product prod_a has no active one-time price in Stripe"]);
});
