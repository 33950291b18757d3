import type { Locale } from "../content/locales.ts";
import { words } from "../content/words.ts";

/** The specification's page, section 8, for an error while a page is rendered or a request answered. Nothing of the failed page is used. */
export function formatErrorPage(error: unknown, locale: Locale): string {
	const title = words[locale].unexpectedError;
	const message = escapeHtml(error instanceof Error ? error.message : String(error));
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><p>${message}</p></body>
</html>
`;
}

/** A text as it stands in markup, or in an attribute between quotes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
