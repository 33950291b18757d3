import type { Locale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { type Words, words } from "../../content/words.ts";
import { parseSettings } from "../../environment/environment.server.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import { pageColours } from "../../renderer/colours.ts";

/** Result of a request to subscribe. `message` is the key of a text in `content/words.ts`. */
export type SubscriptionResult = {
	status: number;
	message: keyof Words;
};

/** Creates the response to a subscription: HTML if the browser displays the response as a page, otherwise JSON. */
export function createSubscriptionResponse(
	{ status, message }: SubscriptionResult,
	locale: Locale,
	isPage: boolean,
): Response {
	const body = isPage
		? formatPage(message, locale)
		: JSON.stringify({ message: words[locale][message] });
	return new Response(body, {
		status,
		headers: {
			// Netlify applies the headers in its file `_headers` only to static files, so functions set the security headers
			// themselves.
			...createSecurityHeaders(parseSettings().security, isPage ? { styles: [pageStyle] } : {}),
			"content-type": isPage ? "text/html; charset=utf-8" : "application/json",
			"cache-control": "no-store",
		},
	});
}

const pageStyle = `
${pageColours}
body { max-width: 34rem; margin: 20vh auto; padding: 0 1.25rem; font: 1.125rem/1.6 system-ui, sans-serif }
h1 { font: 600 2rem/1.2 Georgia, serif }
`;

/**
 * Formats the message as a page with a link to the home page. All texts come from `content/words.ts`, so none needs
 * escaping.
 */
function formatPage(message: keyof Words, locale: Locale): string {
	const { newsletter, backHome } = words[locale];
	return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<title>${newsletter}</title>
<style>${pageStyle}</style>
<main>
<h1>${newsletter}</h1>
<p role="status">${words[locale][message]}</p>
<p><a href="${pathOf("home", locale)}">${backHome}</a></p>
</main>
</html>
`;
}
