import type { ComponentProps, ElementType } from "react";
import type { TextValue } from "../../content/snapshot.ts";
import { createSourceAttributes } from "../createSourceAttributes.ts";
import { hyphenateLongWords } from "./hyphenation.ts";
import { bindParagraph, bindWords, splitCompounds } from "./typography.ts";
import "./Text.css";

/** Maximum length of a page's title in the largest size, in characters. */
const maxLargeTitleLength = 40;

type OwnProps<Tag extends ElementType> = {
	as?: Tag;
	text: TextValue | number | undefined;
	/** Whether the text is a part of a title, or a label in a narrow place. Its long words get soft hyphens. */
	isTitle?: boolean;
};

type Props<Tag extends ElementType> = OwnProps<Tag> & Omit<ComponentProps<Tag>, keyof OwnProps<Tag> | "children">;

/** Text or number from the content. Renders nothing when `text` is undefined. Headings are titles by default. */
export function Text<Tag extends ElementType = "span">({
	as,
	text,
	isTitle = /^h\d$/.test(String(as)),
	...attributes
}: Props<Tag>) {
	if (text === undefined) return null;
	const shown: TextValue = typeof text === "number" ? { value: String(text) } : text;
	const isLongTitle = as === "h1" && shown.value.length > maxLargeTitleLength;
	const bound = as === "p" ? bindParagraph(shown.value) : bindWords(shown.value);
	const hyphenated = isTitle ? hyphenateLongWords(bound, isLongTitle) : bound;
	const needsElement = shown.lang !== undefined || shown.source !== undefined;
	if (!as && !needsElement) return hyphenated;
	const Element: ElementType = as ?? "span";
	// Only headings and paragraphs use `<Compounds>`, because the elements that it adds would become flex items in buttons.
	const isFlowing = /^(h\d|p)$/.test(String(as));
	return (
		<Element
			className={isLongTitle ? "long" : undefined}
			lang={shown.lang}
			{...createSourceAttributes(shown)}
			{...attributes}
		>
			{isFlowing ? <Compounds text={hyphenated} /> : hyphenated}
		</Element>
	);
}

/**
 * Text in which short compound words and ranges, such as `follow-up` and `1–2`, are not broken at the end of a line.
 */
export function Compounds({ text }: { text: string }) {
	return splitCompounds(text).map((part, index) => {
		const isCompound = index % 2 === 1;
		if (!isCompound) return part;
		return (
			<span key={String(index)} className="compound">
				{part}
			</span>
		);
	});
}
