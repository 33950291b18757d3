import type { Made } from "./MediaCache.ts";
import { UnusableFileError } from "./UnusableFileError.ts";

/** Its size in pixels of CSS; `shapes` as in `Picture`. */
export type DrawingFacts = { width: number; height: number; shapes?: string };

/** Pictures within a drawing that are part of its file. */
const embedded = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i;
/** An address in a style or a presentation attribute that leads out of the drawing, or may hide that it does. */
const foreign = /url\(\s*["']?\s*(?!["'#\s])|@import|\\|expression\s*\(/i;

/** How drawings are made. */
export const drawingRecipe = {
	/** The most characters of `shapes`: a file of its own would bring as many of headers, and come later. */
	mostShapes: 1_600,
};

/** With these alone nothing in a drawing can act, load anything or take on the looks of its page. */
const shapeElements = ["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
const shapeAttributes =
	/^(?:viewBox|preserveAspectRatio|width|height|[xyr]|[rc][xy]|[xy][12]|d|points|transform|opacity|clip-rule|fill(?:-\w+)?|stroke(?:-\w+)?)$/;
const shapeValue = /^(?!.*(?:url|var|env|currentcolor|inherit|context))[\w\s.,#%()+-]*$/is;
/** What is for people who edit the drawing, and for styles that shapes do not have. */
const beside = "title, desc, metadata";
const besideAttributes = /^(?:xmlns|xml:|data-|aria-|(?:id|class|version|role|enable-background)$)/;

/**
 * Makes an SVG file harmless: no script, no event handler, nothing of HTML, no address but those of its own parts.
 * @throws UnusableFileError when it is not well-formed
 */
export async function sanitiseDrawing(svg: string): Promise<Made<DrawingFacts>> {
	// Both are slow to load, and drawings rarely change.
	const [{ JSDOM }, { default: createDOMPurify }] = await Promise.all([import("jsdom"), import("dompurify")]);
	const { window } = new JSDOM();
	try {
		const { documentElement: root } = parse(svg, new window.DOMParser());
		const purify = createDOMPurify(window);
		purify.addHook("uponSanitizeElement", (node, { tagName }) => {
			if (tagName === "style" && foreign.test(node.textContent ?? "")) node.textContent = "";
		});
		purify.addHook("uponSanitizeAttribute", (node, attribute) => {
			const { attrName, attrValue } = attribute;
			const isLink = /(?:^|:)(?:href|src)$/.test(attrName);
			const isOwn = attrValue.startsWith("#") || (node.nodeName === "image" && embedded.test(attrValue));
			if (isLink ? !isOwn : !attrName.startsWith("xmlns") && foreign.test(attrValue)) attribute.keepAttr = false;
			// DOMPurify knows `use` as dangerous only for what it may lead to.
			else if (isLink) attribute.forceKeepAttr = true;
		});
		purify.sanitize(root, {
			IN_PLACE: true,
			USE_PROFILES: { svg: true, svgFilters: true },
			ADD_TAGS: ["use"],
			FORBID_TAGS: ["a"],
		});
		const size = measure(root);
		if (!root.hasAttribute("viewBox")) root.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
		const serialise = (element: Element) => new window.XMLSerializer().serializeToString(element);
		const files = { ".svg": Buffer.from(serialise(root)) };
		const shapes = keepShapes(root) && serialise(root).replace(' xmlns="http://www.w3.org/2000/svg"', "");
		return { facts: { ...size, ...(shapes && shapes.length <= drawingRecipe.mostShapes ? { shapes } : {}) }, files };
	} finally {
		window.close();
	}
}

/** Takes away whatever does not show. Out: whether nothing but shapes is left. */
function keepShapes(root: Element): boolean {
	for (const element of root.querySelectorAll(beside)) element.remove();
	// The page says how large it is; its coordinates say how wide for its height.
	for (const name of ["width", "height"]) root.removeAttribute(name);
	if (root.textContent?.trim()) return false;
	return [root, ...root.querySelectorAll("*")].every((element) => {
		element.replaceChildren(...element.children);
		for (const { name } of [...element.attributes]) if (besideAttributes.test(name)) element.removeAttribute(name);
		const isPlain = ({ name, value }: Attr) => shapeAttributes.test(name) && shapeValue.test(value);
		return shapeElements.includes(element.nodeName) && [...element.attributes].every(isPlain);
	});
}

function parse(svg: string, parser: DOMParser): XMLDocument {
	const document = parser.parseFromString(svg, "image/svg+xml");
	const { documentElement: root } = document;
	const isDrawing = root?.localName === "svg" && root.namespaceURI === "http://www.w3.org/2000/svg";
	if (!isDrawing || document.querySelector("parsererror")) throw new UnusableFileError("it cannot be decoded");
	return document;
}

/** The size that a drawing asks for, or the one that its coordinates have. */
function measure(root: Element): DrawingFacts {
	const length = (name: string) => Number(/^\s*(\d*\.?\d+)(?:px)?\s*$/.exec(root.getAttribute(name) ?? "")?.[1] ?? 0);
	const [, , across = 0, down = 0] = (root.getAttribute("viewBox") ?? "")
		.trim()
		.split(/[\s,]+/)
		.map(Number);
	const ratio = across > 0 && down > 0 ? across / down : undefined;
	// Browsers take 300 × 150 where nothing is said.
	const width = length("width") || (ratio ? length("height") * ratio || across : 300);
	const height = length("height") || (ratio ? width / ratio : 150);
	return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}
