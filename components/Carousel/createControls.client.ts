import { requirePart } from "../parts.client.ts";
import { carouselContract } from "./carouselContract.ts";

const { parts, attributes } = carouselContract;

/**
 * Function that updates the arrows and dots. `page` is the current page, counted from 0. `count` is the number of
 * pages.
 */
type DrawControls = (page: number, count: number) => void;

/**
 * Registers click listeners on a carousel's arrows and creates its dots.
 * @param turnTo scrolls to a page of the carousel, counted from 0
 */
export function createControls(
	carousel: HTMLElement,
	turnTo: (page: number) => void,
	signal: AbortSignal,
): DrawControls {
	const controls = requirePart(carousel, parts.controls, HTMLElement);
	const previous = requirePart(carousel, parts.previous, HTMLButtonElement);
	const next = requirePart(carousel, parts.next, HTMLButtonElement);
	const drawDots = createDots(requirePart(carousel, parts.dots, HTMLOListElement), turnTo, signal);
	let shownPage = 0;
	previous.addEventListener("click", () => turnTo(shownPage - 1), { signal });
	next.addEventListener("click", () => turnTo(shownPage + 1), { signal });
	return (page, count) => {
		shownPage = page;
		controls.hidden = count === 1;
		// An arrow with `aria-disabled` can be clicked, but only scrolls to the page that is already visible.
		previous.ariaDisabled = String(page === 0);
		next.ariaDisabled = String(page >= count - 1);
		drawDots(page, count);
	};
}

/** Empties the list of dots, and returns a function that adds, removes and labels dots. */
function createDots(list: HTMLOListElement, turnTo: (page: number) => void, signal: AbortSignal): DrawControls {
	const label = list.getAttribute(attributes.dotLabel) ?? "";
	const dots: HTMLButtonElement[] = [];

	function addDot(): void {
		const page = dots.length;
		const dot = document.createElement("button");
		dot.type = "button";
		dot.addEventListener("click", () => turnTo(page), { signal });
		const item = document.createElement("li");
		item.append(dot);
		list.append(item);
		dots.push(dot);
	}

	// A carousel that is inserted into the document again still contains its old dots.
	list.replaceChildren();
	list.hidden = false;
	return (page, count) => {
		while (dots.length > count) dots.pop()?.parentElement?.remove();
		while (dots.length < count) addDot();
		for (const [index, dot] of dots.entries()) {
			dot.ariaLabel = label.replace("{page}", String(index + 1)).replace("{count}", String(count));
			dot.ariaCurrent = String(index === page);
		}
		centreDot(list, dots[page]);
	};
}

/** Scrolls an overflowing row of dots so that a given dot is in the middle. */
function centreDot(list: HTMLElement, dot: HTMLElement | undefined): void {
	if (dot) list.scrollTo(dot.offsetLeft + dot.offsetWidth / 2 - list.clientWidth / 2, 0);
}
