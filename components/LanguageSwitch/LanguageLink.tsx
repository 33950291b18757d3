import { type Locale, locales, otherLocale } from "../../content/locales.ts";
import type { RouteName } from "../../content/routes.ts";
import { describeLink } from "./describeLink.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";
import "./LanguageSwitch.css";

type Props = {
	/** Id of the link, the same in both languages: the focus returns to it after a change. */
	id: string;
	route: RouteName | undefined;
	locale: Locale;
};

/** Link to the counterpart of a page, with the name of the other language. */
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
