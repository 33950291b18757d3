import cyrillicItalic from "../components/fonts/cyrillic-italic.woff2";
import cyrillic from "../components/fonts/cyrillic-normal.woff2";
import latinItalic from "../components/fonts/latin-italic.woff2";
import latin from "../components/fonts/latin-normal.woff2";
import type { Locale } from "../content/locales.ts";
import type { RouteName } from "../content/routes.ts";

const roman: Record<Locale, string> = { "en-US": latin, ru: cyrillic };
const italic: Record<Locale, string> = { "en-US": latinItalic, ru: cyrillicItalic };

/** The addresses of the fonts that the first screen of a page needs; the home page's title has an italic part. */
export function listFonts(locale: Locale, route: RouteName | undefined): string[] {
	return route === "home" ? [roman[locale], italic[locale]] : [roman[locale]];
}
