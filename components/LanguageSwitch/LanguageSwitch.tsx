import { defaultLocale, type Locale, localeCodes, locales, otherLocale } from "../../content/locales.ts";
import type { RouteName } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { describeLink } from "./describeLink.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";
import "./LanguageSwitch.css";

type Props = {
	/** Id of the link, the same in both languages: the focus returns to it after a change. */
	id: string;
	route: RouteName | undefined;
	locale: Locale;
};

/** Language switch of wide screens: a link to the counterpart with the role of a switch, which is off in the default language. */
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
					// With the space, the accessible name contains the visible text as "EN RU".
					<span key={code}>{`${locales[code].short} `}</span>
				))}
			</a>
		</languageSwitchContract.element>
	);
}
