/**
 * Scroll position of a visitor: distance of each visible element from the bottom of the header, in pixels, by the
 * element's id.
 */
export type ReaderPlace = ReadonlyMap<string, number>;

/**
 * Scroll positions around the last change of language. `place` is the position before it. `anchorTop` and `scrollTop`
 * are the positions of the anchor and of the page after it, in pixels. The anchor is the element that stayed in place.
 */
type Arrival = { place: ReaderPlace; anchorId: string; anchorTop: number; scrollTop: number };
let arrival: Arrival | undefined;

/**
 * Measures the scroll position of the page.
 * @returns the position before the last change of language, when the visitor has not scrolled since. Two changes of
 * language
 * then lead back to exactly the same position
 */
export function findPlace(): ReaderPlace {
	const tops = measureTops();
	if (!arrival) return tops;
	const distance = topOf(tops, arrival.anchorId) - arrival.anchorTop;
	return Math.abs(distance) <= 1 ? arrival.place : tops;
}

/** Scrolls so that the elements are where they were in the other language. Texts differ in height between languages. */
export function restorePlace(place: ReaderPlace): void {
	const anchor = findAnchor(place, measureTops());
	if (!anchor) return;
	scrollBy({ top: anchor.shift, behavior: "instant" });
	const current = { place, anchorId: anchor.id, anchorTop: topOf(measureTops(), anchor.id), scrollTop: scrollY };
	arrival = current;
	// A heading may get more or fewer lines when the font of the new language has loaded.
	document.fonts.ready.then(() => {
		if (arrival === current) holdAnchor(current);
	});
}

/**
 * Scrolls the anchor back to its position after a layout shift, unless the visitor or the browser has scrolled
 * meanwhile.
 */
function holdAnchor({ anchorId, anchorTop, scrollTop }: Arrival): void {
	if (scrollY !== scrollTop) return;
	scrollBy({ top: topOf(measureTops(), anchorId) - anchorTop, behavior: "instant" });
}

function measureTops(): ReaderPlace {
	const bar = document.querySelector(".bar");
	// In a low window the header scrolls out of the viewport.
	const barBottom = Math.max(0, bar?.getBoundingClientRect().bottom ?? 0);
	const tops = new Map<string, number>();
	for (const element of document.querySelectorAll("main, main [id], footer [id]")) {
		const { top, height } = element.getBoundingClientRect();
		// Elements inside a closed `<details>` have no height, or are not visible.
		const isVisible = height > 0 && element.checkVisibility?.() !== false;
		if (isVisible) tops.set(element.id, top - barBottom);
	}
	return tops;
}

/**
 * Finds the element to keep in place (the anchor), and the distance to scroll for it, in pixels. The anchor is the
 * first element that begins in the viewport. A long text may fill the viewport, so that no element begins there. Then
 * the share of that text above the viewport stays the same.
 */
function findAnchor(before: ReaderPlace, now: ReaderPlace): { id: string; shift: number } | undefined {
	const common = [...before.keys()].filter((id) => now.has(id));
	const ids = common.sort((one, other) => topOf(before, one) - topOf(before, other));
	const shiftOf = (id: string) => topOf(now, id) - topOf(before, id);
	const above = ids.findLast((id) => topOf(before, id) < 0);
	const below = ids.find((id) => topOf(before, id) >= 0);
	if (!below) return above === undefined ? undefined : { id: above, shift: shiftOf(above) };
	if (above === undefined || topOf(before, below) < innerHeight) return { id: below, shift: shiftOf(below) };
	const share = topOf(before, above) / (topOf(before, above) - topOf(before, below));
	return { id: below, shift: topOf(now, above) * (1 - share) + topOf(now, below) * share };
}

const topOf = (place: ReaderPlace, id: string) => place.get(id) ?? 0;
