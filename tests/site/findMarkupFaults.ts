import { collapse, listTextNodes, parseDocument, parseXml, type SitePage } from "./sitePages.ts";

/**
 * Finds faults in the HTML of a document.
 * @returns one sentence for each fault
 */
export function findMarkupFaults({ document }: SitePage): string[] {
	return [
		...findForeignCode(document),
		...findDuplicateIds(document),
		...findNamelessSections(document),
		...findMisplacedSoftHyphens(document),
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

/** Finds soft hyphens outside of visible texts, where machines compare and show them. */
function findMisplacedSoftHyphens(document: Document): string[] {
	const softHyphen = "\u00ad";
	const attributes = [...document.getElementsByTagName("*")].flatMap((element) => [
		...element.attributes,
	]);
	const machineTexts = [...document.querySelectorAll("head, script, [aria-live], [role=status]")];
	return [
		...attributes
			.filter(({ value }) => value.includes(softHyphen))
			.map(({ name }) => `a soft hyphen in ${name}`),
		...machineTexts
			.filter(({ textContent }) => textContent?.includes(softHyphen))
			.map((element) => `a soft hyphen in ${show(element)}`),
	];
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

const mayBeEmpty = [
	"img",
	"input",
	"hr",
	"br",
	"link",
	"meta",
	"td",
	"th",
	"source",
	"svg",
	"path",
	"script",
];
const attributes = [
	"href",
	"src",
	"id",
	"class",
	"lang",
	"aria-label",
	"placeholder",
	"content",
	"for",
	"rel",
];

/** Selector of elements that may be empty. They have a label, or a script or style sheet adds their content. */
const filledOtherwise =
	"[aria-label], [role=status], .progress, [data-part=controls], [data-part=dots]";

/** Finds elements and attributes that are empty and should not be. Table cells are allowed to be empty. */
function findEmptyElements(document: Document): string[] {
	const faults: string[] = [];
	for (const element of document.getElementsByTagName("*")) {
		const { localName, textContent } = element;
		const isFilled = collapse(textContent) || element.closest(filledOtherwise);
		if (
			!mayBeEmpty.includes(localName) &&
			!isFilled &&
			!element.querySelector("img, [role=img], input, hr")
		) {
			faults.push(`empty: ${show(element)}`);
		}
		const empty = attributes.filter((name) => element.getAttribute(name) === "");
		if (empty.length > 0) faults.push(`${empty} of ${show(element)} is empty`);
		if (element.matches("a:not([href])")) faults.push(`no address: ${show(element)}`);
		// An empty `alt` is right for a decorative picture, but not if the picture is the only content of a link.
		if (
			element.getAttribute("alt") === "" &&
			element.closest("a") &&
			!collapse(element.closest("a")?.textContent)
		) {
			faults.push(`a link without name around ${show(element)}`);
		}
	}
	return faults;
}

function show(element: Element): string {
	return element.outerHTML.slice(0, 120);
}

/** Finds the first element that browsers insert or move when they parse the HTML that React has written. */
export function findMisnesting(html: string): string[] {
	const written = html.slice(
		html.indexOf("<body"),
		html.lastIndexOf("</footer>") + "</footer>".length,
	);
	const strict = listPlaces(parseXml(`${written}</body>`).documentElement);
	const repaired = listPlaces(parseDocument(html).body);
	const differs = repaired.findIndex((line, index) => line !== strict[index]);
	if (differs < 0 && strict.length === repaired.length) return [];
	return [`the browser repairs the document: ${strict[differs]} becomes ${repaired[differs]}`];
}

function listPlaces(body: Element): string[] {
	return [...body.querySelectorAll(":not(script)")].map(
		({ localName, parentElement, textContent }) =>
			`${localName} in ${parentElement?.localName}: ${textContent}`,
	);
}

/** Finds texts that consist only of punctuation, such as a comma between two values of which one is missing. */
export function findLeftovers(document: Document): string[] {
	return listTextNodes(document.body)
		.map((node) => collapse(node.textContent))
		.filter((text) => /^[\s,.:;–—-]+$/.test(text));
}
