import type { Money, TextValue } from "./snapshot.ts";

/** Currencies whose smallest unit is not a hundredth at Stripe: https://docs.stripe.com/currencies#zero-decimal */
const wholeUnits = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const thousandths = "bhd jod kwd omr tnd".split(" ");

/** Returns the number of minor units in one unit of a currency (ISO 4217, lower case): 100 for pounds. */
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

/**
 * Parses the price of a DNA test, a number of pounds or a text such as `£1,250.50`.
 * @returns undefined when the text is more than a price, or the price is negative
 */
export function parsePounds(price: number | TextValue): Money | undefined {
	const pounds = typeof price === "number" ? price : readPounds(price.value);
	if (pounds === undefined || pounds < 0) return undefined;
	// 1.005 * 100 is 100.49999999999999.
	const pence = Number((pounds * 100).toPrecision(12));
	return { amount: Math.round(pence), currency: "gbp" };
}

/** Reads a number whose commas separate thousands. Where a comma could be a decimal one, the text is no number. */
function readPounds(text: string): number | undefined {
	const [, number] = /^(?:£\s*)?((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?)$/.exec(text) ?? [];
	return number === undefined ? undefined : Number(number.replaceAll(",", ""));
}
