import type { Price, Snapshot } from "../../../content/snapshot.ts";
import type { Unresolved } from "../contentful/links.ts";

/** What is sold on which page, the field of its payment link, and whether that is paid by the month. */
export const offers = [
	{ page: "consultations", name: "consultation", link: "stripePaymentLink", monthly: false },
	{ page: "packages", name: "package", link: "stripeOneTimePaymentLink", monthly: false },
	{ page: "packages", name: "package", link: "stripeMonthlyPaymentLink", monthly: true },
	{ page: "programmes", name: "programme", link: "stripeOneTimePaymentLink", monthly: false },
] as const;

export type ShopName = (typeof offers)[number]["page"];

/** Something that is sold, and where it can be paid. */
export type Offer = { id: string; price: Price } & { [Field in (typeof offers)[number]["link"]]?: string | undefined };

/** What a page sells: the list that has the page's own name. */
export function offersOn(page: ShopName, { consultations, packages, programmes }: Unresolved<Snapshot>): Offer[] {
	if (page === "consultations") return consultations.consultations;
	return page === "packages" ? packages.packages : programmes.programmes;
}
