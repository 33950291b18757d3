import { basename } from "node:path";
import type { Styles } from "./styles.ts";

/*
 * Removes two kinds of tags that Vike adds to a document. Its `injectFilter` hook does not cover the script, and warns in
 * every build that removes a style sheet.
 */

/** Matches links to style sheets, at the beginning of the head. */
const stylePattern = /<link rel="stylesheet" type="text\/css" href="([^"]+)">/g;
/** Matches the page's script, at the end of the body. */
const entryPattern = /<script src="(\/assets\/entries\/[^"]+)" type="module" async><\/script>/;

/** Folders in the order of the cascade layers. Vite names a style sheet after the path of its source. */
const folders = ["renderer", "components", "pages"];
const layerOf = (file: string) => folders.findIndex((folder) => file.startsWith(`${folder}_`));
const byLayerAndName = (a: string, b: string) => layerOf(a) - layerOf(b) || (a < b ? -1 : 1);

/**
 * Inlines the style sheets of a document, so that no request delays the first paint. Removes Vike's script tag, which loads the
 * page's script at once, and passes the address to the inline script, which loads it after the first paint.
 * The style sheets are sorted, so that their order does not depend on the chunks of the bundler.
 * @throws Error when the document lacks one of the scripts, or links to an unknown style sheet
 */
export function replaceVikeTags(html: string, styles: Styles): string {
	const files = [...html.matchAll(stylePattern)].map(([, href = ""]) => basename(href));
	const css = files.sort(byLayerAndName).map((file) => {
		const text = styles.get(file);
		if (text === undefined || layerOf(file) < 0) {
			throw new Error(`The style sheet ${file} is not one of the bundle's.`);
		}
		return text;
	});
	const [tag = "", entry] = entryPattern.exec(html) ?? [];
	const emptyAttribute = `data-entry=""`;
	if (!entry || !html.includes(emptyAttribute)) {
		throw new Error("Vike has put no script into the page, or the head has no place for it.");
	}
	return (
		html
			.replaceAll(stylePattern, "")
			.replace(tag, "")
			.replace(emptyAttribute, `data-entry="${entry}"`)
			// A function, because `$` has a meaning in a replacement string.
			.replace("</head>", () => `<style>${css.join("")}</style></head>`)
	);
}

/**
 * Matches the content of the last `<style>` element of the head, which `replaceVikeTags` has put there. An earlier one would be
 * from the content, and the content security policy must not allow it.
 */
const inlineStyles = /(?<=<style>)(?:(?!<style>).)*(?=<\/style><\/head>)/s;

/** Returns the style sheet of a document, which `replaceVikeTags` has inlined. */
export function stylesOf(html: string): string {
	const [styles = ""] = inlineStyles.exec(html) ?? [];
	return styles;
}

/** Returns a document with another style sheet in place of the one that `stylesOf` returns. */
export function replaceStyles(html: string, css: string): string {
	return html.replace(inlineStyles, () => css);
}
