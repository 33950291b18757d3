import type { Snapshot } from "../../content/snapshot.ts";

/** How much of everything a variation has: a word and one of a kind, or twice as much as editors wrote. */
export type Length = "shortest" | "longest";

/** A copy of a snapshot in which every text, list and price is of one extreme. Links and pictures stay what they are. */
export function varyContent(snapshot: Snapshot, length: Length): Snapshot {
	const isLong = length === "longest";
	return JSON.parse(JSON.stringify(snapshot), (key, value) => {
		if (key === "amount") return isLong ? 1_234_567 : 500;
		if (key === "value" && typeof value === "string") return isLong ? `${value} ${value}` : value.split(/\s/, 1)[0];
		if (!Array.isArray(value) || key === "widths") return value;
		if (!isLong) return value.slice(0, 1);
		// Entries have ids; the parts of a sentence and pictures stay as many as they are.
		const entries = value.filter((part) => part?.id);
		return [...value, ...entries.map((entry) => ({ ...entry, id: `${entry.id}-copy` }))];
	});
}
