import { createReadStream } from "node:fs";
import { SaxesParser, type SaxesTagNS } from "saxes";
import { UnusableFileError } from "./fileType.ts";

/** Size of a drawing (an SVG file), in CSS pixels. */
type DrawingSize = { width: number; height: number };

/**
 * Limits of an SVG file. Drawings for web pages stay far below these limits. Browsers become slow or crash above them.
 */
const limits = {
	elements: 10_000,
	/**
	 * Maximum nesting of elements. Browsers process nested elements recursively, so deep nesting can overflow the stack.
	 */
	levels: 200,
	/**
	 * Maximum attributes of one element. The parser compares each attribute with all others, so many attributes take
	 * long.
	 */
	attributes: 500,
	/** Maximum number of references to elements by their ids, such as `href="#a"` or `fill="url(#a)"`. */
	references: 20_000,
	/** Maximum number of drawn elements. An element repeated by `<use>` counts each time. */
	drawn: 100_000,
	/** Maximum length of an XML entity's value, in characters. */
	entityLength: 64,
};

const drawingNamespace = "http://www.w3.org/2000/svg";
const doubleQuoted = `"(?<double>[^"<&%]*)"`;
const singleQuoted = `'(?<single>[^'<&%]*)'`;
const entityPattern = new RegExp(
	String.raw`<!ENTITY\s+(?<name>[\w.-]+)\s+(?:${doubleQuoted}|${singleQuoted})\s*>`,
	"g",
);
const referencePattern = /(?:^|url\(\s*["']?)#([^\s"')]+)/g;

type DrawingElement = {
	/** First index in `ParsedDrawing.elements` after this element and its descendants. */
	end: number;
	referencesBefore: number;
};

/** A reference from the element at index `from` to the element with the id `to`. */
type Reference = { from: number; to: string };

type ParsedDrawing = {
	size: DrawingSize;
	elements: DrawingElement[];
	references: Reference[];
	/** Index in `elements` of the first element with each id. */
	ids: Map<string, number>;
};

/**
 * Returns an SVG file's size. Does not refuse scripts in the file, because `<img>` never runs them.
 * @throws UnusableFileError when the file is invalid or would overload browsers
 */
export async function inspectDrawing(path: string): Promise<DrawingSize> {
	const drawing = await parseDrawing(path);
	refuseRepetition(drawing);
	return drawing.size;
}

async function parseDrawing(path: string): Promise<ParsedDrawing> {
	const elements: DrawingElement[] = [];
	const references: Reference[] = [];
	const ids = new Map<string, number>();
	const size: DrawingSize = { width: 1, height: 1 };
	/** Indices of the elements that are not closed yet. */
	const open: number[] = [];
	let attributeCount = 0;

	const parser = new SaxesParser({ xmlns: true });
	parser.on("error", () => {
		throw new UnusableFileError("the file cannot be decoded");
	});
	parser.on("doctype", (doctype) => {
		for (const [name, value] of listEntities(doctype)) parser.ENTITIES[name] ??= value;
	});
	parser.on("opentagstart", () => {
		open.push(elements.length);
		elements.push({ end: 0, referencesBefore: references.length });
		attributeCount = 0;
		refuseMore("levels of elements", open.length, limits.levels);
		refuseMore("elements", elements.length, limits.elements);
	});
	parser.on("attribute", ({ name, value }) => {
		attributeCount++;
		refuseMore("attributes of one element", attributeCount, limits.attributes);
		const from = elements.length - 1;
		if (name === "id" && !ids.has(value)) ids.set(value, from);
		for (const [, to = ""] of value.matchAll(referencePattern)) {
			references.push({ from, to });
			refuseMore("references", references.length, limits.references);
		}
	});
	parser.on("opentag", (tag) => {
		if (open.length === 1) Object.assign(size, measure(tag));
	});
	parser.on("closetag", () => {
		const closed = elements[open.pop() ?? 0];
		if (closed) closed.end = elements.length;
	});

	const chunks = createReadStream(path, { encoding: "utf8", highWaterMark: 16 * 1024 });
	for await (const chunk of chunks) parser.write(chunk);
	parser.close();
	return { size, elements, references, ids };
}

/** Lists the entities that a document type declares, as names and values. Entities with long values are left out. */
function listEntities(doctype: string): [name: string, value: string][] {
	const entities: [string, string][] = [];
	for (const { groups } of doctype.matchAll(entityPattern)) {
		const value = groups?.double ?? groups?.single ?? "";
		if (value.length <= limits.entityLength) entities.push([groups?.name ?? "", value]);
	}
	return entities;
}

/**
 * Refuses a drawing in which references, such as `<use>`, repeat too many elements.
 * @throws UnusableFileError
 */
function refuseRepetition(drawing: ParsedDrawing): void {
	let drawnCount = drawing.elements.length;
	let pending = drawing.references;
	while (pending.length > 0) {
		const nested: Reference[] = [];
		for (const reference of pending) {
			const target = findTarget(reference, drawing);
			if (!target) continue;
			drawnCount += target.elementCount + target.references.length;
			refuseMore("elements, repeated ones included", drawnCount, limits.drawn);
			for (const inTarget of target.references) nested.push(inTarget);
		}
		pending = nested;
	}
}

function findTarget(
	{ from, to }: Reference,
	{ elements, references, ids }: ParsedDrawing,
): { elementCount: number; references: Reference[] } | undefined {
	const index = ids.get(to);
	if (index === undefined) return undefined;
	const target = elements[index];
	if (!target) return undefined;
	// Browsers draw nothing for a reference to an element that contains the reference.
	const containsReference = from >= index && from < target.end;
	if (containsReference) return undefined;
	const referencesEnd = elements[target.end]?.referencesBefore ?? references.length;
	return {
		elementCount: target.end - index,
		references: references.slice(target.referencesBefore, referencesEnd),
	};
}

function refuseMore(unit: string, count: number, limit: number): void {
	if (count > limit)
		throw new UnusableFileError(`the drawing (SVG) has more than ${limit} ${unit}`);
}

/** Size of each absolute unit of length, in CSS pixels. */
const pixelsPerUnit: Record<string, number> = {
	"": 1,
	px: 1,
	pt: 4 / 3,
	pc: 16,
	in: 96,
	cm: 96 / 2.54,
	mm: 96 / 25.4,
};

/** Size of a drawing that has neither `width`, `height` nor `viewBox`, in CSS pixels. */
const defaultSize: DrawingSize = { width: 300, height: 150 };

/** Reads the size of a drawing from the attributes of its root element. */
function measure({ local, uri, attributes }: SaxesTagNS): DrawingSize {
	if (local !== "svg" || uri !== drawingNamespace) {
		throw new UnusableFileError(`the drawing (SVG) has no xmlns="${drawingNamespace}"`);
	}
	const givenWidth = parseLength(attributes.width?.value);
	const givenHeight = parseLength(attributes.height?.value);
	const viewBox = parseViewBox(attributes.viewBox?.value);
	const ratio = viewBox ? viewBox.width / viewBox.height : undefined;
	const widthByHeight = ratio === undefined ? 0 : givenHeight * ratio;
	const width = givenWidth || widthByHeight || viewBox?.width || defaultSize.width;
	const heightByWidth = ratio === undefined ? 0 : width / ratio;
	const height = givenHeight || heightByWidth || defaultSize.height;
	return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}

/** Converts a length to CSS pixels. Returns 0 for percentages, relative units and invalid values. */
function parseLength(value = ""): number {
	const [, count = "0", unit = ""] = /^\s*(\d+|\d*\.\d+)([a-z]*)\s*$/.exec(value) ?? [];
	return Number(count) * (pixelsPerUnit[unit] ?? 0);
}

/** Returns the width and height of a `viewBox`, whose value is "left top width height". */
function parseViewBox(value = ""): DrawingSize | undefined {
	const numbers = value
		.trim()
		.split(/[\s,]+/, 4)
		.map(Number);
	const [, , width = 0, height = 0] = numbers;
	return width > 0 && height > 0 ? { width, height } : undefined;
}
