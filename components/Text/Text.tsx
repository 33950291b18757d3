import type { ComponentProps, ElementType } from "react";
import type { TextValue } from "../../content/snapshot.ts";
import { sourceAttributes } from "../sourceAttributes.ts";
import { bindWords, joinCompounds } from "./typography.ts";

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
	// Controls keep the names that people say to them.
	const words = /^(h\d|p)$/.test(String(as)) ? joinCompounds(bound) : bound;
	if (!Element) return words;
	return (
		<Element lang={text.lang} {...sourceAttributes(text)} {...attributes}>
			{words}
		</Element>
	);
}
