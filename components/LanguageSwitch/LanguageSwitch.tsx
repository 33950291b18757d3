import { defaultLocale, type Locale, localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { Icon } from "../Icon/Icon.tsx";
import "./LanguageSwitch.css";

type Props = {
	/** Undefined on pages without an address of their own. Their links navigate to the home page, which has other styles. */
	route: RouteName | undefined;
	locale: Locale;
};

/** Language switch of wide screens: a link to the counterpart with the role of a switch, which is off in the default language. */
export function LanguageSwitch({ route, locale }: Props) {
	const other = otherLocale(locale);
	return (
		<a
			id="language-switch"
			className="language-switch"
			href={pathOf(route ?? "home", other)}
			hrefLang={locales[other].hreflang}
			data-locale={other}
			data-plain={route ? undefined : true}
			role="switch"
			aria-checked={locale !== defaultLocale}
			aria-label={words[locale].russianVersion}
		>
			{localeCodes.map((code) => (
				// With a space, so that what is read is in the name: "EN RU".
				<span key={code}>{`${locales[code].short} `}</span>
			))}
		</a>
	);
}

/** For narrow screens: a list of the languages that drops down in the menu. */
export function LanguageMenu({ route, locale }: Props) {
	return (
		<details className="language-menu">
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
							href={pathOf(route ?? "home", code)}
							hrefLang={locales[code].hreflang}
							lang={locales[code].hreflang}
							data-locale={code}
							data-plain={route ? undefined : true}
							aria-current={code === locale ? "true" : undefined}
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
