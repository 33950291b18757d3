import type { Locale } from "./locales.ts";
import type { Money } from "./snapshot.ts";
import { words } from "./words.ts";

/** Currencies that have no minor unit in Stripe: https://docs.stripe.com/currencies#zero-decimal */
const zeroDecimalCurrencies = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(
	" ",
);
/** Currencies with 1,000 minor units in one unit. */
const threeDecimalCurrencies = "bhd jod kwd omr tnd".split(" ");

/**
 * Returns the number of decimals of amounts in a currency: 2 for pounds.
 * @param currency ISO 4217 code in lower case
 */
function countDecimals(currency: string): number {
	if (zeroDecimalCurrencies.includes(currency)) return 0;
	return threeDecimalCurrencies.includes(currency) ? 3 : 2;
}

/** Formats a price, in the same way in both languages: `£65.00` for `{ amount: 6500, currency: "gbp" }`. */
export function formatPrice({ amount, currency }: Money): string {
	return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(
		amount / 10 ** countDecimals(currency),
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
	const format = new Intl.NumberFormat(locale, {
		style: "currency",
		currency,
		currencyDisplay: "name",
		maximumFractionDigits: 0,
	});
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
 * Formats the price of a DNA test: `£1,500` for `1500`, `from £199` for `from 199`. Prices are not translated in
 * Contentful, so the word "from" is translated here. Any other text gets a pound sign only without letters and currency
 * signs, because they can name another currency.
 */
export function formatPounds(text: string, locale: Locale): string {
	const read = readPounds(text);
	if (!read) return /[\p{L}\p{Sc}]/u.test(text) ? text : text.replace(/\d/, "£$&");
	const pounds = poundsFormat.format(read.money.amount / 100);
	return read.isLowest ? words[locale].from.replace("{price}", pounds) : pounds;
}

/** Formats an amount for structured data: `6500.00` for `{ amount: 650000, currency: "gbp" }`. */
export function formatAmount({ amount, currency }: Money): string {
	const decimals = countDecimals(currency);
	return (amount / 10 ** decimals).toFixed(decimals);
}

const poundsPattern = /^(from\s+)?(\d{1,3}(?:,?\d{3})*(?:\.\d{1,2})?)$/i;

/**
 * Reads a price in pounds, with or without a pound sign, and commas between thousands. Returns undefined for any other
 * comma, such as `1,5`, because it could be a decimal separator.
 */
export function readPounds(text: string) {
	const [, from, pounds] = poundsPattern.exec(text.replace("£", "").trim()) ?? [];
	if (!pounds) return undefined;
	const amount = Math.round(Number(pounds.replaceAll(",", "")) * 100);
	return { money: { amount, currency: "gbp" }, isLowest: from !== undefined };
}
