import type { Price, Snapshot } from "../../../content/snapshot.ts";

/** What is sold on which page, the field of its payment link, and whether that is paid by the month. */
export const offers = [
	{ page: "consultations", name: "consultation", link: "stripePaymentLink", monthly: false },
	{ page: "packages", name: "package", link: "stripeOneTimePaymentLink", monthly: false },
	{ page: "packages", name: "package", link: "stripeMonthlyPaymentLink", monthly: true },
	{ page: "programmes", name: "programme", link: "stripeOneTimePaymentLink", monthly: false },
] as const;

type Offer = { id: string; price: Price } & Record<string, unknown>;

/** What a page sells: the list that has the page's own name. */
export function offersOn(page: (typeof offers)[number]["page"], snapshot: Snapshot): Offer[] {
	return (snapshot[page] as unknown as Record<string, Offer[]>)[page] ?? [];
}
