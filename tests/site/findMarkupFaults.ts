import { collapse, type SitePage } from "./sitePages.ts";

/** Elements that may be empty, and those with a label, or whose content a script or style sheet adds. */
const mayBeEmpty =
	"img, input, hr, br, link, meta, td, th, source, svg, path, script, [aria-label], [role=status], .progress, [data-part=controls], [data-part=dots]";
const emptyAttributes =
	"[href=''], [src=''], [id=''], [class=''], [lang=''], [aria-label=''], [placeholder=''], [content=''], [for=''], [rel='']";

/**
 * Finds faults in the HTML of a document.
 * @returns one sentence for each fault
 */
export function findMarkupFaults({ document }: SitePage): string[] {
	const find = (fault: string, selector: string, isFault = (_: Element) => true) =>
		[...document.querySelectorAll(selector)]
			.filter(isFault)
			.map((element) => `${fault}: ${element.outerHTML.slice(0, 120)}`);

	const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
	const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ localName }) =>
		Number(localName[1]),
	);
	const faults = [
		...find("foreign code", "*", ({ attributes }) => [...attributes].some(isCode)),
		...ids
			.filter((id, index) => ids.indexOf(id) !== index)
			.map((id) => `the id ${id} is there twice`),
		// A change of language finds open sections by their ids, and keeps them open.
		...find("a section without id", "main details:not([id]), footer details:not([id])"),
		...levels
			.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
			.map((level) => `h${level} leaves out a level`),
		...find("a further h1", "h1").slice(1),
		...find("empty (render it only when its field has a value)", "*", isEmpty),
		...find("an empty attribute", emptyAttributes),
		...find("no address", "a:not([href])"),
		...find("a link without name", "a:has([alt=''])", (link) => !collapse(link.textContent)),
	];
	// 128 is `NodeFilter.SHOW_COMMENT`.
	const comment = document.createTreeWalker(document, 128).nextNode();
	if (comment) faults.push(`a comment: ${comment.textContent}`);
	return faults;
}

function isCode({ name, value }: Attr): boolean {
	return /^(?:on.*|style|srcdoc)$/.test(name) || /^\s*(?:javascript|data|vbscript):/i.test(value);
}

function isEmpty(element: Element): boolean {
	const isFilled = collapse(element.textContent) || element.closest(mayBeEmpty);
	return !isFilled && !element.querySelector("img, [role=img], input, hr");
}
