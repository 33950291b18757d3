import type { Snapshot } from "../../content/snapshot.ts";

/** How much of everything a variation has: a word and one of a kind, or twice as much as editors wrote. */
export type Length = "shortest" | "longest";

type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };

/** A copy of a snapshot in which every text, list and price is of one extreme. Links, pictures and ids stay what they are. */
export function varyContent(snapshot: Snapshot, length: Length): Snapshot {
	let copies = 0;
	const vary = (value: Json): Json => {
		// A number for each copy, since what is copied may hold copies.
		if (Array.isArray(value)) return varyList(value.map(vary), length, `-copy${++copies}`);
		if (typeof value !== "object" || value === null) return value;
		if ("amount" in value) return { ...value, amount: length === "longest" ? 1_234_567 : 500 };
		if ("src" in value) return value;
		const entries = Object.entries(value).map(([key, part]) => {
			const isText = key === "value" && typeof part === "string";
			return [key, isText ? varyText(part, length) : vary(part)] as const;
		});
		return Object.fromEntries(entries);
	};
	// The address and the links are no texts, so what comes out is a snapshot again.
	return vary(snapshot as unknown as Json) as unknown as Snapshot;
}

function varyText(text: string, length: Length): string {
	return length === "longest" ? `${text} ${text}` : (/\S+/.exec(text)?.[0] ?? text);
}

function varyList(list: Json[], length: Length, suffix: string): Json[] {
	if (length === "shortest") return list.slice(0, 1);
	// Entries and headings have ids, which a page must not have twice. Parts of a sentence have been doubled already.
	if (!list.every((part) => typeof part === "object" && part !== null && "id" in part)) return list;
	return [...list, ...list.map((part) => withOtherIds(part, suffix))];
}

function withOtherIds(value: Json, suffix: string): Json {
	if (Array.isArray(value)) return value.map((part) => withOtherIds(part, suffix));
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).map(([key, part]) => [
		key,
		key === "id" ? `${part}${suffix}` : withOtherIds(part, suffix),
	]);
	return Object.fromEntries(entries);
}
