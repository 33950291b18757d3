/** Vike's own tag, at the end of the body. */
const entryPattern = /<script src="(\/assets\/entries\/[^"]+)" type="module" async><\/script>/;

/**
 * Hands the page's script, which Vike loads at once, to the inline script that loads it after the first paint.
 * @throws Error when the document has not both of them
 */
export function deferEntry(html: string): string {
	const [tag = "", entry] = entryPattern.exec(html) ?? [];
	const place = `data-entry=""`;
	if (!entry || !html.includes(place))
		throw new Error("Vike has put no script into the page, or the head has no place for it.");
	return html.replace(tag, "").replace(place, `data-entry="${entry}"`);
}
