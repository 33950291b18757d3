import { html } from "hono/html";

/** Title and heading of the error page. The owner of the site prescribes this English text for both languages. */
const title = "Unexpected Application Error!";

/**
 * Formats the page for an unexpected error. It uses no component of the site, because a component may have caused the
 * error.
 */
export function formatErrorPage(message: string): string {
	return String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><p>${message}</p></body>
</html>
`);
}
