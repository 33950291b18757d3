import type { Link } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";

/** Target of a link in a text, before it is known which entries the pages show. */
export type LinkTarget =
	| { kind: "entry"; id: string }
	/** A file that lies on the site. */
	| { kind: "file"; href: string }
	/** Address as the editor typed it: a page of this site, or any other address. */
	| { kind: "address"; href: string };

/** A link, and where it was found. */
export type UnresolvedLink = { type: "link"; target: LinkTarget; place: Place; content: Unresolved<Link["content"]> };

/** Content in which it is still to be told where links lead: `resolveLinks`. */
export type Unresolved<T> = T extends Link
	? UnresolvedLink
	: T extends object
		? { [Key in keyof T]: Unresolved<T[Key]> }
		: T;
