import { JSDOM } from "jsdom";

const duplicatedElements = "site-menu, site-carousel, site-newsletter";

/** Attributes whose value is an id or a space-separated list of ids. */
const idAttributes = ["id", "for", "popovertarget", "aria-labelledby", "aria-describedby"];

/** Suffix of the ids in a duplicated element. */
export const secondSuffix = "-second";

/**
 * Inserts a copy of the menu, the carousel and the newsletter form into a document, and appends `secondSuffix` to the
 * ids in the copies.
 */
export function doubleElements(html: string): string {
	const dom = new JSDOM(html);
	const { document } = dom.window;
	for (const element of document.querySelectorAll(duplicatedElements)) {
		const copy = document.importNode(element, true);
		renameIds(copy);
		// A phone's header has no space for a second menu, so the second menu goes into `<main>`.
		if (element.closest("header")) document.querySelector("main")?.prepend(copy);
		else element.after(copy);
	}
	return dom.serialize();
}

function renameIds(element: Element): void {
	const ids = new Set([element, ...element.querySelectorAll("[id]")].map(({ id }) => id).filter(Boolean));
	const rename = (id: string) => (ids.has(id) ? id + secondSuffix : id);
	for (const child of [element, ...element.querySelectorAll("*")]) {
		for (const name of idAttributes) {
			const value = child.getAttribute(name);
			if (value) child.setAttribute(name, value.split(" ").map(rename).join(" "));
		}
	}
}
