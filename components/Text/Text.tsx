import type { ComponentProps, ElementType } from "react";
import type { TextValue } from "../../content/snapshot.ts";
import { sourceAttributes } from "../sourceAttributes.ts";
import { Compounds } from "./Compounds.tsx";
import { bindWords } from "./typography.ts";

type Props<Tag extends ElementType> = { as?: Tag; of: TextValue | number | undefined } & Omit<
	ComponentProps<Tag>,
	"as" | "of" | "children"
>;

/**
 * Text or number from the content, in the element `as` if given. Renders nothing when the value is missing.
 * An English text that replaces a missing translation gets a `lang` attribute.
 */
export function Text<Tag extends ElementType = "span">({ as, of, ...attributes }: Props<Tag>) {
	if (of === undefined) return null;
	const text: TextValue = typeof of === "number" ? { value: String(of) } : of;
	const Element: ElementType | undefined = as ?? (text.lang || text.source ? "span" : undefined);
	const bound = bindWords(text.value);
	if (!Element) return bound;
	// Only headings and paragraphs are split into elements. In a flex or grid container, such as a button, each element
	// would become a separate flex or grid item.
	const isFlowing = /^(h\d|p)$/.test(String(as));
	return (
		<Element lang={text.lang} {...sourceAttributes(text)} {...attributes}>
			{isFlowing ? <Compounds text={bound} /> : bound}
		</Element>
	);
}
