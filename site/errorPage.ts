/** Title that the specification requires (section 8), in both languages. */
const title = "Unexpected Application Error!";

/**
 * Formats the error page of the specification, for an error during rendering or a request. It uses no part of the site's
 * pages, because those may have caused the error.
 */
export function formatErrorPage(error: unknown): string {
	const message = escapeHtml(error instanceof Error ? error.message : String(error));
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><p>${message}</p></body>
</html>
`;
}

/** Escapes a text for HTML, also for the value of an attribute in quotes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
