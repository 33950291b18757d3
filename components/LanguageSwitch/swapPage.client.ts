import { find } from "../find.client.ts";
import { findPlace, restorePlace } from "./readerPlace.client.ts";

/** An input, or the body of a section. */
type Part = HTMLInputElement & { parentElement: HTMLDetailsElement };

/** Checks whether a page has the styles and the scripts of this one: not when the site was published anew meanwhile. */
export const isOfSameVersion = (next: Document) =>
	[...next.querySelectorAll("head > :is(style, [data-entry])")].every(({ outerHTML }) =>
		document.head.innerHTML.includes(outerHTML),
	);

/** Puts a page in place of this one, which it is the counterpart of: all but styles and scripts, which are the same. */
export function swapPage(next: Document, href: string, controlId: string): void {
	const place = findPlace();
	// Typed values and open sections are kept: ids are the same in both languages.
	for (const old of document.querySelectorAll<Part>("#content [id], footer [id]")) {
		const now = next.getElementById(old.id) as Part | null;
		if (!now) continue;
		if (old.value) now.value = old.value;
		now.hidden = old.hidden;
		if (old.parentElement.open) now.parentElement.open = true;
	}
	const isMenuOpen = document.querySelector("#menu:popover-open");
	const own = (page: Document) => page.querySelectorAll("head > :not(style, script, [rel=stylesheet], [rel=preload])");
	for (const element of own(document)) element.remove();
	document.head.append(...own(next));
	document.documentElement.lang = next.documentElement.lang;
	document.body.replaceChildren(...next.body.childNodes);
	history.replaceState(null, "", href + location.search + location.hash);

	if (isMenuOpen) find("menu").showPopover();
	find(controlId).focus({ preventScroll: true });
	restorePlace(place);
	const status = find("language-status");
	setTimeout(() => status.append(status.dataset.message as string), 100);
}
