import type { Price, Snapshot } from "../../../content/snapshot.ts";
import type { Unresolved } from "../contentful/links.ts";

/** The fields of payment links: on which page, of what, and whether they are paid by the month. */
export const paymentLinkFields = [
	{ page: "consultations", name: "consultation", field: "stripePaymentLink", monthly: false },
	{ page: "packages", name: "package", field: "stripeOneTimePaymentLink", monthly: false },
	{ page: "packages", name: "package", field: "stripeMonthlyPaymentLink", monthly: true },
	{ page: "programmes", name: "programme", field: "stripeOneTimePaymentLink", monthly: false },
] as const;

export type ShopName = (typeof paymentLinkFields)[number]["page"];

/** Something that is sold, and where it can be paid. */
export type Offer = { id: string; price: Price } & {
	[Field in (typeof paymentLinkFields)[number]["field"]]?: string | undefined;
};

/** What a page sells: the list that has the page's own name. */
export function listOffers({ consultations, packages, programmes }: Unresolved<Snapshot>, page: ShopName): Offer[] {
	if (page === "consultations") return consultations.consultations;
	return page === "packages" ? packages.packages : programmes.programmes;
}
