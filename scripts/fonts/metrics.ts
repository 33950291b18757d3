/** What the fallback of a font needs to know of it. Lengths in em. */
export type FontMetrics = {
	ascent: number;
	/** Below the base line; positive. */
	descent: number;
	lineGap: number;
	/** How far a character moves the pen; undefined when the font lacks it. */
	advanceOf: (character: string) => number | undefined;
};

/**
 * Reads a font without compression. https://learn.microsoft.com/en-us/typography/opentype/spec/otff
 * @throws Error when a table that every font has is missing, or when it maps no characters of the basic plane
 */
export function readMetrics(font: Buffer): FontMetrics {
	const tables = new Map<string, Buffer>();
	for (let index = 0; index < font.readUInt16BE(4); index++) {
		const record = font.subarray(12 + 16 * index);
		const start = record.readUInt32BE(8);
		tables.set(record.toString("latin1", 0, 4), font.subarray(start, start + record.readUInt32BE(12)));
	}
	const table = (tag: string) => {
		const found = tables.get(tag);
		if (!found) throw new Error(`The font has no table ${tag}.`);
		return found;
	};
	const [hhea, hmtx] = [table("hhea"), table("hmtx")];
	const unitsPerEm = table("head").readUInt16BE(18);
	const last = hhea.readUInt16BE(34) - 1;
	const glyphOf = readCharacterMap(table("cmap"));
	return {
		ascent: hhea.readInt16BE(4) / unitsPerEm,
		descent: -hhea.readInt16BE(6) / unitsPerEm,
		lineGap: hhea.readInt16BE(8) / unitsPerEm,
		advanceOf: (character) => {
			const glyph = glyphOf(character.codePointAt(0) ?? 0);
			// Glyphs behind the last one of the table are as wide as it.
			return glyph === 0 ? undefined : hmtx.readUInt16BE(4 * Math.min(glyph, last)) / unitsPerEm;
		},
	};
}

/** Format 4: segments of characters. https://learn.microsoft.com/en-us/typography/opentype/spec/cmap */
function readCharacterMap(cmap: Buffer): (character: number) => number {
	const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index));
	const start = starts.find((candidate) => cmap.readUInt16BE(candidate) === 4);
	if (start === undefined) throw new Error("The font has no map of the characters of the basic plane.");
	const map = cmap.subarray(start);
	const length = map.readUInt16BE(6);
	return (character) => {
		for (let segment = 0; segment < length; segment += 2) {
			if (character > map.readUInt16BE(14 + segment)) continue;
			const first = map.readUInt16BE(16 + length + segment);
			if (character < first) return 0;
			const delta = map.readUInt16BE(16 + 2 * length + segment);
			const place = 16 + 3 * length + segment;
			const offset = map.readUInt16BE(place);
			const glyph = offset === 0 ? character : map.readUInt16BE(place + offset + 2 * (character - first));
			return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
		}
		return 0;
	};
}

/**
 * The mean advance of a text's characters, in em.
 * @throws Error when the font lacks one of them
 */
export function averageAdvance({ advanceOf }: FontMetrics, text: string): number {
	const advances = [...text].map((character) => {
		const advance = advanceOf(character);
		if (advance === undefined) throw new Error(`The font has no ${JSON.stringify(character)}.`);
		return advance;
	});
	return advances.reduce((sum, advance) => sum + advance, 0) / advances.length;
}
