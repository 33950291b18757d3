import type { Locale } from "../../content/locales.ts";
import type { TextValue } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Icon } from "../Icon/Icon.tsx";
import { Text } from "../Text/Text.tsx";
import "./ReadOn.css";

export type ReadOnProps = {
	/** Id of the entry whose text is cut, or another id that is unique on the page. */
	id: string;
	/** Name of the text, for screen readers. */
	name: TextValue | number;
	locale: Locale;
};

/**
 * Button that shows the rest of a text. The text precedes the button or the button's parent. `ReadOn.css` hides the lower
 * part of a text with the class `cut`; `LongText.css` hides the elements with the class `rest`.
 */
export function ReadOn({ id, name, locale }: ReadOnProps) {
	const { readOn, showLess } = words[locale];
	return (
		// The same id in both languages keeps the text open when the language changes.
		<details id={`${id}-read-on`} className="read-on">
			<summary className="action">
				<span className="when-closed">{readOn}</span>
				<span className="when-open">{showLess}</span>
				<span className="visually-hidden">
					: <Text text={name} />
				</span>
				<Icon name="chevron" />
			</summary>
		</details>
	);
}
