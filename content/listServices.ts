import type { Offer } from "./pageFacts.ts";
import { pages } from "./pages.ts";
import { type RouteName, shownRoutes } from "./routes.ts";
import type { Snapshot, TextValue } from "./snapshot.ts";

/** A page that sells something, as other pages present it. */
export type Service = {
	route: RouteName;
	teaser: TextValue | undefined;
	startingPrice: StartingPrice;
};

/** Lowest price of a page. */
export type StartingPrice = {
	/** Formatted price. */
	price: string;
	/** Duration of what is sold for it. */
	duration: TextValue | number | undefined;
	/** Whether the page has higher prices, too. */
	hasHigher: boolean;
};

/** Returns the pages that sell something, in the order of the navigation. */
export function listServices(content: Snapshot): Service[] {
	return shownRoutes(content).flatMap((route) => {
		const { sells } = pages[route];
		const startingPrice = sells && findStartingPrice(sells.offers(content));
		return startingPrice ? [{ route, teaser: sells.teaser(content), startingPrice }] : [];
	});
}

/** Returns the lowest price of the offers in the currency of the first. */
function findStartingPrice(offers: Offer[]): StartingPrice | undefined {
	const comparable = offers.filter(({ price }) => price.currency === offers[0]?.price.currency);
	const [cheapest] = comparable.sort((one, other) => one.price.amount - other.price.amount);
	if (!cheapest) return undefined;
	const hasHigher = comparable.some(({ price }) => price.amount > cheapest.price.amount);
	return { price: cheapest.shownPrice, duration: cheapest.duration, hasHigher };
}
