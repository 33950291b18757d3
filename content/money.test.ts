import { expect, test } from "vitest";
import { formatAmount, formatPounds, formatPrice, readPounds } from "./money.ts";

test.each([
	[6500, "gbp", "£65.00", "65.00"],
	[1, "gbp", "£0.01", "0.01"],
	[123456789, "gbp", "£1,234,567.89", "1234567.89"],
	[6500, "eur", "€65.00", "65.00"],
	[6500, "jpy", "JP¥6,500", "6500"],
	[6500, "kwd", "KWD\u00a06.500", "6.500"],
	// Stripe uses hundredths of a króna as minor units, although the króna itself has none.
	[650000, "isk", "ISK\u00a06,500", "6500.00"],
])("%i minor units of %s are shown as %s, written as %s", (amount, currency, shown, written) => {
	expect(formatPrice({ amount, currency })).toBe(shown);
	expect(formatAmount({ amount, currency })).toBe(written);
});

test.each([
	["199", "£199", "199.00"],
	["1500", "£1,500", "1500.00"],
	["99.5", "£99.50", "99.50"],
	["£199", "£199", "199.00"],
	["£ 1,250.50", "£1,250.50", "1250.50"],
	["from £1500", "from £1,500", undefined],
	["From 199", "from £199", undefined],
	["£ from 199", "from £199", undefined],
	["199,50", "£199,50", undefined],
	["1.005", "£1.005", undefined],
	["199–250", "£199–250", undefined],
	["from 200 EUR", "from 200 EUR", undefined],
	["200 евро", "200 евро", undefined],
	["€200", "€200", undefined],
	["£199 with kit", "£199 with kit", undefined],
	["on request", "on request", undefined],
])("a test's price of %j is shown as %s, written as %s", (price, shown, written) => {
	expect(formatPounds(price, "en-US")).toBe(shown);
	const read = readPounds(price);
	expect(read && !read.isLowest ? formatAmount(read.money) : undefined).toBe(written);
});

test("the word before a lowest price is translated", () => {
	expect(formatPounds("From 199", "ru")).toBe("от\u00a0£199");
});
