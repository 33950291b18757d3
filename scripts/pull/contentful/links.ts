import type { Link } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";

/** Target of a link in a text, before `resolveLinks` converts the target to an address. */
export type LinkTarget =
	| { kind: "entry"; id: string }
	| { kind: "file"; href: string }
	/** Address as the editor typed it, such as `/about`, `https://example.org` or `mailto:info@example.org`. */
	| { kind: "address"; href: string };

/** A link in a text, before `resolveLinks` adds the address. `place` is the field that contains the link. */
export type UnresolvedLink = {
	type: "link";
	target: LinkTarget;
	place: Place;
	content: WithUnresolvedLinks<Link["content"]>;
};

/** The type `T` with each `Link` replaced by an `UnresolvedLink`. */
export type WithUnresolvedLinks<T> = T extends Link
	? UnresolvedLink
	: T extends object
		? { [Key in keyof T]: WithUnresolvedLinks<T[Key]> }
		: T;
