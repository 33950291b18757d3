/** Scroll position: distance of each visible element from the bottom of the bar, in pixels, by the element's id. */
export type ReaderPlace = ReadonlyMap<string, number>;

/**
 * Scroll position before the last change of language, and the position after it: that of the element that the change kept in
 * place, and of the page.
 */
type Arrival = { place: ReaderPlace; anchorId: string; anchorTop: number; scrollTop: number };
let arrival: Arrival | undefined;

/**
 * Measures the scroll position.
 * @returns the position before the last change of language, unless the visitor has scrolled since. So a change back restores
 * exactly the position that the visitor left
 */
export function findPlace(): ReaderPlace {
	const tops = measureTops();
	if (!arrival) return tops;
	const distance = topOf(tops, arrival.anchorId) - arrival.anchorTop;
	return Math.abs(distance) <= 1 ? arrival.place : tops;
}

/** Restores a scroll position. The text above it may have another height in the new language. */
export function restorePlace(place: ReaderPlace): void {
	const anchor = findAnchor(place, measureTops());
	if (!anchor) return;
	scrollBy({ top: anchor.shift, behavior: "instant" });
	const current = { place, anchorId: anchor.id, anchorTop: topOf(measureTops(), anchor.id), scrollTop: scrollY };
	arrival = current;
	// The font of the other alphabet may change the number of lines of a heading.
	document.fonts.ready.then(() => {
		if (arrival === current) holdAnchor(current);
	});
}

/** Undoes a layout shift, unless the browser's scroll anchoring has done so or the visitor has scrolled. */
function holdAnchor({ anchorId, anchorTop, scrollTop }: Arrival): void {
	if (scrollY !== scrollTop) return;
	scrollBy({ top: topOf(measureTops(), anchorId) - anchorTop, behavior: "instant" });
}

function measureTops(): ReaderPlace {
	const bar = document.querySelector(".bar");
	// In a low window the bar scrolls away with the page.
	const barBottom = Math.max(0, bar?.getBoundingClientRect().bottom ?? 0);
	const tops = new Map<string, number>();
	for (const element of document.querySelectorAll("main, main [id], footer [id]")) {
		const { top, height } = element.getBoundingClientRect();
		// Elements inside a closed `<details>` have no box, or a box that is not visible.
		const isVisible = height > 0 && element.checkVisibility?.() !== false;
		if (isVisible) tops.set(element.id, top - barBottom);
	}
	return tops;
}

/**
 * Finds the element that keeps its position, and how far the page must scroll for that, in pixels: the first element that
 * begins in the viewport. When there is none, the bottom of the bar keeps its relative position between the last element
 * above the bar and the first element below the viewport.
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
