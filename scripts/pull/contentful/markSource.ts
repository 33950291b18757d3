import type { Source } from "../../../content/snapshot.ts";

/** Adds to what a field of a preview shows where it was entered. Lists of entries, addresses and codes stay as they are. */
export function markSource(value: unknown, source: Source): unknown {
	if (Array.isArray(value)) return value.map((item) => markSource(item, source));
	if (typeof value === "number") return { value: String(value), number: value, source };
	if (typeof value !== "object" || value === null) return value;
	const isShown = "value" in value || "blocks" in value || "src" in value;
	return isShown ? { ...value, source } : value;
}
