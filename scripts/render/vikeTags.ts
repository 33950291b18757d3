import { basename } from "node:path";
import type { Styles } from "./styles.ts";

/*
 * Two of Vike's tags have to be taken out of its HTML. Its `injectFilter`, by which the renderer leaves out Vike's
 * preloads of fonts, is not asked about the script, and warns in every build where it leaves out a style sheet.
 */

/** At the very beginning of the head. */
const stylePattern = /<link rel="stylesheet" type="text\/css" href="([^"]+)">/g;
/** At the end of the body. */
const entryPattern = /<script src="(\/assets\/entries\/[^"]+)" type="module" async><\/script>/;

/** Vite names a style sheet by its path. The first has the order of the cascade layers. */
const folders = ["renderer", "components", "pages"];
const placeOf = (file: string) => folders.findIndex((folder) => file.startsWith(`${folder}_`));

/**
 * Puts the style sheets that a document links to into its head, so that nothing is asked for before the first paint, and
 * hands the page's script, which Vike loads at once, to the inline script that loads it after the first paint.
 * The style sheets are sorted: the order does not hang on how the code is cut into chunks.
 * @throws Error when the document has not both scripts, or a style sheet is not one of the bundle's
 */
export function replaceVikeTags(html: string, styles: Styles): string {
	const files = [...html.matchAll(stylePattern)].map(([, href = ""]) => basename(href));
	const css = files
		.sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
		.map((file) => {
			const text = styles.get(file);
			if (text === undefined || placeOf(file) < 0)
				throw new Error(`The style sheet ${file} is not one of the bundle's.`);
			return text;
		});
	const [tag = "", entry] = entryPattern.exec(html) ?? [];
	const place = `data-entry=""`;
	if (!entry || !html.includes(place))
		throw new Error("Vike has put no script into the page, or the head has no place for it.");
	return (
		html
			.replaceAll(stylePattern, "")
			.replace(tag, "")
			.replace(place, `data-entry="${entry}"`)
			// A function, since in a replacement text `$` has a meaning.
			.replace("</head>", () => `<style>${css.join("")}</style></head>`)
	);
}

/** The style sheet of a document, which `replaceVikeTags` put at the end of its head. */
export function stylesOf(html: string): string {
	const head = html.slice(0, html.indexOf("</style></head>"));
	return head.slice(head.lastIndexOf("<style>") + "<style>".length);
}

/** A document with another style sheet in place of that. */
export const replaceStyles = (html: string, css: string): string => html.replace(stylesOf(html), () => css);
