import type { Locale } from "../../content/locales.ts";
import { words } from "../../content/words.ts";
import { languageFrameContract } from "./languageFrameContract.ts";

const { attributes, parts } = languageFrameContract;

/** Announcement for screen readers. The script fills it after it has changed the language. */
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
