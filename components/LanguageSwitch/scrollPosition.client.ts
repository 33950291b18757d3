import { sharedElementsSelector } from "./languageSwitchContract.ts";

/** Scroll position: for each element id, the distance of the element from the bottom of the header, in pixels. */
type ScrollPosition = ReadonlyMap<string, number>;

/** Scroll positions before and after the last change of language. */
type RestoredPosition = {
	/** Scroll position in the page that was left. */
	position: ScrollPosition;
	/** Id of the element that stayed in place during the change of language. */
	anchorId: string;
	/** Distance from the header to the element `anchorId` after the change of language, in pixels. */
	anchorTop: number;
	/** Value of `window.scrollY` after the change of language. */
	scrollTop: number;
};

let lastRestored: RestoredPosition | undefined;

/**
 * Records the scroll position before a change of language. A visitor who changes the language back, and has not scrolled
 * meanwhile, gets the position before the first change.
 * @returns function that restores the position after the change
 */
export function recordScrollPosition(): () => void {
	const tops = measureTops();
	const position =
		lastRestored && !hasScrolledSince(lastRestored, tops) ? lastRestored.position : tops;
	return () => restore(position);
}

/** Scrolls the page. Texts differ in height between the languages, so only one element, the anchor, stays in place. */
function restore(position: ScrollPosition): void {
	const anchor = findAnchor(position, measureTops());
	if (!anchor) return;
	scrollBy({ top: anchor.shift, behavior: "instant" });
	const current = recordRestored(position, anchor.id);
	lastRestored = current;
	// Late fonts and the first paint can move the anchor, so it is moved back afterwards, unless the visitor has scrolled.
	// Until then, the browser's own scroll anchoring is off. It would keep another element in place, and change `scrollY`
	// as if the visitor had scrolled.
	setScrollAnchoring("none");
	document.fonts.ready.then(waitForPaint).then(() => {
		if (lastRestored !== current) return;
		if (!hasScrolledSince(current, measureTops())) holdAnchor(current);
		setScrollAnchoring("");
	});
}

/** Sets `overflow-anchor` of the viewport, which Chromium takes from the `<body>`, as it does with `overflow`. */
function setScrollAnchoring(value: "none" | ""): void {
	for (const { style } of [document.documentElement, document.body]) style.overflowAnchor = value;
}

/** Resolves after the next paint, because the second frame begins when the first has been painted. */
function waitForPaint(): Promise<number> {
	return new Promise((resolve) => {
		requestAnimationFrame(() => requestAnimationFrame(resolve));
	});
}

function recordRestored(position: ScrollPosition, anchorId: string): RestoredPosition {
	return { position, anchorId, anchorTop: topOf(measureTops(), anchorId), scrollTop: scrollY };
}

/** Scrolls the anchor back to its place after a layout shift. */
function holdAnchor({ position, anchorId, anchorTop }: RestoredPosition): void {
	scrollBy({ top: topOf(measureTops(), anchorId) - anchorTop, behavior: "instant" });
	lastRestored = recordRestored(position, anchorId);
}

/**
 * Checks whether the visitor has scrolled. Scrolling changes both `scrollY` and the anchor's distance from the header. A
 * layout shift changes only one of them, unless it makes the page too short for `scrollTop`.
 */
function hasScrolledSince(
	{ anchorId, anchorTop, scrollTop }: RestoredPosition,
	tops: ScrollPosition,
): boolean {
	const { scrollHeight, clientHeight } = document.documentElement;
	const endScrollTop = scrollHeight - clientHeight;
	if (endScrollTop < scrollTop && scrollY >= endScrollTop - 1) return false;
	const anchorShift = Math.abs(topOf(tops, anchorId) - anchorTop);
	return anchorShift > 1 && Math.abs(scrollY - scrollTop) > 1;
}

function measureTops(): ScrollPosition {
	const header = document.querySelector("header");
	// In a window of small height, the header scrolls out of the viewport, so its bottom can be negative.
	const headerBottom = Math.max(0, header?.getBoundingClientRect().bottom ?? 0);
	const tops = new Map<string, number>();
	for (const element of document.querySelectorAll(`main, ${sharedElementsSelector}`)) {
		const { top, height } = element.getBoundingClientRect();
		// `checkVisibility` returns false for elements inside a closed `<details>`.
		const isVisible = height > 0 && element.checkVisibility?.() !== false;
		if (isVisible) tops.set(element.id, top - headerBottom);
	}
	return tops;
}

/** Returns the id of the element to keep in place, and the distance to scroll, in pixels. */
function findAnchor(
	before: ScrollPosition,
	now: ScrollPosition,
): { id: string; shift: number } | undefined {
	const ids = [...before.keys()].filter((id) => now.has(id));
	ids.sort((one, other) => topOf(before, one) - topOf(before, other));
	const above = ids.findLast((id) => topOf(before, id) < 0);
	const below = ids.find((id) => topOf(before, id) >= 0);
	// Whether no element begins inside the viewport, as in the middle of a long text.
	const isBetweenTops =
		above !== undefined && below !== undefined && topOf(before, below) >= innerHeight;
	if (isBetweenTops) return { id: below, shift: interpolateShift(before, now, above, below) };
	const id = below ?? above;
	return id === undefined ? undefined : { id, shift: topOf(now, id) - topOf(before, id) };
}

/** Returns the distance to scroll, in pixels, to the same relative position between the elements `above` and `below`. */
function interpolateShift(
	before: ScrollPosition,
	now: ScrollPosition,
	above: string,
	below: string,
): number {
	const share = -topOf(before, above) / (topOf(before, below) - topOf(before, above));
	return topOf(now, above) * (1 - share) + topOf(now, below) * share;
}

/** Returns an element's distance from the header, or 0 if the element is no longer visible. */
function topOf(position: ScrollPosition, id: string): number {
	return position.get(id) ?? 0;
}
