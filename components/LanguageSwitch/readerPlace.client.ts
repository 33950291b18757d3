/** Scroll position: for each element id, the distance of the element from the bottom of the header, in pixels. */
export type ReaderPlace = ReadonlyMap<string, number>;

/** Scroll positions before and after the last change of language. */
type Arrival = {
	/** Scroll position before the change of language. */
	place: ReaderPlace;
	/** Id of the element that stayed in place during the change of language. */
	anchorId: string;
	/** Distance from the header to the element `anchorId`, in pixels, right after the change of language. */
	anchorTop: number;
	/** Value of `window.scrollY` right after the change of language. */
	scrollTop: number;
};

let arrival: Arrival | undefined;

/** Returns the scroll position to restore after the change of language. */
export function findReaderPlace(): ReaderPlace {
	const tops = measureTops();
	if (!arrival) return tops;
	const scrolledPx = Math.abs(topOf(tops, arrival.anchorId) - arrival.anchorTop);
	return scrolledPx <= 1 ? arrival.place : tops;
}

/**
 * Restores a scroll position after a change of language. Texts differ in height between the languages, so only one
 * element, the anchor, stays in place.
 */
export function restoreReaderPlace(place: ReaderPlace): void {
	const anchor = findAnchor(place, measureTops());
	if (!anchor) return;
	scrollBy({ top: anchor.shift, behavior: "instant" });
	const current = { place, anchorId: anchor.id, anchorTop: topOf(measureTops(), anchor.id), scrollTop: scrollY };
	arrival = current;
	// Keeps the anchor in place after fonts load, because fonts can change the height of texts.
	document.fonts.ready.then(() => {
		if (arrival === current) holdAnchor(current);
	});
}

/** Scrolls the element `anchorId` back after a layout shift, unless the visitor has scrolled. */
function holdAnchor({ anchorId, anchorTop, scrollTop }: Arrival): void {
	if (scrollY !== scrollTop) return;
	scrollBy({ top: topOf(measureTops(), anchorId) - anchorTop, behavior: "instant" });
}

function measureTops(): ReaderPlace {
	const bar = document.querySelector(".bar");
	// In a window of small height, the header scrolls out of the viewport, so its bottom can be negative.
	const barBottom = Math.max(0, bar?.getBoundingClientRect().bottom ?? 0);
	const tops = new Map<string, number>();
	for (const element of document.querySelectorAll("main, main [id], footer [id]")) {
		const { top, height } = element.getBoundingClientRect();
		// `checkVisibility` returns false for elements inside a closed `<details>`.
		const isVisible = height > 0 && element.checkVisibility?.() !== false;
		if (isVisible) tops.set(element.id, top - barBottom);
	}
	return tops;
}

/** Returns the id of the element to keep in place, and the distance to scroll, in pixels. */
function findAnchor(before: ReaderPlace, now: ReaderPlace): { id: string; shift: number } | undefined {
	const ids = [...before.keys()].filter((id) => now.has(id));
	ids.sort((one, other) => topOf(before, one) - topOf(before, other));
	const above = ids.findLast((id) => topOf(before, id) < 0);
	const below = ids.find((id) => topOf(before, id) >= 0);
	const isInsideElement = above !== undefined && below !== undefined && topOf(before, below) >= innerHeight;
	if (isInsideElement) return { id: below, shift: interpolateShift(before, now, above, below) };
	const id = below ?? above;
	return id === undefined ? undefined : { id, shift: topOf(now, id) - topOf(before, id) };
}

/** Returns the distance to scroll, in pixels, to the same relative position between the elements `above` and `below`. */
function interpolateShift(before: ReaderPlace, now: ReaderPlace, above: string, below: string): number {
	const share = -topOf(before, above) / (topOf(before, below) - topOf(before, above));
	return topOf(now, above) * (1 - share) + topOf(now, below) * share;
}

/** Returns an element's distance from the header, or 0 if the element is no longer visible. */
function topOf(place: ReaderPlace, id: string): number {
	return place.get(id) ?? 0;
}
