import { requirePart } from "../parts.client.ts";
import { languageFrameContract } from "./languageFrameContract.ts";
import { findPlace, restorePlace } from "./readerPlace.client.ts";

const { attributes, parts } = languageFrameContract;

/** Time between a change and its announcement, in milliseconds: screen readers announce changes of an element they know. */
const announcementDelayMs = 100;

/** Checks whether a page has the styles and scripts of this one. After a publication it may have others. */
export function isOfSameVersion(next: Document): boolean {
	const code = [...next.querySelectorAll("head > :is(style, [data-entry])")];
	return code.every(({ outerHTML }) => document.head.innerHTML.includes(outerHTML));
}

/**
 * Replaces the page with its counterpart, except for styles and scripts, which are the same in both.
 * @param controlId id of the element that has the focus afterwards
 */
export function swapPage(next: Document, href: string, controlId: string): void {
	const place = findPlace();
	keepState(next);
	const openPopovers = listOpenPopovers();
	for (const element of findOwnMetadata(document)) element.remove();
	document.head.append(...findOwnMetadata(next));
	document.documentElement.lang = next.documentElement.lang;
	document.body.replaceChildren(...next.body.childNodes);
	history.replaceState(null, "", href + location.search + location.hash);

	for (const { id } of openPopovers) document.getElementById(id)?.showPopover();
	document.getElementById(controlId)?.focus({ preventScroll: true });
	restorePlace(place);
	const status = requirePart(document.body, parts.status, HTMLElement);
	setTimeout(() => status.append(status.getAttribute(attributes.message) ?? ""), announcementDelayMs);
}

/** Copies typed text and open sections to the counterpart, whose ids are the same. */
function keepState(next: Document): void {
	for (const old of document.querySelectorAll("main [id], footer [id]")) {
		const now = next.getElementById(old.id);
		if (old instanceof HTMLInputElement && now instanceof HTMLInputElement) now.value = old.value;
		if (isOpenSection(old.parentElement) && now?.parentElement instanceof HTMLDetailsElement) {
			now.parentElement.open = true;
		}
	}
}

function isOpenSection(element: Element | null): boolean {
	return element instanceof HTMLDetailsElement && element.open;
}

/** Returns the open popovers. Browsers without popovers refuse the selector. */
function listOpenPopovers(): Element[] {
	const selector = ":popover-open";
	return CSS.supports(`selector(${selector})`) ? [...document.querySelectorAll(selector)] : [];
}

/** Returns the elements of a page's head that differ between its languages. */
function findOwnMetadata(page: Document): NodeListOf<Element> {
	return page.querySelectorAll("head > :not(style, script, [rel=stylesheet], [rel=preload])");
}
