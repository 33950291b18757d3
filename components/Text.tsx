import type { ComponentProps, ElementType } from "react";
import type { Text as TextValue } from "../content/snapshot.ts";
import { bindWords } from "../content/typography.ts";

type Props<Tag extends ElementType> = { as?: Tag; of: TextValue | undefined } & Omit<
	ComponentProps<Tag>,
	"as" | "of" | "children"
>;

/**
 * A text from the content, in an element where one is named. English that stands in for a missing translation is
 * marked as such. A text that is absent leaves no trace.
 */
export function Text<Tag extends ElementType = "span">({ as, of, ...attributes }: Props<Tag>) {
	if (!of) return null;
	const Element: ElementType | undefined = as ?? (of.lang ? "span" : undefined);
	const text = bindWords(of.value);
	if (!Element) return text;
	return (
		<Element lang={of.lang} {...attributes}>
			{text}
		</Element>
	);
}
