import { JSDOM } from "jsdom";

/** Custom elements of which a page gets a second one. */
const doubled = "site-menu, site-carousel, site-newsletter";

/** Attributes that hold ids, or a space-separated list of them. */
const idAttributes = ["id", "for", "popovertarget", "aria-labelledby", "aria-describedby"];

/** Suffix of the ids in the second element of a kind. */
export const secondSuffix = "-second";

/**
 * Returns a document of the site with a second menu, carousel and newsletter form, as a component renders them with another
 * `id`. Nothing else changes, so the policy of the document still names its styles and scripts.
 */
export function doubleElements(html: string): string {
	const dom = new JSDOM(html);
	const { document } = dom.window;
	for (const element of document.querySelectorAll(doubled)) {
		const copy = element.cloneNode(true) as Element;
		renameIds(copy);
		// The bar of a phone has no room for a second menu.
		if (element.closest("header")) document.querySelector("main")?.prepend(copy);
		else element.after(copy);
	}
	return dom.serialize();
}

/** Appends the suffix to the ids inside an element, and to what refers to them. */
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
