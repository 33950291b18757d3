import { carouselContract } from "../Carousel/carouselContract.ts";
import { type FetchedPage, hasStylesAndScriptsOf } from "../fetchPage.client.ts";
import { requirePart } from "../parts.client.ts";
import { languageSwitchContract, sharedElementsSelector } from "./languageSwitchContract.ts";
import { recordScrollPosition } from "./scrollPosition.client.ts";

const { attributes, parts } = languageSwitchContract;

/** Selector of the list that scrolls in a carousel. */
const carouselList = `${carouselContract.element} .swiper-wrapper`;

/** Delay before the placeholder covers the main content, in milliseconds. */
const placeholderDelayMs = 150;

/**
 * Delay of the announcement, in milliseconds. Screen readers ignore the text of a status element that was only just
 * added.
 */
const announcementDelayMs = 100;

type Change = {
	href: string;
	response: Promise<FetchedPage>;
	/** Id of the element to focus afterwards. */
	controlId: string;
	/**
	 * Signal that `changeController` of `LanguageSwitch.client.ts` aborts when the visitor revokes the change, or starts
	 * another one.
	 */
	signal: AbortSignal;
};

type PlaceholderState = "hidden" | "loading" | "failed";

// Requests the heading fonts of both languages before the swap, because this page would not use a later font. jsdom has
// no `fonts`.
for (const family of ["Literata", '"Literata Cyrillic"'])
	document.fonts?.load(`1em ${family}`, "1").catch(() => {});

/** Changes the language of the page. A failed change keeps the placeholder until `signal` is aborted. */
export async function changeLanguage({ href, response, controlId, signal }: Change): Promise<void> {
	if (signal.aborted) return;
	const timer = setTimeout(() => setPlaceholder("loading"), placeholderDelayMs);
	signal.addEventListener("abort", () => {
		clearTimeout(timer);
		setPlaceholder("hidden");
	});
	try {
		const { status, page: next } = await response;
		if (signal.aborted) return;
		if (status !== 200 || !next) throw new Error(`${href} answers ${status}`);
		if (!hasStylesAndScriptsOf(next)) {
			// Navigates to the other language's page instead. Inputs and open sections are lost. The timer still runs, so that
			// the placeholder covers a slow load.
			location.replace(href + location.search + location.hash);
			return;
		}
		swapPage(next, href, controlId);
		clearTimeout(timer);
	} catch (error) {
		clearTimeout(timer);
		console.error(error);
		// The open menu would cover the link of the placeholder.
		for (const popover of listOpenPopovers()) popover.hidePopover();
		setPlaceholder("failed");
	}
}

function setPlaceholder(state: PlaceholderState): void {
	const main = document.querySelector("main");
	if (main) main.ariaBusy = String(state !== "hidden");
	requirePart(document.body, parts.placeholder, HTMLElement).hidden = state === "hidden";
	requirePart(document.body, parts.failure, HTMLElement).hidden = state !== "failed";
}

/** Replaces the content of the page with the same page in the other language. */
function swapPage(next: Document, href: string, controlId: string): void {
	// Measures the page before the swap. `restoreScrollPosition` scrolls it afterwards.
	const restoreScrollPosition = recordScrollPosition();
	copyInputValuesAndOpenStates(next);
	const carouselPosition = document.querySelector(carouselList)?.scrollLeft ?? 0;
	const openPopovers = listOpenPopovers();
	for (const element of findLocaleMetadata(document)) element.remove();
	document.head.append(...findLocaleMetadata(next));
	const { id, lang } = next.documentElement;
	Object.assign(document.documentElement, { id, lang });
	document.body.replaceChildren(...next.body.childNodes);
	history.replaceState(null, "", href + location.search + location.hash);

	document.querySelector(carouselList)?.scrollTo({ left: carouselPosition, behavior: "instant" });
	for (const { id } of openPopovers) document.getElementById(id)?.showPopover();
	document.getElementById(controlId)?.focus({ preventScroll: true });
	restoreScrollPosition();
	const status = requirePart(document.body, parts.status, HTMLElement);
	setTimeout(
		() => status.append(status.getAttribute(attributes.message) ?? ""),
		announcementDelayMs,
	);
}

/**
 * Copies input values and the open states of sections, inside `main` and `footer`, to the page in the other language.
 * Corresponding elements have the same id. Some ids are fixed, such as `newsletter-name`.
 * Others begin with the id of an entry or of a part of the page: `<id>-section` in `Disclosure.tsx`, `<id>-read-on` in
 * `ReadOn.tsx`.
 */
export function copyInputValuesAndOpenStates(next: Document): void {
	for (const old of document.querySelectorAll(sharedElementsSelector)) {
		const nextElement = next.getElementById(old.id);
		if (old instanceof HTMLInputElement && nextElement instanceof HTMLInputElement)
			nextElement.value = old.value;
		if (old instanceof HTMLDetailsElement && nextElement instanceof HTMLDetailsElement)
			nextElement.open = old.open;
	}
}

/** Returns the open popovers, or an empty array in browsers that do not support `:popover-open`. */
function listOpenPopovers(): HTMLElement[] {
	const selector = ":popover-open";
	return CSS.supports(`selector(${selector})`)
		? [...document.querySelectorAll<HTMLElement>(selector)]
		: [];
}

/** Returns all elements of a page's head except styles, scripts and preloads, which both languages share. */
function findLocaleMetadata(page: Document): NodeListOf<Element> {
	return page.querySelectorAll("head > :not(style, script, [rel=stylesheet], [rel=preload])");
}
