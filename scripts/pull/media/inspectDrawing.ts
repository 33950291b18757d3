import { createReadStream } from "node:fs";
import { SaxesParser, type SaxesTagNS } from "saxes";
import { UnusableFileError } from "./fileType.ts";

/** Its size in pixels of CSS. */
type DrawingFacts = { width: number; height: number };

/** More than drawings that are made for pages have, and less than what browsers choke on. */
const most = {
	elements: 10_000,
	/** Elements within elements: browsers work on them by recursion. */
	levels: 200,
	/** In one element: the parser looks at all of them at once. */
	attributes: 500,
	/** By which an element takes its colour, shape or content from another. */
	references: 20_000,
	/** Elements and references, each reference with the whole of what it leads to. */
	repeated: 100_000,
	/** Characters of an entity. What drawing programs declare are addresses of their own. */
	entity: 64,
};

const drawingNamespace = "http://www.w3.org/2000/svg";
const entity = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>/g;
const reference = /(?:^|url\(\s*["']?)#([^\s"')]+)/g;

/**
 * Looks at an SVG file, piece by piece, in a time that grows with its length alone. It is shown in `<img>`, where it runs
 * and loads nothing, as it was drawn: only what browsers cannot read or would choke on is refused.
 * @throws UnusableFileError
 */
export async function inspectDrawing(path: string): Promise<DrawingFacts> {
	let size: DrawingFacts = { width: 1, height: 1 };
	/** Elements in document order: the position of each one's end in that order, and the number of references before it. */
	const elements: { end: number; references: number }[] = [];
	const open: number[] = [];
	const ids = new Map<string, number>();
	const references: { from: number; to: string }[] = [];
	let attributes = 0;

	const parser = new SaxesParser({ xmlns: true });
	parser.on("error", () => {
		throw new UnusableFileError("the file cannot be decoded");
	});
	parser.on("doctype", (text) => {
		for (const [, name = "", double, single] of text.matchAll(entity)) {
			const value = double ?? single ?? "";
			if (value.length <= most.entity) parser.ENTITIES[name] ??= value;
		}
	});
	parser.on("opentagstart", () => {
		open.push(elements.length);
		elements.push({ end: 0, references: references.length });
		attributes = 0;
		refuseMore("levels of elements", open.length, most.levels);
		refuseMore("elements", elements.length, most.elements);
	});
	parser.on("attribute", ({ name, value }) => {
		refuseMore("attributes of one element", ++attributes, most.attributes);
		const from = elements.length - 1;
		if (name === "id" && !ids.has(value)) ids.set(value, from);
		for (const [, to = ""] of value.matchAll(reference)) {
			refuseMore("references", references.push({ from, to }), most.references);
		}
	});
	parser.on("opentag", (tag) => {
		if (open.length === 1) size = measure(tag);
	});
	parser.on("closetag", () => {
		const closed = elements[open.pop() ?? 0];
		if (closed) closed.end = elements.length;
	});

	for await (const piece of createReadStream(path, { encoding: "utf8", highWaterMark: 16 * 1024 })) parser.write(piece);
	parser.close();

	// The target of a reference may contain references: each level multiplies the number of drawn elements.
	let repeated = elements.length;
	for (let left = references; left.length > 0; ) {
		const held: typeof references = [];
		for (const { from, to } of left) {
			const first = ids.get(to) ?? -1;
			const target = elements[first];
			// Browsers draw nothing within itself.
			if (!target || (from >= first && from < target.end)) continue;
			const end = elements[target.end]?.references ?? references.length;
			repeated += target.end - first + end - target.references;
			refuseMore("elements, repeated ones included", repeated, most.repeated);
			for (const nested of references.slice(target.references, end)) held.push(nested);
		}
		left = held;
	}
	return size;
}

function refuseMore(what: string, count: number, most: number): void {
	if (count > most) throw new UnusableFileError(`the drawing (SVG) has more than ${most} ${what}`);
}

/** Pixels by the units of CSS that are the same everywhere. */
const units: Record<string, number> = { "": 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 };

/** The size that a drawing asks for, or the one that its coordinates have. */
function measure({ local, uri, attributes }: SaxesTagNS): DrawingFacts {
	if (local !== "svg" || uri !== drawingNamespace) {
		throw new UnusableFileError(`the drawing (SVG) has no xmlns="${drawingNamespace}"`);
	}
	const length = (name: string) => {
		const [, count = "0", unit = ""] = /^\s*(\d+|\d*\.\d+)([a-z]*)\s*$/.exec(attributes[name]?.value ?? "") ?? [];
		return Number(count) * (units[unit] ?? 0);
	};
	const [, , across = 0, down = 0] = (attributes.viewBox?.value ?? "")
		.trim()
		.split(/[\s,]+/, 4)
		.map(Number);
	const ratio = across > 0 && down > 0 ? across / down : undefined;
	// Browsers take 300 × 150 where nothing is said.
	const width = length("width") || (ratio ? length("height") * ratio || across : 300);
	const height = length("height") || (ratio ? width / ratio : 150);
	return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}
