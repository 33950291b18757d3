import { requirePart } from "../parts.client.ts";
import { carouselContract } from "./carouselContract.ts";

const { parts, attributes } = carouselContract;

/** Draws the controls of a carousel: `page` is counted from 0. */
export type DrawControls = (page: number, count: number) => void;

/**
 * Makes arrows and dots of a carousel turn its pages.
 * @param turnTo shows a page, or the nearest one where there is none with that number
 * @param signal removes their listeners when it is aborted
 * @returns a function that draws them
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
		// A button with `aria-disabled` still receives clicks. `turnTo` then stays on the first or last page.
		previous.ariaDisabled = String(page === 0);
		next.ariaDisabled = String(page >= count - 1);
		drawDots(page, count);
	};
}

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

	// Dots from before the element was disconnected have lost their listeners, so new ones replace them.
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

/** Scrolls an overflowing row of dots until the given dot is in its middle. */
function centreDot(list: HTMLElement, dot: HTMLElement | undefined): void {
	if (dot) list.scrollTo(dot.offsetLeft + dot.offsetWidth / 2 - list.clientWidth / 2, 0);
}
