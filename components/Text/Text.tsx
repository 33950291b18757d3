import type { ComponentProps, ElementType } from "react";
import type { TextValue } from "../../content/snapshot.ts";
import { createSourceAttributes } from "../createSourceAttributes.ts";
import { Compounds } from "./Compounds.tsx";
import { bindWords } from "./typography.ts";

type Props<Tag extends ElementType> = { as?: Tag; text: TextValue | number | undefined } & Omit<
	ComponentProps<Tag>,
	"as" | "text" | "children"
>;

/**
 * Text or number from the content, in the element `as` if given. Renders nothing when the value is missing.
 * An English text that replaces a missing translation gets a `lang` attribute.
 */
export function Text<Tag extends ElementType = "span">({ as, text, ...attributes }: Props<Tag>) {
	if (text === undefined) return null;
	const shown: TextValue = typeof text === "number" ? { value: String(text) } : text;
	const bound = bindWords(shown.value);
	const needsElement = shown.lang !== undefined || shown.source !== undefined;
	if (!as && !needsElement) return bound;
	const Element: ElementType = as ?? "span";
	// Only headings and paragraphs are split into elements. In a flex or grid container, such as a button, each element
	// would become a separate flex or grid item.
	const isFlowing = /^(h\d|p)$/.test(String(as));
	return (
		<Element lang={shown.lang} {...createSourceAttributes(shown)} {...attributes}>
			{isFlowing ? <Compounds text={bound} /> : bound}
		</Element>
	);
}
