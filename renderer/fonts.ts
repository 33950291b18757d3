import cyrillicItalic from "../components/fonts/cyrillic-italic.woff2";
import cyrillic from "../components/fonts/cyrillic-normal.woff2";
import latinItalic from "../components/fonts/latin-italic.woff2";
import latin from "../components/fonts/latin-normal.woff2";
import { type Locale, localeCodes } from "../content/locales.ts";
import type { RouteName } from "../content/routes.ts";

type Alphabet = {
	/** Addresses of the font files. */
	roman: string;
	italic: string;
	/** Matches a letter or sign that only these files contain. */
	letters: RegExp;
};

const alphabets: Record<Locale, Alphabet> = {
	"en-US": { roman: latin, italic: latinItalic, letters: /[a-z‘’“”€×·]/i },
	ru: { roman: cyrillic, italic: cyrillicItalic, letters: /[а-яё№]/i },
};

/** Matches the hidden part of a closed section: everything except its title. */
const closedContent = /<\/summary>.*?<\/details>/gs;
/** Matches the elements in the heading font. */
const headingElement = /<(h[1-4]|blockquote)\b.*?<\/\1>/gs;
const accentElement = /<em\b.*?<\/em>/gs;
const tagOrEntity = /<[^>]*>|&[^;]+;/g;

/**
 * Lists the fonts of a page's headings and quotations, for preloading. Fonts of the other alphabet are included when its
 * letters occur, because browsers would find out only after the layout. The title of the home page has an italic part.
 * @param body inner HTML of the document's body
 * @returns `isAccent` when the font may load after everything else on the first screen
 */
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
