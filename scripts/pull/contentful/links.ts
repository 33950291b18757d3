import type { Link } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";

/** Target of a link in a text, before it is known which entries the pages show. */
export type LinkTarget =
	| { kind: "entry"; id: string }
	/** Path of a file on this site. */
	| { kind: "file"; href: string }
	/** Address as the editor typed it: a page of this site, or any other address. */
	| { kind: "address"; href: string };

/** A link whose address is not known yet, and the field that contains it. */
export type UnresolvedLink = { type: "link"; target: LinkTarget; place: Place; content: Unresolved<Link["content"]> };

/** Content whose links are not resolved yet: see `resolveLinks`. */
export type Unresolved<T> = T extends Link
	? UnresolvedLink
	: T extends object
		? { [Key in keyof T]: Unresolved<T[Key]> }
		: T;
