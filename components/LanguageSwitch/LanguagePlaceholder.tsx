import { type Locale, locales, otherLocale } from "../../content/locales.ts";
import type { Route } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { formatChoice } from "./LanguageSwitch.tsx";

type Props = { route: Route | undefined; locale: Locale };

/**
 * Placeholder that covers the main content while a page loads in the other language, or when loading has failed, and the
 * status message that screen readers announce afterwards.
 */
export function LanguagePlaceholder({ route, locale }: Props) {
	const { loading, readInstead, languageChanged } = words[locale];
	const other = otherLocale(locale);
	return (
		<>
			{/* biome-ignore lint/a11y/useSemanticElements: HTML allows only one visible `<main>`, and a script removes `hidden` */}
			<div data-part="placeholder" role="main" hidden>
				<p role="status">
					{/* biome-ignore lint/a11y/useSemanticElements: the only `<h1>` of a document is the title of its page */}
					<span role="heading" aria-level={1}>
						{loading}
					</span>
				</p>
				<p data-part="failure" hidden>
					<a href={formatChoice(route, other)} hrefLang={locales[other].hreflang}>
						{readInstead}
					</a>
				</p>
			</div>
			<p
				data-part="language-status"
				role="status"
				className="visually-hidden"
				data-message={languageChanged}
			/>
		</>
	);
}
