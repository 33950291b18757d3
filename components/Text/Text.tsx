import type { ComponentProps, ElementType } from "react";
import type { TextValue } from "../../content/snapshot.ts";
import { createSourceAttributes } from "../createSourceAttributes.ts";
import { hyphenateLongWords } from "./hyphenation.ts";
import { bindWords } from "./typography.ts";

type OwnProps<Tag extends ElementType> = {
	as?: Tag;
	text: TextValue | undefined;
	/** Whether the text is a part of a title, or a label in a narrow place. Its long words get soft hyphens. */
	isTitle?: boolean;
};

type Props<Tag extends ElementType> = OwnProps<Tag> &
	Omit<ComponentProps<Tag>, keyof OwnProps<Tag> | "children">;

/** Text from the content. Renders nothing when `text` is undefined. Headings are titles by default. */
export function Text<Tag extends ElementType = "span">({
	as,
	text,
	isTitle = /^h\d$/.test(String(as)),
	...attributes
}: Props<Tag>) {
	if (text === undefined) return null;
	const bound = bindWords(text.value);
	const value = isTitle ? hyphenateLongWords(bound) : bound;
	const needsElement = text.lang !== undefined || text.source !== undefined;
	if (!as && !needsElement) return value;
	const Element: ElementType = as ?? "span";
	return (
		<Element lang={text.lang} {...createSourceAttributes(text)} {...attributes}>
			{value}
		</Element>
	);
}
