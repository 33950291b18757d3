import { JSDOM } from "jsdom";

/** Custom elements that `doubleElements` duplicates. */
const duplicatedElements = "site-menu, site-carousel, site-newsletter";

/** Attributes whose value is an id or a space-separated list of ids. */
const idAttributes = ["id", "for", "popovertarget", "aria-labelledby", "aria-describedby"];

/** Suffix of the ids in a duplicated element. */
export const secondSuffix = "-second";

/**
 * Duplicates the menu, the carousel and the newsletter form of a document. The duplicates have other ids, as if a
 * component had rendered them with another `id`. Styles and scripts stay, so the content security policy of the
 * document still applies.
 */
export function doubleElements(html: string): string {
	const dom = new JSDOM(html);
	const { document } = dom.window;
	for (const element of document.querySelectorAll(duplicatedElements)) {
		const copy = document.importNode(element, true);
		renameIds(copy);
		// The header of a phone has no space for a second menu.
		if (element.closest("header")) document.querySelector("main")?.prepend(copy);
		else element.after(copy);
	}
	return dom.serialize();
}

/** Appends the suffix to all ids inside an element, and to all attributes inside it that refer to these ids. */
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
