import { collapse, listTextNodes, parseXml, type SitePage } from "./sitePages.ts";

/** Returns a sentence for each fault of a document's markup. */
export function findMarkupFaults(page: SitePage): string[] {
	const { document } = page;
	return [
		...findMisnesting(page),
		...findForeignCode(document),
		...findDuplicateIds(document),
		...findOutlineFaults(document),
		...findEmptyElements(document),
	];
}

/**
 * React writes every end tag, so what it wrote must be the same to a strict parser and to a browser's, which mends what
 * is nested wrongly. Behind the footer is Vike's script alone.
 */
function findMisnesting({ html, document }: SitePage): string[] {
	const written = html.slice(html.indexOf("<body"), html.lastIndexOf("</footer>") + "</footer>".length);
	const outline = (body: Element) =>
		[...body.querySelectorAll(":not(script)")].map(
			({ localName, parentElement, textContent }) => `${localName} in ${parentElement?.localName}: ${textContent}`,
		);
	const strict = outline(parseXml(`${written}</body>`).documentElement);
	const mended = outline(document.body);
	const differs = mended.findIndex((line, index) => line !== strict[index]);
	if (differs < 0 && strict.length === mended.length) return [];
	return [`the browser mends the document: ${strict[differs]} becomes ${mended[differs]}`];
}

function findForeignCode(document: Document): string[] {
	const faults: string[] = [];
	for (const element of document.getElementsByTagName("*")) {
		for (const { name, value } of element.attributes) {
			if (name.startsWith("on") || name === "style" || name === "srcdoc") faults.push(`<${element.localName} ${name}>`);
			if (/^\s*(?:javascript|data|vbscript):/i.test(value)) faults.push(`${name}="${value}"`);
		}
	}
	// 128 is NodeFilter.SHOW_COMMENT.
	const comment = document.createTreeWalker(document, 128).nextNode();
	return comment ? [...faults, `a comment: ${comment.textContent}`] : faults;
}

function findDuplicateIds(document: Document): string[] {
	const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
	return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `the id ${id} is there twice`);
}

/** One h1, and no level left out on the way down. */
function findOutlineFaults(document: Document): string[] {
	const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ localName }) => Number(localName[1]));
	const gaps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
	const firsts = levels.filter((level) => level === 1).length;
	return [
		...(firsts === 1 ? [] : [`${firsts} elements are h1`]),
		...gaps.map((level) => `h${level} leaves out a level`),
	];
}

const mayBeEmpty = ["img", "input", "hr", "br", "link", "meta", "td", "th", "source", "svg", "path", "script"];
const attributes = ["href", "src", "id", "class", "lang", "aria-label", "placeholder", "content", "for", "rel"];

/** Elements that are empty on purpose: named, filled later, or drawn by the style sheet. */
const filledOtherwise = "[aria-label], [role=status], .progress, .carousel-controls, .carousel-controls ol";

/** Elements that hold nothing to read, see or fill in; an ornament is nothing. A table's cell may be empty. */
function findEmptyElements(document: Document): string[] {
	const faults: string[] = [];
	for (const element of document.getElementsByTagName("*")) {
		const { localName, textContent } = element;
		const isFilled = collapse(textContent) || element.closest(filledOtherwise);
		if (!mayBeEmpty.includes(localName) && !isFilled && !element.querySelector("img, [role=img], input, hr")) {
			faults.push(`empty: ${show(element)}`);
		}
		const empty = attributes.filter((name) => element.getAttribute(name) === "");
		if (empty.length > 0) faults.push(`${empty} of ${show(element)} is empty`);
		// An empty alternative text is right for an ornament, but not for the only content of a link.
		if (element.getAttribute("alt") === "" && element.closest("a") && !collapse(element.closest("a")?.textContent)) {
			faults.push(`a link without name around ${show(element)}`);
		}
	}
	return faults;
}

function show(element: Element): string {
	return element.outerHTML.slice(0, 120);
}

/** Punctuation that is left over where a value is absent. */
export function findLeftovers(document: Document): string[] {
	return listTextNodes(document.body)
		.map((node) => collapse(node.textContent))
		.filter((text) => /^[\s,.:;–—-]+$/.test(text));
}
