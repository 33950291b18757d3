import { html, raw } from "hono/html";
import { defaultLocale, type Locale, localeCodes, locales } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { pageColours, paperColours } from "../../renderer/colours.ts";
import type { UpdateCounts } from "../mail/mailCounts.ts";
import { respond } from "./respond.ts";

/**
 * Second argument of the functions of forms. On Netlify it is Netlify's own context object, of which they use only `ip`.
 */
export type FormContext = {
	ip?: string;
	/** Stores what a form has sent in a local file. Used only when the mail service Brevo is not configured. */
	outbox?: (sent: object) => Promise<void>;
	/** Changes the counts of mails. Default: those in Netlify Blobs. */
	updateCounts?: UpdateCounts;
	/** Returns the file with the live version's snapshot. Default: that of the build. */
	findSnapshot?: () => string;
};

/** Values that a form has sent, by the name of the field. */
type FormFields = { locale: Locale; [name: string]: string };

type FieldName = "name" | "contract" | "email";

/** Reads a request that a form of the site sends, and the language of the response. */
export async function readForm(request: Request) {
	const { headers } = request;
	const text = await request.text();
	const form = new URLSearchParams(text);
	const languages = form.get("locale") ?? headers.get("accept-language");
	const locale =
		localeCodes.find((code) => languages?.startsWith(locales[code].hreflang)) ?? defaultLocale;
	const fields: FormFields = { ...Object.fromEntries(form), locale };
	// https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
	const isCrossSite = /^(cross|same)-site$/.test(headers.get("sec-fetch-site") ?? "");
	return { text, fields, locale, isCrossSite };
}

/**
 * Creates a response with a message, and with the form, in which everything that was typed stays.
 * @param names visible fields of the form; when empty, the form is left out
 * @param field name of the field that the message is about
 */
export function respondToForm(
	status: number,
	title: string,
	message: string,
	fields: FormFields,
	names: readonly FieldName[],
	field?: PropertyKey,
): Response {
	const { locale, consent } = fields;
	const text = words[locale];
	const notice = html`<p role="status" id="message">${message}</p>`;
	if (names.length === 0) return respondWithPage(status, locale, title, notice);
	const parts = names.map((name) => {
		const type = name === "email" ? name : "text";
		const autocomplete = name === "contract" ? "off" : name;
		return html`<p><label for="${name}">${text[name]}</label>
<input id="${name}" name="${name}" value="${fields[name]}" type="${type}"
autocomplete="${autocomplete}" ${name === field ? invalidState : ""}></p>`;
	});
	// The message is below its field, or above all fields.
	parts.splice(names.indexOf(field as FieldName) + 1, 0, notice);
	const hiddenConsent = html`<input type="hidden" name="consent" value="${consent}">`;
	const content = html`<form method="post">
<input type="hidden" name="locale" value="${locale}">
${consent && hiddenConsent}
${parts}
<button>${text.proceed}</button>
</form>`;
	return respondWithPage(status, locale, title, content);
}

const invalidState = raw('aria-invalid="true" aria-describedby="message" autofocus');

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
<p><a href="${pathOf("home", locale)}">${words[locale].backHome}</a></p>
</main>
</html>
`;
	return respond(status, { type: "text/html; charset=utf-8", body: String(page) }, [pageStyle]);
}

const pageStyle = `
${pageColours}
body { max-width: 34rem; margin: 20vh auto; padding: 0 1.25rem; font: 1.125rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font: 600 2rem/1.2 serif }
dt { font-weight: 600 }
dd { margin: 0 0 0.75rem }
label { display: block }
input { box-sizing: border-box; width: 100%; min-height: 3rem; padding: 0.5rem 0.9rem; border: 1px solid #6d7a71; border-radius: 0.5rem; background: none; color: inherit; font: inherit }
[role=status] { font-weight: 600 }
button { min-height: 3rem; padding: 0.5rem 1.4rem; border: 0; border-radius: 2rem; background: light-dark(#23493a, #a9cdb6); color: light-dark(${paperColours.light}, ${paperColours.dark}); font: inherit; font-weight: 600; cursor: pointer }
button + button { background: none; color: inherit }
`;
