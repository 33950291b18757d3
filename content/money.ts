import type { Money, TextValue } from "./snapshot.ts";

/** Currencies without a minor unit at Stripe, and those with a thousandth: https://docs.stripe.com/currencies#zero-decimal */
const wholeUnits = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const thousandths = "bhd jod kwd omr tnd".split(" ");

/** Returns the number of minor units in one unit of a currency (ISO 4217, lower case): 100 for pounds. */
export function minorUnitsPerUnit(currency: string): number {
	if (wholeUnits.includes(currency)) return 1;
	return thousandths.includes(currency) ? 1000 : 100;
}

/**
 * Formats a price, in the same way in both languages (specification, section 9): `£65.00` for `{ amount: 6500, currency: "gbp"
 * }`.
 */
export function formatPrice({ amount, currency }: Money): string {
	return priceFormat(currency).format(amount / minorUnitsPerUnit(currency));
}

/** Formats of prices by currency. Creating one takes as long as rendering a paragraph, and each page names many prices. */
const priceFormats = new Map<string, Intl.NumberFormat>();

function priceFormat(currency: string): Intl.NumberFormat {
	const format = priceFormats.get(currency) ?? new Intl.NumberFormat("en-GB", { style: "currency", currency });
	priceFormats.set(currency, format);
	return format;
}

/** Format of prices in pounds that leaves out `.00`. */
const poundsFormat = new Intl.NumberFormat("en-GB", {
	style: "currency",
	currency: "GBP",
	trailingZeroDisplay: "stripIfInteger",
});

/**
 * Formats the price of a DNA test, a number of pounds or a text: `£199` for `199`, `£199.50` for `199.5`. In a text, `£` is
 * added before the first number unless the editor has entered it there: `from £199` for `from 199` and for `£from 199`.
 */
export function formatPounds(price: number | TextValue): string {
	if (typeof price !== "number") {
		if (price.number !== undefined) return formatPounds(price.number);
		const words = price.value.replace(signWithoutNumber, "").replace(/£\s+/, "£");
		return words.includes("£") ? words : words.replace(/\d/, "£$&");
	}
	return poundsFormat.format(price);
}

/** Matches a pound sign that belongs to no number. */
const signWithoutNumber = /£\s*(?=[^\d\s])/g;

/** Formats the amount of a price for machines: `6500.00` for `{ amount: 650000, currency: "gbp" }`. */
export function formatAmount({ amount, currency }: Money): string {
	const units = minorUnitsPerUnit(currency);
	return (amount / units).toFixed(Math.log10(units));
}

/**
 * Parses the price of a DNA test, a number of pounds or a text such as `£1,250.50`.
 * @returns undefined when the text is more than a price, or the price is negative
 */
export function parsePounds(price: number | TextValue): Money | undefined {
	const pounds = typeof price === "number" ? price : readPounds(price.value);
	if (pounds === undefined || pounds < 0) return undefined;
	// Rounded, since 1.005 * 100 is 100.49999999999999.
	const pence = Number((pounds * 100).toPrecision(12));
	return { amount: Math.round(pence), currency: "gbp" };
}

/** Parses a number with commas between thousands. Returns undefined when a comma could be a decimal separator. */
function readPounds(text: string): number | undefined {
	const [, number] = /^(?:£\s*)?((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?)$/.exec(text) ?? [];
	return number === undefined ? undefined : Number(number.replaceAll(",", ""));
}
