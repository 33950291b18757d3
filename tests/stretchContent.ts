import type { Block, Inline, PictureValue, RichTextValue, Snapshot, TextValue } from "../content/snapshot.ts";
import { walkContent } from "./site/contentWalk.ts";

/** Text with a word that is longer than a line, and that no hyphenation dictionary contains. */
const text: TextValue = { value: `A ${"w".repeat(270)} of letters` };

/** Returns a copy of a snapshot with a word of 270 letters in every text. */
export function stretchContent(snapshot: Snapshot): Snapshot {
	const copy = structuredClone(snapshot);
	const stretchTitle = (picture: PictureValue): PictureValue => ({ ...picture, title: text });
	for (const { name, field, value, entry } of walkContent(copy)) {
		if (field.kind === "text" || field.kind === "textOrNumber") entry[name] = text;
		if (field.kind === "textList") entry[name] = ["1", "2"].map((end) => ({ value: `${text.value} ${end}` }));
		if (field.kind === "richText")
			entry[name] = stretchRichText(`${entry.id}-${name}`, value as RichTextValue | undefined);
		if (field.kind === "asset" && value) entry[name] = stretchTitle(value as PictureValue);
		if (field.kind === "assets") entry[name] = (value as PictureValue[]).map(stretchTitle);
	}
	return copy;
}

function stretchRichText(id: string, own?: RichTextValue): RichTextValue {
	const words: Inline = { type: "text", value: text.value };
	const paragraph: Block = { type: "paragraph", content: [words, { ...words, marks: ["italic"] }] };
	const list = (ordered: boolean, ...more: Block[]): Block => ({
		type: "list",
		ordered,
		items: [[paragraph, ...more]],
	});
	const quote: Block = { type: "quote", content: [paragraph] };
	const row = [true, false].map((header) => ({ header, content: [paragraph] }));
	const heading: Block = { type: "heading", id, level: 2, content: [words] };
	const stretched: Block[] = [
		heading,
		list(false, list(false), list(true, quote)),
		quote,
		{ type: "table", rows: [row, row] },
	];
	return { ...own, blocks: [...(own?.blocks ?? []), ...stretched] };
}
