import type { Inline, Picture } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";

/**
 * While content is parsed, the pages that entries lie on and the addresses that files get are not yet known. Until
 * then an `href` or `src` holds a reference in a scheme that no editor's link can have, since those are checked, and a
 * link knows where it was found.
 */
export const entryReference = (entryId: string) => `entry:${entryId}`;
export const assetReference = (address: string) => `asset:${address}`;

export type DraftLink = Extract<Inline, { type: "link" }> & { place: Place };

export type References = {
	/** The address that a link leads to, an entry's reference or an editor's address; undefined (and reported) when it leads nowhere. */
	link: (href: string, place: Place) => string | undefined;
	/** What is known of a picture's files; undefined when it is left out. */
	picture: (address: string) => Omit<Picture, "title"> | undefined;
	/** The address on this site of a file that text links to; undefined when it is left out. */
	file: (address: string) => string | undefined;
};

/** The addresses of all files that a value shows as pictures, and of those that it links to. */
export function listAssets(value: unknown): { pictures: Set<string>; files: Set<string> } {
	const assets = { pictures: new Set<string>(), files: new Set<string>() };
	const walk = (part: unknown) => {
		if (!part || typeof part !== "object") return;
		for (const [key, value] of Object.entries(part)) {
			// Anywhere else "asset:" is a word of the editor's.
			const isReference = (key === "src" || key === "href") && String(value).startsWith("asset:");
			if (isReference) assets[key === "src" ? "pictures" : "files"].add(String(value).slice("asset:".length));
			else walk(value);
		}
	};
	walk(value);
	return assets;
}

/**
 * A copy of a value in which every reference is resolved. A link that leads nowhere becomes its text, a picture that
 * is left out disappears from its list or field.
 */
export function resolveReferences<T>(value: T, references: References): T {
	return resolve(value, references) as T;
}

function resolve(value: unknown, references: References): unknown {
	if (Array.isArray(value)) {
		return value.flatMap((part: unknown) => {
			if (isDraftLink(part)) return resolveLink(part, references);
			const resolved = resolve(part, references);
			return resolved === undefined ? [] : [resolved];
		});
	}
	if (!value || typeof value !== "object") return value;
	if ("src" in value && typeof value.src === "string" && value.src.startsWith("asset:")) {
		const picture = references.picture(value.src.slice("asset:".length));
		return picture && { ...value, ...picture };
	}
	const entries = Object.entries(value).map(([key, part]) => [key, resolve(part, references)] as const);
	const whole = entries.every(([key, part]) => part !== undefined || key !== "picture");
	return whole ? Object.fromEntries(entries.filter(([, part]) => part !== undefined)) : undefined;
}

function isDraftLink(value: unknown): value is DraftLink {
	return typeof value === "object" && value !== null && "type" in value && value.type === "link";
}

function resolveLink({ place, ...link }: DraftLink, references: References): unknown[] {
	const content = resolve(link.content, references) as unknown[];
	const [, address] = /^asset:(.*)/s.exec(link.href) ?? [];
	const href = address === undefined ? references.link(link.href, place) : references.file(address);
	return href === undefined ? content : [{ ...link, href, content }];
}
