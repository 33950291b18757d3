import { html, raw } from "hono/html";
import { defaultLocale, type Locale, localeCodes, locales } from "../../content/locales.ts";
import { parseSettings } from "../../environment/environment.server.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import { pageColours, paperColours } from "../../renderer/colours.ts";

/** Reads a request that a form of the site sends, and the language of the response. */
export async function readForm(request: Request) {
	const { headers } = request;
	const text = await request.text();
	const form = new URLSearchParams(text);
	const languages = form.get("locale") ?? headers.get("accept-language");
	const locale =
		localeCodes.find((code) => languages?.startsWith(locales[code].hreflang)) ?? defaultLocale;
	// https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
	const isCrossSite = /^(cross|same)-site$/.test(headers.get("sec-fetch-site") ?? "");
	return { text, form, locale, isCrossSite };
}

/**
 * Creates a response that the browser displays as a page, in place of that with the form.
 * @param content HTML whose texts the tag `html` has escaped
 */
export function respondWithPage(
	status: number,
	locale: Locale,
	title: string,
	content: ReturnType<typeof html>,
): Response {
	const page = html`<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<title>${title}</title>
<style>${raw(pageStyle)}</style>
<main>
<h1>${title}</h1>
${content}
</main>
</html>
`;
	return respond(status, "text/html; charset=utf-8", String(page), [pageStyle]);
}

export function respond(status: number, type: string, body: string, styles: string[] = []) {
	// Netlify applies the headers in its file `_headers` only to static files, so functions set the security headers
	// themselves.
	const headers = createSecurityHeaders(parseSettings().security, { styles });
	return new Response(body, {
		status,
		headers: { ...headers, "content-type": type, "cache-control": "no-store" },
	});
}

const pageStyle = `
${pageColours}
body { max-width: 34rem; margin: 20vh auto; padding: 0 1.25rem; font: 1.125rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font: 600 2rem/1.2 Georgia, serif }
dt { font-weight: 600 }
dd { margin: 0 0 0.75rem }
button { min-height: 3rem; padding: 0.5rem 1.4rem; border: 0; border-radius: 2rem; background: light-dark(#23493a, #a9cdb6); color: light-dark(${paperColours.light}, ${paperColours.dark}); font: inherit; font-weight: 600; cursor: pointer }
`;
