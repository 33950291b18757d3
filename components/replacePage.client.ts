// Changes the open page in place: to the other language, or to saved drafts. Loaded when it is first needed.
import { Idiomorph } from "idiomorph";

/** Delay before the placeholder covers the main content, in milliseconds. */
const placeholderDelayMs = 150;

/** Attributes that visitors and scripts add. An element keeps those that the fetched page lacks. */
const stateAttributes = [
	...["aria-busy", "aria-current", "aria-disabled", "data-aside", "data-shown", "data-state"],
	...["hidden", "open", "style", "value"],
];

/** CSS selector of the elements of which one stays where it is on the screen. Slides that are not shown are cut off. */
const textSelector =
	":is(main, footer) :is(h1, h2, h3, p, li, dt, dd, summary, img):not([data-aside] *)";

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

// Requests the heading fonts of both languages before a change, because the page would not use a later font.
for (const family of ["Literata", '"Literata Cyrillic"'])
	document.fonts.load(`1em ${family}`, "1").catch(() => {});

/**
 * Changes the language of the page. A failed change keeps the placeholder until `signal` is aborted.
 * @param href address of the page in the other language, and `response` that page
 * @param signal is aborted when the visitor revokes the change, or starts another one
 */
export async function changeLanguage(
	href: string,
	response: Promise<Document>,
	signal: AbortSignal,
): Promise<void> {
	const timer = setTimeout(() => setPlaceholder("loading"), placeholderDelayMs);
	const endWait = (state: PlaceholderState) => {
		clearTimeout(timer);
		setPlaceholder(state);
	};
	signal.addEventListener("abort", () => endWait("hidden"));
	const address = href + location.search + location.hash;
	try {
		const next = await response;
		if (signal.aborted) return;
		endWait("hidden");
		if (replacePage(next)) {
			history.replaceState(null, "", address);
			const status = findPart("language-status");
			if (status) status.textContent = status.dataset.message ?? "";
		} else {
			setPlaceholder("loading");
			location.replace(address);
		}
	} catch (error) {
		if (signal.aborted) return;
		console.error(error);
		// The open menu would cover the link of the placeholder. Browsers without popovers have no `hidePopover`.
		document.querySelector<HTMLElement>("[popover]")?.hidePopover?.();
		endWait("failed");
	}
}

/** Returns a part of the page's frame by its `data-part` attribute. */
function findPart(name: string): HTMLElement | null {
	return document.querySelector(`[data-part=${name}]`);
}

type PlaceholderState = "hidden" | "loading" | "failed";

function setPlaceholder(state: PlaceholderState): void {
	findPart("placeholder")?.toggleAttribute("hidden", state === "hidden");
	findPart("failure")?.toggleAttribute("hidden", state !== "failed");
	for (const main of document.querySelectorAll("main")) main.ariaBusy = String(state !== "hidden");
}

/**
 * Changes the open page into a fetched one. Elements that both have stay, with focus, typed text, open sections and
 * scroll position.
 * @returns false when the page lacks styles or scripts of the fetched one, as after a deploy of changed code
 */
export function replacePage(next: Document): boolean {
	// `scripts/render/renderSite.ts` puts the styles and the script into the head.
	const codeElements = [...next.querySelectorAll("head > :is(style, [src])")];
	if (!codeElements.every(({ outerHTML }) => document.head.innerHTML.includes(outerHTML)))
		return false;
	keepPlace(() => {
		for (const element of findMetadata(document)) element.remove();
		document.head.append(...findMetadata(next));
		const { id, lang } = next.documentElement;
		Object.assign(document.documentElement, { id, lang });
		Idiomorph.morph(document.body, next.body, {
			callbacks: {
				// Browsers need no structured data, and trusted types forbid to change the text of a script.
				beforeNodeMorphed: (node) => !(node instanceof HTMLScriptElement),
				beforeAttributeUpdated: (name, _, change) =>
					change === "update" || !stateAttributes.includes(name),
			},
		});
	});
	return true;
}

/** Returns all elements of a page's head except styles, scripts and preloads, which both pages share. */
function findMetadata(page: Document): NodeListOf<Element> {
	return page.querySelectorAll("head > :not(style, script, [rel=preload])");
}

/**
 * Scrolls so that the text that the visitor reads stays in place. Browsers themselves would keep another element there,
 * and Safari none. A change back restores the first position, unless the visitor has scrolled.
 */
function keepPlace(change: () => void): void {
	const anchor =
		lastPlace && !hasScrolledSince(lastPlace.scrollTop) ? lastPlace.anchor : findAnchor();
	setScrollAnchoring("none");
	change();
	const hold = () => {
		if (!anchor?.element.isConnected) return;
		const { top, height } = measure(anchor.element);
		scrollBy({ top: top + anchor.share * height - anchor.top, behavior: "instant" });
	};
	hold();
	const place = anchor && { anchor, scrollTop: scrollY };
	lastPlace = place;
	// Late fonts can move the anchor. The first frame requests them.
	requestAnimationFrame(async () => {
		await document.fonts.ready;
		if (place !== lastPlace) return;
		if (place && !hasScrolledSince(place.scrollTop)) {
			hold();
			place.scrollTop = scrollY;
		}
		setScrollAnchoring("");
	});
}

/** Checks whether the visitor has scrolled. A page that has become too short for `scrollTop` is at its end. */
function hasScrolledSince(scrollTop: number): boolean {
	const { scrollHeight, clientHeight } = document.documentElement;
	return Math.abs(scrollY - Math.min(scrollTop, scrollHeight - clientHeight)) > 1;
}

/** Returns the first element that begins in view, or otherwise the point of a long element below the header. */
function findAnchor(): Anchor | undefined {
	if (scrollY === 0) return undefined;
	let anchor: Anchor | undefined;
	for (const element of document.querySelectorAll(textSelector)) {
		const { top, height } = measure(element);
		// `checkVisibility` returns false for elements inside a closed `<details>`. Safari has it since 17.4.
		if (top + height <= 0 || height === 0 || element.checkVisibility?.() === false) continue;
		if (top < 0) anchor = { element, share: -top / height, top: 0 };
		else if (top < innerHeight) return { element, share: 0, top };
	}
	return anchor;
}

/** Measures an element: its distance from the bottom of the header, and its height, in pixels. */
function measure(element: Element): { top: number; height: number } {
	const { top, height } = element.getBoundingClientRect();
	const header = document.querySelector("header")?.getBoundingClientRect();
	// In a window of small height, the header scrolls out of view.
	return { top: top - Math.max(0, header?.bottom ?? 0), height };
}

/** Sets `overflow-anchor` of the viewport, which Chromium takes from the `<body>`, as it does with `overflow`. */
function setScrollAnchoring(value: "none" | ""): void {
	for (const { style } of [document.documentElement, document.body]) style.overflowAnchor = value;
}
