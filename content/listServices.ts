import { formatPrice } from "./money.ts";
import type { Offer } from "./pageFacts.ts";
import { pages } from "./pages.ts";
import { type RouteName, shownRoutes } from "./routes.ts";
import type { Snapshot, TextValue } from "./snapshot.ts";

/** A page that sells something, as other pages present it. */
export type Service = {
	route: RouteName;
	/** Names of the first things that the page sells. */
	items: (TextValue | number)[];
	/** Number of things that the page sells besides. */
	moreCount: number;
	/** Part of the page that has the prices. Undefined when it is the whole page. */
	pricedPart: TextValue | undefined;
	/** Undefined when the lowest price is unknown. */
	startingPrice: StartingPrice | undefined;
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
		const offers = sells?.offers(content) ?? [];
		if (!sells || offers.length === 0) return [];
		const items = sells.items(content);
		const shownItems = items.slice(0, countFitting(items));
		const startingPrice = sells.hasVaguePrices?.(content) ? undefined : findStartingPrice(offers);
		const moreCount = items.length - shownItems.length;
		return [{ route, items: shownItems, moreCount, pricedPart: sells.pricedPart?.(content), startingPrice }];
	});
}

/** Maximum total length of the names of a page's services, in characters: about two lines of a column. */
const maxNamesLength = 125;

/** Returns the number of names, at least one, that together are short enough. */
function countFitting(names: (TextValue | number)[]): number {
	let length = 0;
	for (const [index, name] of names.entries()) {
		length += String(typeof name === "number" ? name : name.value).length;
		if (length > maxNamesLength) return Math.max(1, index);
	}
	return names.length;
}

/** Checks whether a page has a button that leads to a payment. */
export function sellsOnline(content: Snapshot, route: RouteName): boolean {
	const offers = pages[route].sells?.offers(content) ?? [];
	return offers.some(({ isBuyable }) => isBuyable);
}

/** Returns the lowest price. Prices in several currencies cannot be compared, so they have none. */
function findStartingPrice(offers: Offer[]): StartingPrice | undefined {
	const [cheapest] = offers.toSorted((one, other) => one.price.amount - other.price.amount);
	if (!cheapest || offers.some(({ price }) => price.currency !== cheapest.price.currency)) return undefined;
	const hasHigher = offers.some(({ price }) => price.amount > cheapest.price.amount);
	return { price: formatPrice(cheapest.price), duration: cheapest.duration, hasHigher };
}
