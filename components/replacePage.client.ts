import { Idiomorph } from "idiomorph";

/**
 * CSS selector of the styles, and of the inline script that loads the page's other scripts.
 * `scripts/render/vikeTags.ts` inlines the styles, and writes the script's URL into `data-entry`.
 */
const codeSelector = "head > :is(style, [data-entry])";

/** CSS selector of what differs between two pages in the head. Both have the same styles, scripts and preloads. */
const metadataSelector = "head > :not(style, script, [rel=stylesheet], [rel=preload])";

/** Attributes that only visitors and scripts set. Served pages lack them, and an element keeps them. */
const stateAttributes = new Set([
	"aria-busy",
	"aria-current",
	"aria-disabled",
	"data-shown",
	"data-state",
	"open",
	"style",
	"value",
]);

/** Point of an element that stays where it is on the screen while a page is replaced. */
type Anchor = {
	element: Element;
	/** Distance of the point from the top of the element, as a share of its height. */
	share: number;
	/** Distance of the point from the bottom of the header, in pixels. */
	top: number;
};

/** Anchor of the last replacement, and the value of `scrollY` after it. */
let lastPlace: { anchor: Anchor; scrollTop: number } | undefined;

/**
 * Changes the open page into a fetched one. Elements that both have stay, with focus, typed text, open sections and
 * scroll position.
 * @returns false when the page lacks styles or scripts of the fetched one, as after a deploy of changed code
 */
export function replacePage(next: Document): boolean {
	const codeElements = [...next.querySelectorAll(codeSelector)];
	if (!codeElements.every(({ outerHTML }) => document.head.innerHTML.includes(outerHTML)))
		return false;
	for (const element of document.querySelectorAll(metadataSelector)) element.remove();
	document.head.append(...next.querySelectorAll(metadataSelector));
	const { id, lang } = next.documentElement;
	Object.assign(document.documentElement, { id, lang });
	keepPlace(() => {
		Idiomorph.morph(document.body, next.body, {
			callbacks: {
				beforeAttributeUpdated: (name, _, change) =>
					change === "update" || !stateAttributes.has(name),
			},
		});
	});
	return true;
}

/**
 * Scrolls so that the text that the visitor reads stays in place. Browsers would keep another element in place, and
 * Safari none.
 */
function keepPlace(change: () => void): void {
	const anchor = recallAnchor() ?? findAnchor();
	setScrollAnchoring("none");
	change();
	if (anchor?.element.isConnected) {
		const { top, height } = measure(anchor.element);
		scrollBy({ top: top + anchor.share * height - anchor.top, behavior: "instant" });
		lastPlace = { anchor, scrollTop: scrollY };
	}
	requestAnimationFrame(() => requestAnimationFrame(() => setScrollAnchoring("")));
}

/** Returns the last anchor if the visitor has not scrolled since, so that a change back restores the first position. */
function recallAnchor(): Anchor | undefined {
	if (!lastPlace?.anchor.element.isConnected) return undefined;
	return Math.abs(scrollY - lastPlace.scrollTop) < 1 ? lastPlace.anchor : undefined;
}

/** Returns the first element that begins in view, or otherwise the point of a long element at the top of the view. */
function findAnchor(): Anchor | undefined {
	if (scrollY === 0) return undefined;
	const headerBottom = measureHeaderBottom();
	for (const element of document.querySelectorAll("main *, footer *")) {
		const { top, height } = measure(element);
		// `checkVisibility` returns false for elements inside a closed `<details>`. Safari has it since 17.4.
		const isVisible = height > 0 && element.checkVisibility?.() !== false;
		if (isVisible && top >= 0 && top < innerHeight - headerBottom)
			return { element, share: 0, top };
	}
	const element = document.elementFromPoint(innerWidth / 2, headerBottom + 1);
	if (!element) return undefined;
	const { top, height } = measure(element);
	return { element, share: -top / height, top: 0 };
}

/** Measures an element: its distance from the bottom of the header, and its height, in pixels. */
function measure(element: Element): { top: number; height: number } {
	const { top, height } = element.getBoundingClientRect();
	return { top: top - measureHeaderBottom(), height };
}

/** Returns the lower edge of the sticky header. In a window of small height, the header scrolls out of view. */
function measureHeaderBottom(): number {
	const header = document.querySelector("header");
	return Math.max(0, header?.getBoundingClientRect().bottom ?? 0);
}

/** Sets `overflow-anchor` of the viewport, which Chromium takes from the `<body>`, as it does with `overflow`. */
function setScrollAnchoring(value: "none" | ""): void {
	for (const { style } of [document.documentElement, document.body]) style.overflowAnchor = value;
}
