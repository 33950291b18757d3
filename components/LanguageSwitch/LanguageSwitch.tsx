import { defaultLocale, type Locale, localeCodes, locales, otherLocale } from "../../content/locales.ts";
import type { RouteName } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { describeLink } from "./describeLink.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";
import "./LanguageSwitch.css";

type Props = {
	/** Id of the link, the same in both languages, so that the link keeps the focus when the language changes. */
	id: string;
	route: RouteName | undefined;
	locale: Locale;
};

/** Language switch of wide screens: a link with the role `switch`. Its state is off for English, and on for Russian. */
export function LanguageSwitch({ id, route, locale }: Props) {
	return (
		<languageSwitchContract.element>
			<a
				id={id}
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
		</languageSwitchContract.element>
	);
}
