import type { Made } from "./MediaCache.ts";
import { UnusableFileError } from "./UnusableFileError.ts";

/** In pixels of CSS. */
export type DrawingFacts = { width: number; height: number };

/** Pictures within a drawing that are part of its file. */
const embedded = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i;
/** An address in a style or a presentation attribute that leads out of the drawing, or may hide that it does. */
const foreign = /url\(\s*["']?\s*(?!["'#\s])|@import|\\|expression\s*\(/i;

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
		const file = new window.XMLSerializer().serializeToString(root);
		return { facts: size, files: { ".svg": Buffer.from(file) } };
	} finally {
		window.close();
	}
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
