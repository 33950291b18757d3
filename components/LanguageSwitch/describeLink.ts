import { type Locale, locales } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

const { attributes } = languageSwitchContract;

/**
 * Returns the attributes of a link to a page in a language.
 * @param route undefined on pages without an address of their own. Their links navigate to the home page, which has other
 * styles.
 */
export function describeLink(route: RouteName | undefined, locale: Locale) {
	return {
		href: pathOf(route ?? "home", locale),
		hrefLang: locales[locale].hreflang,
		[attributes.locale]: locale,
		[attributes.navigates]: route ? undefined : true,
	};
}
