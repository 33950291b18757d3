import { createReadStream } from "node:fs";
import { SaxesParser, type SaxesTagNS } from "saxes";
import { UnusableFileError } from "./fileType.ts";

/** Size of a drawing, in CSS pixels. */
type DrawingSize = { width: number; height: number };

/** Limits of a drawing. Drawings made for web pages stay far below them; beyond them, browsers become slow or crash. */
const limits = {
	elements: 10_000,
	/** Nesting of elements. Browsers process it recursively. */
	levels: 200,
	/** Attributes of one element. The parser checks each against all others. */
	attributes: 500,
	/** References, by which an element takes its colour, shape or content from another. */
	references: 20_000,
	/** Elements and references that a browser draws, each reference with all content of its target. */
	drawn: 100_000,
	/** Length of an entity's value, in characters. Drawing programs declare namespaces as entities. */
	entityLength: 64,
};

const drawingNamespace = "http://www.w3.org/2000/svg";
const entityPattern = /<!ENTITY\s+(?<name>[\w.-]+)\s+(?:"(?<double>[^"<&%]*)"|'(?<single>[^'<&%]*)')\s*>/g;
const referencePattern = /(?:^|url\(\s*["']?)#([^\s"')]+)/g;

/** An element, in document order. Its descendants are the elements from the next one up to `end`. */
type DrawingElement = {
	/** Index after the last descendant. */
	end: number;
	/** Number of references before the element. */
	referencesBefore: number;
};

/** A reference from the element with index `from` to the element with id `to`. */
type Reference = { from: number; to: string };

type ParsedDrawing = {
	size: DrawingSize;
	elements: DrawingElement[];
	references: Reference[];
	/** Index of the first element with each id, which is the one that browsers draw. */
	ids: Map<string, number>;
};

/**
 * Checks an SVG file, and returns its size. Pages show drawings in `<img>`, which runs no script and loads no other file, so
 * only files that browsers cannot read, or that would overload them, are refused. The time grows linearly with the length.
 * @throws UnusableFileError
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

/** Lists the short entities that a document type declares, with their values. */
function listEntities(doctype: string): [name: string, value: string][] {
	const entities: [string, string][] = [];
	for (const { groups } of doctype.matchAll(entityPattern)) {
		const value = groups?.double ?? groups?.single ?? "";
		if (value.length <= limits.entityLength) entities.push([groups?.name ?? "", value]);
	}
	return entities;
}

/**
 * Refuses drawings whose nested references expand to too many elements. The target of a reference may contain references.
 * @throws UnusableFileError when a browser would draw more than `limits.drawn` elements and references
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

/**
 * Returns the number of elements in the target of a reference, the target included, and the references in it.
 * @returns undefined when there is no such element, or when it contains the reference, which browsers do not draw
 */
function findTarget(
	{ from, to }: Reference,
	{ elements, references, ids }: ParsedDrawing,
): { elementCount: number; references: Reference[] } | undefined {
	const index = ids.get(to);
	if (index === undefined) return undefined;
	const target = elements[index];
	if (!target) return undefined;
	const containsReference = from >= index && from < target.end;
	if (containsReference) return undefined;
	const referencesEnd = elements[target.end]?.referencesBefore ?? references.length;
	return {
		elementCount: target.end - index,
		references: references.slice(target.referencesBefore, referencesEnd),
	};
}

function refuseMore(unit: string, count: number, limit: number): void {
	if (count > limit) throw new UnusableFileError(`the drawing (SVG) has more than ${limit} ${unit}`);
}

/** CSS pixels of each absolute unit of length. */
const pixelsPerUnit: Record<string, number> = {
	"": 1,
	px: 1,
	pt: 4 / 3,
	pc: 16,
	in: 96,
	cm: 96 / 2.54,
	mm: 96 / 25.4,
};

/** Size of a drawing with neither `width`, `height` nor `viewBox`, in CSS pixels. */
const defaultSize: DrawingSize = { width: 300, height: 150 };

/** Returns the size that the attributes of the root element give a drawing. */
function measure({ local, uri, attributes }: SaxesTagNS): DrawingSize {
	if (local !== "svg" || uri !== drawingNamespace) {
		throw new UnusableFileError(`the drawing (SVG) has no xmlns="${drawingNamespace}"`);
	}
	const givenWidth = parseLength(attributes.width?.value);
	const givenHeight = parseLength(attributes.height?.value);
	const viewBox = parseViewBox(attributes.viewBox?.value);
	const ratio = viewBox ? viewBox.width / viewBox.height : undefined;
	const width = givenWidth || (ratio && givenHeight * ratio) || viewBox?.width || defaultSize.width;
	const height = givenHeight || (ratio && width / ratio) || defaultSize.height;
	return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}

/** Parses a length to CSS pixels. Percentages, relative units and anything else count as 0. */
function parseLength(value = ""): number {
	const [, count = "0", unit = ""] = /^\s*(\d+|\d*\.\d+)([a-z]*)\s*$/.exec(value) ?? [];
	return Number(count) * (pixelsPerUnit[unit] ?? 0);
}

/** Parses the width and height of a `viewBox`: "left top width height". */
function parseViewBox(value = ""): DrawingSize | undefined {
	const numbers = value
		.trim()
		.split(/[\s,]+/, 4)
		.map(Number);
	const [, , width = 0, height = 0] = numbers;
	return width > 0 && height > 0 ? { width, height } : undefined;
}
