import cyrillicItalic from "../components/fonts/cyrillic-italic.woff2";
import cyrillic from "../components/fonts/cyrillic-normal.woff2";
import latinItalic from "../components/fonts/latin-italic.woff2";
import latin from "../components/fonts/latin-normal.woff2";
import { type Locale, localeCodes } from "../content/locales.ts";
import type { RouteName } from "../content/routes.ts";

/** A file of each alphabet, and the letters and signs that are in it alone. */
const alphabets: Record<Locale, { roman: string; italic: string; letters: RegExp }> = {
	"en-US": { roman: latin, italic: latinItalic, letters: /[a-z‘’“”€×·]/i },
	ru: { roman: cyrillic, italic: cyrillicItalic, letters: /[а-яё№]/i },
};

/**
 * The fonts of a page's headings and quotations: of its own alphabet, and of the other one where its letters stand among
 * them, since browsers would find out only after the layout. The home page's title has an italic part.
 * @param body the inside of the document's body
 * @returns `isAccent` where a font can come after everything else of the first screen
 */
export function listFonts(locale: Locale, route: RouteName | undefined, body: string) {
	// Only the title of a closed section is laid out.
	const shown = body.replaceAll(/<\/summary>.*?<\/details>/gs, "");
	const headings = shown.match(/<(h[1-4]|blockquote)\b.*?<\/\1>/gs)?.join() ?? "";
	const accents = headings.match(/<em\b.*?<\/em>/gs)?.join() ?? "";
	const isIn = (html: string, code: Locale) => alphabets[code].letters.test(html.replaceAll(/<[^>]*>|&[^;]+;/g, ""));
	const romans = localeCodes.filter((code) => code === locale || isIn(headings, code));
	const italics = localeCodes.filter((code) => route === "home" && isIn(accents, code));
	return [
		...romans.map((code) => ({ href: alphabets[code].roman, isAccent: false })),
		...italics.map((code) => ({ href: alphabets[code].italic, isAccent: true })),
	];
}
