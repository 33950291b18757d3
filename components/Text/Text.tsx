import type { ComponentProps, ElementType } from "react";
import type { TextValue } from "../../content/snapshot.ts";
import { createSourceAttributes } from "../createSourceAttributes.ts";
import { Compounds } from "./Compounds.tsx";
import { bindWords } from "./typography.ts";

type Props<Tag extends ElementType> = { as?: Tag; text: TextValue | number | undefined } & Omit<
	ComponentProps<Tag>,
	"as" | "text" | "children"
>;

/** Text or number from the content. Renders nothing when `text` is undefined. */
export function Text<Tag extends ElementType = "span">({ as, text, ...attributes }: Props<Tag>) {
	if (text === undefined) return null;
	const shown: TextValue = typeof text === "number" ? { value: String(text) } : text;
	const bound = bindWords(shown.value);
	const needsElement = shown.lang !== undefined || shown.source !== undefined;
	if (!as && !needsElement) return bound;
	const Element: ElementType = as ?? "span";
	// Only headings and paragraphs use `<Compounds>`, because the elements that it adds would become flex items in buttons.
	const isFlowing = /^(h\d|p)$/.test(String(as));
	return (
		<Element lang={shown.lang} {...createSourceAttributes(shown)} {...attributes}>
			{isFlowing ? <Compounds text={bound} /> : bound}
		</Element>
	);
}
