/** Distance of each visible element with an id from the bottom of the bar, in pixels, by its id. */
export type ReaderPlace = ReadonlyMap<string, number>;

/** Reader's place before the last change of language, and where that change left the element that it kept in place. */
type Arrival = { place: ReaderPlace; anchorId: string; anchorTop: number; scrollTop: number };
let arrival: Arrival | undefined;

/**
 * Remembers where the reader is.
 * @returns the place before the last change of language if the reader has not moved since, so that there and back leads to
 * where it began
 */
export function findPlace(): ReaderPlace {
	const tops = measureTops();
	if (!arrival) return tops;
	const distance = topOf(tops, arrival.anchorId) - arrival.anchorTop;
	return Math.abs(distance) <= 1 ? arrival.place : tops;
}

/** Scrolls so that what the reader was reading is where it was, although what is above it may be longer or shorter now. */
export function restorePlace(place: ReaderPlace): void {
	const anchor = findAnchor(place, measureTops());
	if (!anchor) return;
	scrollBy({ top: anchor.shift, behavior: "instant" });
	const current = { place, anchorId: anchor.id, anchorTop: topOf(measureTops(), anchor.id), scrollTop: scrollY };
	arrival = current;
	// Headings may take another number of lines when the font of the other alphabet has loaded.
	document.fonts.ready.then(() => {
		if (arrival === current) holdAnchor(current);
	});
}

/** Undoes a shift of the layout, unless the browser's scroll anchoring has done so or the reader has scrolled. */
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
		// Elements inside a closed `<details>` have no box, or one that is not shown.
		const isVisible = height > 0 && element.checkVisibility?.() !== false;
		if (isVisible) tops.set(element.id, top - barBottom);
	}
	return tops;
}

/**
 * Finds the element that keeps the reader's place, and how far the page must scroll for that, in pixels. It is the first
 * element that begins in view, which stays where it is. Where none does, the line under the bar keeps its share of the way
 * from the last element above to the first below.
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
