import cyrillicItalic from "../components/fonts/cyrillic-italic.woff2";
import cyrillic from "../components/fonts/cyrillic-normal.woff2";
import latinItalic from "../components/fonts/latin-italic.woff2";
import latin from "../components/fonts/latin-normal.woff2";
import { type Locale, localeCodes } from "../content/locales.ts";
import type { RouteName } from "../content/routes.ts";

type Alphabet = {
	/** Path of the upright font file. */
	roman: string;
	italic: string;
	/** Matches a character that only this alphabet's font files contain. */
	letters: RegExp;
};

const alphabets: Record<Locale, Alphabet> = {
	"en-US": { roman: latin, italic: latinItalic, letters: /[a-z‘’“”€×·]/i },
	ru: { roman: cyrillic, italic: cyrillicItalic, letters: /[а-яё№]/i },
};

/** Matches the content of a closed `<details>` element, except for its title. */
const closedContent = /<\/summary>.*?<\/details>/gs;
/** Matches the elements that use the heading font. */
const headingElement = /<(h[1-4]|blockquote)\b.*?<\/\1>/gs;
const accentElement = /<em\b.*?<\/em>/gs;
const tagOrEntity = /<[^>]*>|&[^;]+;/g;

/** Lists the font files to preload for headings and quotations. */
export function listFonts(locale: Locale, route: RouteName | undefined, body: string) {
	const visibleHtml = body.replaceAll(closedContent, "");
	const headings = visibleHtml.match(headingElement)?.join() ?? "";
	const accents = headings.match(accentElement)?.join() ?? "";
	const romanLocales = localeCodes.filter((code) => code === locale || hasLettersOf(code, headings));
	const italicLocales = localeCodes.filter((code) => route === "home" && hasLettersOf(code, accents));
	const romans = romanLocales.map((code) => ({ href: alphabets[code].roman, isAccent: false }));
	const italics = italicLocales.map((code) => ({ href: alphabets[code].italic, isAccent: true }));
	return [...romans, ...italics];
}

function hasLettersOf(locale: Locale, html: string): boolean {
	return alphabets[locale].letters.test(html.replaceAll(tagOrEntity, ""));
}
