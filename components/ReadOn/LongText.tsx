import type { RichTextValue } from "../../content/snapshot.ts";
import { RichText } from "../RichText/RichText.tsx";
import { estimateLines } from "./estimateLines.ts";
import { ReadOn, type ReadOnProps } from "./ReadOn.tsx";
import "./LongText.css";

type Props = ReadOnProps & {
	text: RichTextValue | undefined;
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
