import { expect, test } from "vitest";
import { formatAmount, formatPounds, formatPrice, parsePounds } from "./money.ts";

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
	[199, "£199", "199.00"],
	[1250, "£1,250", "1250.00"],
	[1.005, "£1.01", "1.01"],
	[-1, "-£1", undefined],
	[0, "£0", undefined],
	[{ value: "199" }, "£199", "199.00"],
	[{ value: "199.5" }, "£199.5", "199.50"],
	[{ value: "£199" }, "£199", "199.00"],
	[{ value: "£ 1,250.50" }, "£1,250.50", "1250.50"],
	[{ value: "199 with kit" }, "£199 with kit", undefined],
	[{ value: "199,50" }, "£199,50", undefined],
	[{ value: "199–250" }, "£199–250", undefined],
	[{ value: "from £199" }, "from £199", undefined],
	[{ value: "from 199" }, "from £199", undefined],
	[{ value: "£ from 199" }, "from £199", undefined],
	[{ value: "on request" }, "on request", undefined],
])("a test's price of %j is shown as %s, written as %s", (price, shown, written) => {
	expect(formatPounds(price, "en-US")).toBe(shown);
	const parsed = parsePounds(price);
	expect(parsed && formatAmount(parsed)).toBe(written);
});

test("the word before a lowest price is translated", () => {
	expect(formatPounds({ value: "From 199" }, "ru")).toBe("от\u00a0£199");
	expect(formatPounds({ value: "199 with kit" }, "ru")).toBe("£199 with kit");
});
