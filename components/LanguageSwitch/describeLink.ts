import { type Locale, locales } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

const { attributes } = languageSwitchContract;

/** Returns the attributes of a link to a page in a language. Without a `route`, the link leads to the home page. */
export function describeLink(route: RouteName | undefined, locale: Locale) {
	return {
		href: pathOf(route ?? "home", locale),
		hrefLang: locales[locale].hreflang,
		[attributes.locale]: locale,
		[attributes.navigates]: route ? undefined : true,
	};
}
