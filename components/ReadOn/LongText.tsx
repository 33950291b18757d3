import type { Locale } from "../../content/locales.ts";
import type { RichTextValue, TextValue } from "../../content/snapshot.ts";
import { RichText } from "../RichText/RichText.tsx";
import { estimateLines } from "./estimateLines.ts";
import { ReadOn } from "./ReadOn.tsx";
import "./LongText.css";

type Props = {
	/** Id of the entry, or another id that is unique on the page. */
	id: string;
	/** Name of the text, for screen readers. */
	name: TextValue | number;
	text: RichTextValue | undefined;
	locale: Locale;
	/** Maximum number of lines, in a narrow column, of a text that phones show in full. */
	maxUncutLines?: number | undefined;
	/** The same, on wide screens. */
	maxUncutLinesWhenWide?: number;
	className?: string;
	headingLevel?: number;
};

/**
 * Text that phones cut when it is long, so that it pushes no offer out of the screen. Wide screens cut only very long
 * texts. A button shows it all.
 */
export function LongText({
	id,
	name,
	text,
	locale,
	maxUncutLinesWhenWide = 20,
	maxUncutLines = maxUncutLinesWhenWide,
	className = "",
	headingLevel = 2,
}: Props) {
	const lines = estimateLines(text);
	if (lines <= maxUncutLines) {
		return <RichText text={text} headingLevel={headingLevel} className={className} />;
	}
	return (
		<div className={lines > maxUncutLinesWhenWide ? "long-text very-long" : "long-text"}>
			<RichText text={text} headingLevel={headingLevel} className={`${className} cut`.trim()} />
			<ReadOn id={id} name={name} locale={locale} />
		</div>
	);
}
