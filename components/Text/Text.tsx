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
 * A text or a number from the content, in an element where one is named. English that stands in for a missing
 * translation is marked as such. What is absent leaves no trace.
 */
export function Text<Tag extends ElementType = "span">({ as, of, ...attributes }: Props<Tag>) {
	if (of === undefined) return null;
	const text: TextValue = typeof of === "number" ? { value: String(of) } : of;
	const Element: ElementType | undefined = as ?? (text.lang || text.source ? "span" : undefined);
	const bound = bindWords(text.value);
	if (!Element) return bound;
	// In a heading or a paragraph only: a control may lay out each element of its name by itself.
	const isFlowing = /^(h\d|p)$/.test(String(as));
	return (
		<Element lang={text.lang} {...sourceAttributes(text)} {...attributes}>
			{isFlowing ? <Compounds text={bound} /> : bound}
		</Element>
	);
}
