import {
	defaultLocale,
	type Locale,
	localeCodes,
	locales,
	otherLocale,
} from "../../content/locales.ts";
import { localisePath, type Route } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { Icon } from "../Icon/Icon.tsx";
import "./LanguageSwitch.css";

type Props = { route: Route | undefined; locale: Locale };

/** Language switch of wide screens: a link with the role `switch`. Its state is off for English, and on for Russian. */
export function LanguageSwitch({ route, locale }: Props) {
	return (
		<a
			// Each control has the same id in both languages, so that it keeps the focus when the language changes.
			id="language-switch"
			{...describeLink(route, otherLocale(locale))}
			role="switch"
			aria-checked={locale !== defaultLocale}
			aria-label={words[locale].russianVersion}
		>
			{localeCodes.map((code) => (
				// Ends with a space, because the accessible name must begin with the visible text `EN RU` (WCAG 2.5.3).
				<span key={code}>{`${locales[code].short} `}</span>
			))}
		</a>
	);
}

/** Drop-down list of the languages, for the menu of narrow screens. */
export function LanguageMenu({ route, locale }: Props) {
	return (
		<details>
			<summary
				id="language-menu"
				aria-label={`${words[locale].language}: ${locales[locale].short} – ${locales[locale].name}`}
			>
				{locales[locale].short}
				<Icon name="chevron" />
			</summary>
			<ul>
				{localeCodes.map((code) => (
					<li key={code}>
						<a
							{...describeLink(route, code)}
							// The link to this page has no fragment, which would stay in the address.
							href={
								code === locale ? localisePath(route?.path ?? "/", code) : formatChoice(route, code)
							}
							lang={locales[code].hreflang}
							aria-current={code === locale ? "true" : "false"}
						>
							{locales[code].short}
							<span className="visually-hidden"> – {locales[code].name}</span>
						</a>
					</li>
				))}
			</ul>
		</details>
	);
}

/** Link to the page in the other language, with that language's name as its text, for the footer. */
export function LanguageLink({ route, locale }: Props) {
	const other = otherLocale(locale);
	return (
		<a id="language-link" {...describeLink(route, other)} lang={locales[other].hreflang}>
			{locales[other].name}
		</a>
	);
}

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

/**
 * Returns the address of a page in a language that a visitor chooses. `headScript.ts` of that page reads the choice from
 * the fragment, stores it, and removes the fragment. It is the id of the page's `<html>`.
 */
function formatChoice(route: Route | undefined, locale: Locale): string {
	return `${localisePath(route?.path ?? "/", locale)}#${locale}`;
}

/** Returns the attributes of a link to a page in a language. Without a `route`, the link leads to the home page. */
function describeLink(route: Route | undefined, locale: Locale) {
	return {
		href: formatChoice(route, locale),
		hrefLang: locales[locale].hreflang,
		"data-locale": locale,
		// Marks a link that the browser itself follows. Other links replace the page's content by script.
		"data-native": route ? undefined : true,
	};
}
