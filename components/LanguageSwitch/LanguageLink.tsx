import { type Locale, locales, otherLocale } from "../../content/locales.ts";
import type { RouteName } from "../../content/routes.ts";
import { describeLink } from "./describeLink.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";
import "./LanguageSwitch.css";

type Props = {
	/** Id of the link, the same in both languages, so that the link keeps the focus when the language changes. */
	id: string;
	route: RouteName | undefined;
	locale: Locale;
};

/** Link to the page in the other language, with that language's name as its text. */
export function LanguageLink({ id, route, locale }: Props) {
	const other = otherLocale(locale);
	return (
		<languageSwitchContract.element>
			<a id={id} {...describeLink(route, other)} lang={locales[other].hreflang}>
				{locales[other].name}
			</a>
		</languageSwitchContract.element>
	);
}
