import type { Money, TextValue } from "./snapshot.ts";

/** Currencies whose smallest unit is not a hundredth at Stripe: https://docs.stripe.com/currencies#zero-decimal */
const wholeUnits = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const thousandths = "bhd jod kwd omr tnd".split(" ");

/** How many of Stripe's smallest units make one unit of a currency (ISO 4217, lower case): 100 for pounds. */
export function unitsPer(currency: string): number {
	if (wholeUnits.includes(currency)) return 1;
	return thousandths.includes(currency) ? 1000 : 100;
}

/** `{ amount: 6500, currency: "gbp" }` → `£65.00`, the same in both languages (specification, section 9). */
export function formatPrice({ amount, currency }: Money): string {
	return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(amount / unitsPer(currency));
}

/**
 * The price of a DNA test: `199` → `£199`, `199.5` → `£199.50`. In a text the sign stands before the first number, unless
 * the editor has written it: `from 199` and `from £199` → `from £199`; a text without numbers is shown as it is.
 */
export function formatPounds(price: number | TextValue): string {
	if (typeof price !== "number") {
		if (price.number !== undefined) return formatPounds(price.number);
		return price.value.includes("£") ? price.value.replace(/£\s+/, "£") : price.value.replace(/\d/, "£$&");
	}
	const format = { style: "currency", currency: "GBP", trailingZeroDisplay: "stripIfInteger" } as const;
	return new Intl.NumberFormat("en-GB", format).format(price);
}

/** `{ amount: 650000, currency: "gbp" }` → `6500.00`: what `formatPrice` shows, for machines. */
export function formatAmount({ amount, currency }: Money): string {
	const units = unitsPer(currency);
	return (amount / units).toFixed(Math.log10(units));
}

/** The price of a DNA test for machines: `199.5` → `199.50`. Undefined when the editor's text is more than a number. */
export function formatPoundsAmount(price: number | TextValue): string | undefined {
	const pounds = typeof price === "number" ? price : parsePounds(price.value);
	if (pounds === undefined || pounds < 0) return undefined;
	const format = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
	return new Intl.NumberFormat("en-GB", format).format(pounds);
}

/** A comma stands between thousands, as in English; where it could be a decimal one the text is no number. */
function parsePounds(text: string): number | undefined {
	const [, number] = /^(?:£\s*)?((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?)$/.exec(text) ?? [];
	return number === undefined ? undefined : Number(number.replaceAll(",", ""));
}
