import type { Locale } from "../../content/locales.ts";
import { words } from "../../content/words.ts";
import { languageFrameContract } from "./languageFrameContract.ts";

const { attributes, parts } = languageFrameContract;

/** Status message that screen readers announce after a change of language. */
export function LanguageStatus({ locale }: { locale: Locale }) {
	return (
		<p
			data-part={parts.status}
			role="status"
			className="visually-hidden"
			{...{ [attributes.message]: words[locale].languageChanged }}
		/>
	);
}
