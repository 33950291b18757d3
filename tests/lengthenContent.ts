import type { Block, RichTextValue, Snapshot } from "../content/snapshot.ts";
import { walkContent } from "./site/contentWalk.ts";

/** Returns a copy of a snapshot in which each Rich Text paragraph occurs `times` times. */
export function lengthenContent(snapshot: Snapshot, times: number): Snapshot {
	const copy = structuredClone(snapshot);
	for (const { name, field, value, entry } of walkContent(copy)) {
		const text = value as RichTextValue | undefined;
		if (field.kind !== "richText" || !text) continue;
		entry[name] = { ...text, blocks: text.blocks.flatMap((block) => repeatParagraph(block, times)) };
	}
	return copy;
}

function repeatParagraph(block: Block, times: number): Block[] {
	return block.type === "paragraph" ? Array.from({ length: times }, () => block) : [block];
}
