import { requirePart } from "../parts.client.ts";
import { languageFrameContract } from "./languageFrameContract.ts";
import { findReaderPlace, restoreReaderPlace } from "./readerPlace.client.ts";

const { attributes, parts } = languageFrameContract;

/**
 * Delay of the announcement, in milliseconds. Screen readers ignore the text of a status element that was only just
 * added.
 */
const announcementDelayMs = 100;

/** CSS selector of the styles, and of the inline script that loads the page's other scripts. */
const codeSelector = "head > :is(style, [data-entry])";

/**
 * Checks whether the current page has all styles and scripts of a fetched page. After a new deploy, some can be missing.
 */
export function hasSameStylesAndScripts(next: Document): boolean {
	const codeElements = [...next.querySelectorAll(codeSelector)];
	return codeElements.every(({ outerHTML }) => document.head.innerHTML.includes(outerHTML));
}

/**
 * Replaces the content of the page with the same page in the other language.
 * @param controlId id of the element to focus afterwards
 */
export function swapPage(next: Document, href: string, controlId: string): void {
	const place = findReaderPlace();
	keepState(next);
	const openPopovers = listOpenPopovers();
	for (const element of findLocaleMetadata(document)) element.remove();
	document.head.append(...findLocaleMetadata(next));
	document.documentElement.lang = next.documentElement.lang;
	document.body.replaceChildren(...next.body.childNodes);
	history.replaceState(null, "", href + location.search + location.hash);

	for (const { id } of openPopovers) document.getElementById(id)?.showPopover();
	document.getElementById(controlId)?.focus({ preventScroll: true });
	restoreReaderPlace(place);
	const status = requirePart(document.body, parts.status, HTMLElement);
	setTimeout(() => status.append(status.getAttribute(attributes.message) ?? ""), announcementDelayMs);
}

/** Copies input values and the open state of sections to the page in the other language. */
export function keepState(next: Document): void {
	for (const old of document.querySelectorAll("main [id], footer [id]")) {
		const now = next.getElementById(old.id);
		if (old instanceof HTMLInputElement && now instanceof HTMLInputElement) now.value = old.value;
		if (old instanceof HTMLDetailsElement && now instanceof HTMLDetailsElement) now.open = old.open;
	}
}

/** Returns the open popovers, or an empty array in browsers that do not support `:popover-open`. */
function listOpenPopovers(): Element[] {
	const selector = ":popover-open";
	return CSS.supports(`selector(${selector})`) ? [...document.querySelectorAll(selector)] : [];
}

/** Returns the elements in a page's head that differ between the languages, such as `<title>`. */
function findLocaleMetadata(page: Document): NodeListOf<Element> {
	return page.querySelectorAll("head > :not(style, script, [rel=stylesheet], [rel=preload])");
}
