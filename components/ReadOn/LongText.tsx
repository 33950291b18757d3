import type { Locale } from "../../content/locales.ts";
import type { RichTextValue, TextValue } from "../../content/snapshot.ts";
import { RichText } from "../RichText/RichText.tsx";
import { estimateLines } from "./estimateLines.ts";
import { ReadOn } from "./ReadOn.tsx";

type Props = {
	/** Id of the entry. */
	id: string;
	/** Name of the entry, for screen readers. */
	name: TextValue | number;
	text: RichTextValue | undefined;
	locale: Locale;
	/** Maximum number of lines, in a narrow column, of a text that is shown in full. */
	maxUncutLines?: number;
	className?: string;
	headingLevel?: number;
};

/** Text that is cut when it is long, so that it pushes no offer out of the screen, with a button that shows it all. */
export function LongText({ id, name, text, locale, maxUncutLines = 14, className = "", headingLevel = 2 }: Props) {
	if (estimateLines(text) <= maxUncutLines) {
		return <RichText text={text} headingLevel={headingLevel} className={className} />;
	}
	return (
		<div className="long-text">
			<RichText text={text} headingLevel={headingLevel} className={`${className} cut`.trim()} />
			<ReadOn id={id} name={name} locale={locale} />
		</div>
	);
}
