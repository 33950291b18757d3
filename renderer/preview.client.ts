// What the pages of a preview load, and no other: a press on a text leads to its field in Contentful, and what is saved there is shown
// in place.
import { ContentfulLivePreview } from "@contentful/live-preview";

const root = document.documentElement;
const path = location.pathname;
/** The version that was told of last. */
let live: string | undefined;
/** The version that the page shows. */
let shown = document.querySelector<HTMLElement>("script[data-version]")?.dataset.version;

/** Selects an element in the page and in its next version: by an id, or by steps from the nearest one. */
function selectorOf(element: Element): string {
	if (element.id) return `#${CSS.escape(element.id)}`;
	const { parentElement } = element;
	if (!parentElement) return ":root";
	return `${selectorOf(parentElement)} > :nth-child(${[...parentElement.children].indexOf(element) + 1})`;
}

/** Puts the next version in the place of this one. What was typed, opened, focused and scrolled to stays so. */
function show(next: Document): void {
	const { activeElement } = document;
	const focused = activeElement && activeElement !== document.body ? selectorOf(activeElement) : undefined;
	const { scrollX, scrollY } = window;
	for (const details of document.querySelectorAll("details[open]")) {
		const selector = selectorOf(details.lastElementChild ?? details);
		next.querySelector(selector)?.closest("details")?.setAttribute("open", "");
	}
	for (const { id, value } of document.querySelectorAll<HTMLInputElement>("input[id]")) {
		const input = next.getElementById(id) as HTMLInputElement | null;
		if (input) input.value = value;
	}

	document.title = next.title;
	root.lang = next.documentElement.lang;
	document.body.replaceChildren(...next.body.childNodes);

	if (focused) document.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
	scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
}

const changes = new EventSource("/preview-changes");
changes.onmessage = ({ data: version }) => {
	live = version;
	if (version === shown) return;
	// It parses a page without a trusted-types policy, which DOMParser would need.
	const request = new XMLHttpRequest();
	request.open("GET", location.href);
	request.responseType = "document";
	request.onload = () => {
		// Another has been told of meanwhile, and its page is on its way.
		if (version !== live) return;
		// The code is another, too, or the language has changed meanwhile.
		const styleOf = (page: Document) => page.head.querySelector("style")?.textContent;
		if (styleOf(request.response) !== styleOf(document) || location.pathname !== path) return location.reload();
		shown = version;
		show(request.response);
	};
	request.send();
};

ContentfulLivePreview.init({ locale: root.lang, enableInspectorMode: true, enableLiveUpdates: false });
