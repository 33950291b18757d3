import type { Offer } from "./pageFacts.ts";
import { pages } from "./pages.ts";
import { type RouteName, shownRoutes } from "./routes.ts";
import type { Snapshot, TextValue } from "./snapshot.ts";

/** A page that sells something, as other pages present it. */
export type Service = {
	route: RouteName;
	teaser: TextValue | undefined;
	/** The lowest price, as the page shows it. */
	price: string;
};

/** Returns the pages that sell something, in the order of the navigation. */
export function listServices(content: Snapshot): Service[] {
	return shownRoutes(content).flatMap((route) => {
		const { sells } = pages[route];
		const cheapest = sells && findCheapest(sells.offers(content));
		return cheapest ? [{ route, teaser: sells.teaser(content), price: cheapest.shownPrice }] : [];
	});
}

/** Returns the offer with the lowest price, of those in the currency of the first. */
function findCheapest(offers: Offer[]): Offer | undefined {
	const comparable = offers.filter(({ price }) => price.currency === offers[0]?.price.currency);
	const [cheapest] = comparable.sort((one, other) => one.price.amount - other.price.amount);
	return cheapest;
}
