import { findMainCurrency, formatPrice } from "./money.ts";
import type { Offer, PageFacts } from "./pageFacts.ts";
import { pages } from "./pages.ts";
import { toText } from "./plainText.ts";
import { listShownRoutes, type RouteName } from "./routes.ts";
import type { Snapshot, TextValue } from "./snapshot.ts";
import { words } from "./words.ts";

/** Summary of a page that sells services or products, for other pages that link to it. */
export type Service = {
	route: RouteName;
	/** Labels of the services or products, such as their names or durations. */
	items: (TextValue | number)[];
	moreCount: number;
	/**
	 * Title of the section with prices, such as `DNA tests`. Undefined when the prices are not limited to one section of
	 * the page.
	 */
	pricedPart: TextValue | undefined;
	startingPrice: StartingPrice | undefined;
};

type Sales = NonNullable<PageFacts["sales"]>;

type StartingPrice = {
	/** Formatted price: `from £65.00` if the page also has a higher price or another currency, otherwise `£65.00`. */
	text: string;
	/** Duration of the cheapest service, as the editor entered it, such as `30 minutes`. */
	duration: TextValue | number | undefined;
};

/** Returns the summary of the services or products on a page. Undefined when the page is not shown or sells nothing. */
export function findService(content: Snapshot, route: RouteName): Service | undefined {
	return listServices(content).find((service) => service.route === route);
}

/** Returns a summary of each page that sells services or products, in the order of the navigation. */
export function listServices(content: Snapshot): Service[] {
	return listShownRoutes(content).flatMap((route) => {
		const { sales } = pages[route];
		const offers = sales?.offers(content) ?? [];
		if (!sales || offers.length === 0) return [];
		const items = dropRepeated(sales.items(content));
		const shownItems = items.slice(0, countFitting(items));
		const startingPrice = findStartingPrice(offers, sales, content);
		const moreCount = items.length - shownItems.length;
		return [{ route, items: shownItems, moreCount, pricedPart: sales.pricedPart?.(content), startingPrice }];
	});
}

/** Removes names that occur before, for example of consultations in two lengths. */
function dropRepeated(names: (TextValue | number)[]): (TextValue | number)[] {
	const texts = names.map(toText);
	return names.filter((name, index) => texts.indexOf(toText(name)) === index);
}

/** Maximum total length of the service names that a summary lists, in characters: about three lines of text. */
const maxNamesLength = 200;

/**
 * Returns the number of names to show: as many as fit, but at least one. The last name is shown whatever its length,
 * because it takes the place of the note "and 1 more".
 */
function countFitting(names: (TextValue | number)[]): number {
	let length = 0;
	for (const [index, name] of names.entries()) {
		length += toText(name).length;
		const isLast = index === names.length - 1;
		if (length > maxNamesLength && !isLast) return Math.max(1, index);
	}
	return names.length;
}

export function sellsOnline(content: Snapshot, route: RouteName): boolean {
	const offers = pages[route].sales?.offers(content) ?? [];
	return offers.some(({ isBuyable }) => isBuyable);
}

/**
 * Returns the lowest price in the main currency. Returns undefined when a price has no lowest amount, such as the text
 * `on request` of a DNA test, because that price could be lower.
 */
function findStartingPrice(offers: Offer[], sales: Sales, content: Snapshot): StartingPrice | undefined {
	const vaguePrices = sales.vaguePrices?.(content) ?? [];
	const vagueOffers = vaguePrices.flatMap(({ lowest }) => (lowest ? { price: lowest, duration: undefined } : []));
	if (vagueOffers.length < vaguePrices.length) return undefined;
	const allOffers = [...offers, ...vagueOffers];
	const currency = findMainCurrency(allOffers.map(({ price }) => price));
	const comparable = allOffers.filter(({ price }) => price.currency === currency);
	const [cheapest] = comparable.toSorted((one, other) => one.price.amount - other.price.amount);
	if (!cheapest) return undefined;
	const hasOtherCurrency = comparable.length < allOffers.length;
	const hasHigher = comparable.some(({ price }) => price.amount > cheapest.price.amount);
	const price = (sales.formatStartingPrice ?? formatPrice)(cheapest.price);
	const hasOtherPrices = hasHigher || hasOtherCurrency || vagueOffers.length > 0;
	const text = hasOtherPrices ? words[content.locale].from.replace("{price}", price) : price;
	return { text, duration: cheapest.duration };
}
