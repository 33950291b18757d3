/** As the specification, section 8, has it in both languages. */
const title = "Unexpected Application Error!";

/** The specification's page for an error while a page is rendered or a request answered. Nothing of the failed page is used. */
export function formatErrorPage(error: unknown): string {
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
