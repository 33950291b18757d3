import type { ComponentProps, ElementType } from "react";
import type { TextValue } from "../../content/snapshot.ts";
import { createSourceAttributes } from "../createSourceAttributes.ts";
import { hyphenateLongWords } from "./hyphenation.ts";
import { bindWords } from "./typography.ts";

type OwnProps<Tag extends ElementType> = {
	as?: Tag;
	text: TextValue | number | undefined;
	/** Whether the text is a part of a title, or a label in a narrow place. Its long words get soft hyphens. */
	isTitle?: boolean;
};

type Props<Tag extends ElementType> = OwnProps<Tag> &
	Omit<ComponentProps<Tag>, keyof OwnProps<Tag> | "children">;

/** Text or number from the content. Renders nothing when `text` is undefined. Headings are titles by default. */
export function Text<Tag extends ElementType = "span">({
	as,
	text,
	isTitle = /^h\d$/.test(String(as)),
	...attributes
}: Props<Tag>) {
	if (text === undefined) return null;
	const shown: TextValue = typeof text === "number" ? { value: String(text) } : text;
	const bound = bindWords(shown.value);
	const value = isTitle ? hyphenateLongWords(bound) : bound;
	const needsElement = shown.lang !== undefined || shown.source !== undefined;
	if (!as && !needsElement) return value;
	const Element: ElementType = as ?? "span";
	return (
		<Element lang={shown.lang} {...createSourceAttributes(shown)} {...attributes}>
			{value}
		</Element>
	);
}
