import { collapse, type SitePage } from "./sitePages.ts";

/**
 * Finds faults in the HTML of a document.
 * @returns one sentence for each fault
 */
export function findMarkupFaults({ document }: SitePage): string[] {
	return [
		...findForeignCode(document),
		...findDuplicateIds(document),
		...findNamelessSections(document),
		...findOutlineFaults(document),
		...findEmptyElements(document),
	];
}

function findForeignCode(document: Document): string[] {
	const faults: string[] = [];
	for (const element of document.getElementsByTagName("*")) {
		for (const { name, value } of element.attributes) {
			if (name.startsWith("on") || name === "style" || name === "srcdoc")
				faults.push(`<${element.localName} ${name}>`);
			if (/^\s*(?:javascript|data|vbscript):/i.test(value)) faults.push(`${name}="${value}"`);
		}
	}
	// 128 is `NodeFilter.SHOW_COMMENT`.
	const comment = document.createTreeWalker(document, 128).nextNode();
	return comment ? [...faults, `a comment: ${comment.textContent}`] : faults;
}

function findDuplicateIds(document: Document): string[] {
	const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
	return ids
		.filter((id, index) => ids.indexOf(id) !== index)
		.map((id) => `the id ${id} is there twice`);
}

/** Finds sections without an id. A change of language finds open sections by their ids, and keeps them open. */
function findNamelessSections(document: Document): string[] {
	const sections = [
		...document.querySelectorAll("main details:not([id]), footer details:not([id])"),
	];
	return sections.map((section) => `a section without id: ${show(section)}`);
}

/** Finds a missing or second `h1`, and headings that skip a level, such as an `h3` after an `h1`. */
function findOutlineFaults(document: Document): string[] {
	const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ localName }) =>
		Number(localName[1]),
	);
	const gaps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
	const firsts = levels.filter((level) => level === 1).length;
	const gapFaults = gaps.map((level) => `h${level} leaves out a level`);
	return firsts === 1 ? gapFaults : [`${firsts} elements are h1`, ...gapFaults];
}

/** Elements that may be empty, and those with a label, or whose content a script or style sheet adds. */
const mayBeEmpty =
	"img, input, hr, br, link, meta, td, th, source, svg, path, script, [aria-label], [role=status], .progress, [data-part=controls], [data-part=dots]";
const emptyAttributes =
	"[href=''], [src=''], [id=''], [class=''], [lang=''], [aria-label=''], [placeholder=''], [content=''], [for=''], [rel='']";

/** Finds elements, attributes and links that are empty. A decorative picture has an empty `alt`, but no link around it. */
function findEmptyElements(document: Document): string[] {
	const faults: string[] = [];
	for (const element of document.getElementsByTagName("*")) {
		const isFilled = collapse(element.textContent) || element.closest(mayBeEmpty);
		if (!isFilled && !element.querySelector("img, [role=img], input, hr"))
			faults.push(`empty: ${show(element)}`);
		if (element.matches(emptyAttributes)) faults.push(`an empty attribute: ${show(element)}`);
		const link = element.closest("a");
		if (link && !link.hasAttribute("href")) faults.push(`no address: ${show(link)}`);
		if (link && element.matches("[alt='']") && !collapse(link.textContent))
			faults.push(`a link without name around ${show(element)}`);
	}
	return faults;
}

function show(element: Element): string {
	return element.outerHTML.slice(0, 120);
}
