import { expect, test } from "vitest";
import { formatAmount, formatPounds, formatPoundsAmount, formatPrice } from "./money.ts";

test.each([
	[6500, "gbp", "£65.00"],
	[1, "gbp", "£0.01"],
	[6500, "eur", "€65.00"],
	// The smallest unit is the yen itself, a thousandth of a dinar.
	[6500, "jpy", "JP¥6,500"],
	[6500, "kwd", "KWD\u00a06.500"],
	// Stripe counts hundredths of a króna, though there are no such coins.
	[650000, "isk", "ISK\u00a06,500"],
])("%i smallest units of %s cost %s", (amount, currency, shown) => {
	expect(formatPrice({ amount, currency })).toBe(shown);
});

test.each([
	[199, "£199"],
	[1250, "£1,250"],
	[{ value: "199" }, "£199"],
	[{ value: "199 with kit" }, "£199 with kit"],
	[{ value: "£199" }, "£199"],
	[{ value: "£ 199" }, "£199"],
	[{ value: "from £199" }, "from £199"],
	[{ value: "from 199" }, "from £199"],
	[{ value: "on request" }, "on request"],
])("a DNA test's price of %j is shown as %s", (price, shown) => {
	expect(formatPounds(price)).toBe(shown);
});

test.each([
	[6505, "gbp", "65.05"],
	[123456789, "gbp", "1234567.89"],
	[6500, "jpy", "6500"],
])("%i smallest units of %s are %s to a machine", (amount, currency, written) => {
	expect(formatAmount({ amount, currency })).toBe(written);
});

test.each([
	[199, "199.00"],
	[1.005, "1.01"],
	[{ value: "199.5" }, "199.50"],
	[{ value: "£ 1,250.50" }, "1250.50"],
	[{ value: "199 with kit" }, undefined],
	[{ value: "199,50" }, undefined],
	[{ value: "199–250" }, undefined],
	[{ value: "1e3" }, undefined],
	[-1, undefined],
])("a DNA test's price of %j is %s to a machine", (price, written) => {
	expect(formatPoundsAmount(price)).toBe(written);
});
