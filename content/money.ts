import type { Locale } from "./locales.ts";
import type { Money, TextValue } from "./snapshot.ts";
import { words } from "./words.ts";

/** Currencies that have no minor unit in Stripe: https://docs.stripe.com/currencies#zero-decimal */
const zeroDecimalCurrencies = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(
	" ",
);
/** Currencies with 1,000 minor units in one unit. */
const threeDecimalCurrencies = "bhd jod kwd omr tnd".split(" ");

/**
 * Returns the number of minor units in one unit of a currency: 100 for pounds.
 * @param currency ISO 4217 code in lower case
 */
function countMinorUnits(currency: string): number {
	if (zeroDecimalCurrencies.includes(currency)) return 1;
	return threeDecimalCurrencies.includes(currency) ? 1000 : 100;
}

/** Formats a price, in the same way in both languages: `£65.00` for `{ amount: 6500, currency: "gbp" }`. */
export function formatPrice({ amount, currency }: Money): string {
	return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(
		amount / countMinorUnits(currency),
	);
}

/**
 * Returns the currency in which most visitors compare prices: pounds if a price is in pounds, otherwise the currency of
 * the first price.
 */
export function findMainCurrency(prices: Money[]): string | undefined {
	const [first] = prices;
	return prices.some(({ currency }) => currency === "gbp") ? "gbp" : first?.currency;
}

/** Returns the name of a currency: `euro`, `евро`. */
export function formatCurrencyName(currency: string, locale: Locale): string {
	// Without decimals, because English has the singular for `1`, but not for `1.00`.
	const options = {
		style: "currency",
		currency,
		currencyDisplay: "name",
		maximumFractionDigits: 0,
	} as const;
	const format = new Intl.NumberFormat(locale, options);
	const name = format.formatToParts(1).find(({ type }) => type === "currency");
	return name?.value ?? currency.toUpperCase();
}

/** Format of prices in pounds, without `.00`: `£199`, `£199.50`. */
const poundsFormat = new Intl.NumberFormat("en-GB", {
	style: "currency",
	currency: "GBP",
	trailingZeroDisplay: "stripIfInteger",
});

/**
 * Formats the price of a DNA test in pounds: `£199` for `199`, `from £199` for `from 199`. Prices are not translated in
 * Contentful, so the word "from" is translated here.
 */
export function formatPounds(price: number | TextValue, locale: Locale): string {
	if (typeof price === "number") return poundsFormat.format(price);
	if (price.number !== undefined) return poundsFormat.format(price.number);
	const text = addPoundSign(price.value);
	const [, lowest] = /^from (£.+)$/i.exec(text) ?? [];
	if (lowest === undefined) return text;
	return words[locale].from.replace("{price}", lowest);
}

/**
 * Adds a pound sign before the first number if the text contains no pound sign. Removes spaces after a pound sign.
 */
function addPoundSign(text: string): string {
	const cleaned = text.replace(poundSignWithoutNumber, "").replace(/£\s+/, "£");
	if (cleaned.includes("£")) return cleaned;
	return cleaned.replace(/\d/, "£$&");
}

const poundSignWithoutNumber = /£\s*(?=[^\d\s])/g;

/** Formats an amount for structured data: `6500.00` for `{ amount: 650000, currency: "gbp" }`. */
export function formatAmount({ amount, currency }: Money): string {
	const units = countMinorUnits(currency);
	const decimals = Math.log10(units);
	return (amount / units).toFixed(decimals);
}

/**
 * Parses a price in pounds. Returns undefined when a text contains more than an amount, such as `from £99`, and when the
 * amount is not above 0.
 */
export function parsePounds(price: number | TextValue): Money | undefined {
	const pounds = typeof price === "number" ? price : readPounds(price.value);
	if (pounds === undefined || pounds <= 0) return undefined;
	// Removes floating-point errors: 1.005 * 100 is 100.49999999999999.
	const pence = Number((pounds * 100).toPrecision(12));
	return { amount: Math.round(pence), currency: "gbp" };
}

/**
 * Parses a number with or without commas between thousands. Returns undefined for any other comma, such as `1,5`,
 * because it could be a decimal separator.
 */
function readPounds(text: string): number | undefined {
	const number = text.replace(/^£\s*/, "");
	const isNumber = /^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(number);
	return isNumber ? Number(number.replaceAll(",", "")) : undefined;
}
