import type { Price, Text } from "./snapshot.ts";

/** Currencies whose smallest unit is not a hundredth at Stripe: https://docs.stripe.com/currencies#zero-decimal */
const wholeUnits = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const thousandths = "bhd jod kwd omr tnd".split(" ");

/** How many of Stripe's smallest units make one unit of a currency (ISO 4217, lower case): 100 for pounds. */
export function unitsPer(currency: string): number {
	if (wholeUnits.includes(currency)) return 1;
	return thousandths.includes(currency) ? 1000 : 100;
}

/** `{ amount: 6500, currency: "gbp" }` → `£65.00`, the same in both languages (specification, section 9). */
export function formatPrice({ amount, currency }: Price): string {
	return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(amount / unitsPer(currency));
}

/** The price of a DNA test: `199` → `£199`, `199.5` → `£199.50`, a text as written after the pound sign. */
export function formatPounds(price: number | Text): string {
	if (typeof price !== "number") return `£${price.value.replace(/^£\s*/, "")}`;
	const format = { style: "currency", currency: "GBP", trailingZeroDisplay: "stripIfInteger" } as const;
	return new Intl.NumberFormat("en-GB", format).format(price);
}
