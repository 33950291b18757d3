import type { Place } from "../../content/formatFinding.ts";
import type { Inline, PictureValue, Source, TextValue } from "../../content/snapshot.ts";
import type { AssetFacts } from "./media/fileType.ts";

/** Picture whose file is not fetched yet. */
export type PictureReference = {
	reference: "picture";
	/** URL of the file in Contentful. */
	address: string;
	facts: AssetFacts;
	title: TextValue;
	place: Place;
	/** Object that contains the picture, when it is left out without the picture: an entry, or a part of a text. */
	requiredBy?: "entry" | "text" | undefined;
	source?: Source;
};

/** Link to a file that is not fetched yet. */
export type FileReference = {
	reference: "file";
	address: string;
	facts: AssetFacts;
	content: Inline<Parsed>[];
	place: Place;
};

/** Link to an entry or address, which can be a page of the site. */
export type LinkReference = {
	reference: "link";
	/** Id of an entry, or what the editor has entered. */
	href: string;
	isEntry: boolean;
	content: Inline<Parsed>[];
	place: Place;
};

export type Reference = PictureReference | FileReference | LinkReference;

/** Content as Contentful's entries have it. */
export type Parsed = { picture: PictureReference; reference: FileReference | LinkReference };

/** Content whose pictures and files are part of the site. */
export type WithMedia = { picture: PictureValue; reference: LinkReference };

/**
 * Replaces all references in a content, at any depth.
 * @param replace returns what a reference becomes: a value, the items of a list, or undefined. An undefined required part
 * removes the object that contains it from its list.
 */
export function replaceReferences<To>(
	content: unknown,
	replace: (reference: Reference) => unknown,
): To {
	function convert(value: unknown): unknown {
		if (Array.isArray(value)) return value.flatMap(convertItem);
		if (typeof value !== "object" || value === null) return value;
		const entries = Object.entries(value).map(([name, part]) => [name, convert(part), part]);
		const isIncomplete = entries.some(([, converted, part]) => !converted && part?.requiredBy);
		if (isIncomplete) return undefined;
		const object = Object.fromEntries(entries);
		return "reference" in object ? replace(object) : object;
	}

	function convertItem(item: unknown): unknown[] {
		const converted = convert(item) ?? [];
		// A reference can become several parts. The rows of a table are lists themselves.
		return Array.isArray(converted) && !Array.isArray(item) ? converted : [converted];
	}

	return convert(content) as To;
}

/** Lists the references in a content. */
export function listReferences(content: unknown): Reference[] {
	const references: Reference[] = [];
	replaceReferences(content, (reference) => references.push(reference));
	return references;
}
