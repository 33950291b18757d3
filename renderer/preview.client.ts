// What the pages of a preview load, and no other: a press on a text leads to its field in Contentful, and what is saved there is shown
// in place.
import { ContentfulLivePreview } from "@contentful/live-preview";

const root = document.documentElement;
const path = location.pathname;
/** The version that was told of last. */
let live: string | undefined;
/** The version that the page shows. */
let shown = document.querySelector<HTMLElement>("script[data-version]")?.dataset.version;

/** XMLHttpRequest parses a page without a trusted-types policy, which DOMParser would need. */
const fetchPage = (href: string) =>
	new Promise<Document>((resolve, reject) => {
		const request = new XMLHttpRequest();
		request.open("GET", href);
		request.responseType = "document";
		request.onload = () => resolve(request.response);
		request.onerror = () => reject(new Error(`${href} cannot be had`));
		request.send();
	});

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
	const opened = [...document.querySelectorAll("details[open]")].map((details) =>
		selectorOf(details.lastElementChild ?? details),
	);
	const typed = [...document.querySelectorAll<HTMLInputElement>("input[id]")].map(({ id, value }) => ({ id, value }));
	const { scrollX, scrollY } = window;

	document.title = next.title;
	root.lang = next.documentElement.lang;
	document.body.replaceChildren(...next.body.childNodes);

	for (const selector of opened) document.querySelector(selector)?.closest("details")?.setAttribute("open", "");
	for (const { id, value } of typed) {
		const input = document.getElementById(id) as HTMLInputElement | null;
		if (input) input.value = value;
	}
	if (focused) document.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
	scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
}

const changes = new EventSource("/preview-changes");
changes.onmessage = async ({ data: version }) => {
	live = version;
	if (version === shown) return;
	const next = await fetchPage(location.href);
	// Another has been told of meanwhile, and its page is on its way.
	if (version !== live) return;
	// The code is another, too, or the language has changed meanwhile.
	const styleOf = (page: Document) => page.head.querySelector("style")?.textContent;
	if (styleOf(next) !== styleOf(document) || location.pathname !== path) return location.reload();
	shown = version;
	show(next);
};

ContentfulLivePreview.init({ locale: root.lang, enableInspectorMode: true, enableLiveUpdates: false });
