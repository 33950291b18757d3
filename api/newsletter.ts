import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { defaultLocale, type Locale, localeCodes, locales } from "../content/locales.ts";
import { pathOf } from "../content/routes.ts";
import { type Words, words } from "../content/words.ts";
import { type Newsletter, parseNewsletterEnvironment, parseProtection } from "../site/environment.server.ts";
import { securityHeaders } from "../site/headers.server.ts";
import { hashMailbox, openBlobTurns, type TakeTurn } from "./http/mailTurns.ts";
import { readBody } from "./http/readBody.ts";

/** https://docs.netlify.com/build/functions/api/ */
export const config = {
	path: "/api/newsletter/subscribe",
	// https://docs.netlify.com/manage/security/secure-access-to-sites/rate-limiting/
	rateLimit: { windowLimit: 10, windowSize: 60, aggregateBy: ["ip"] },
};

/** What our own server adds. Netlify, which keeps the rate limit itself, gives none of it. */
export type NewsletterContext = {
	/** Takes subscriptions while no provider is set. */
	outbox?: ((subscription: object) => Promise<void>) | undefined;
	/** Whose turn it is to be sent a confirmation mail. Netlify keeps that in Blobs. */
	takeTurn?: TakeTurn | undefined;
	/** Whether the visitor asks more often than `config.rateLimit` allows. */
	isLimited?: boolean;
	/** Milliseconds that the body may take, and then the provider. Tests shorten it. */
	timeLimit?: number;
};

/** Bytes. */
const largestBody = 4096;

type Answer = [status: number, message: keyof Words, headers?: Record<string, string>];

const thanks: Answer = [200, "subscribeThanks"];
const failure: Answer = [502, "subscribeFailure"];

type Subscription = {
	email: string;
	name: string;
	locale: Locale;
	/** When it came, in ISO 8601. */
	time: string;
	/** Which text the subscriber agreed to: when the newsletter's entry was last changed, as its page says. */
	consent?: string | undefined;
};

/**
 * Subscribes to the newsletter: `POST` with JSON `{ email, name }` and the header `Consent-Text`, or with a form that also
 * holds `locale` and `consent`. Answers JSON with `{ message }`, or a small page to a form. The answer does not tell whether
 * an address is known.
 */
export default async function subscribe(
	request: Request,
	{ outbox, isLimited, takeTurn, timeLimit = 8_000 }: NewsletterContext,
): Promise<Response> {
	const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
	const isForm = type === "application/x-www-form-urlencoded";
	let locale = parseLanguage(request.headers.get("accept-language"));
	const respond = (...answer: Answer) => createResponse(answer, locale, isForm);

	if (isLimited) return respond(429, "tooManyRequests", { "Retry-After": String(config.rateLimit.windowSize) });
	if (request.method !== "POST") return respond(405, "methodUnsupported", { Allow: "POST" });
	if (isForeign(request)) return respond(403, "requestForeign");
	if (!isForm && type !== "application/json") return respond(415, "requestUnsupported");
	const { text: body, fault } = await readBody(request, { maxBytes: largestBody, timeLimitMs: timeLimit });
	if (fault === "tooLarge") return respond(413, "requestTooLarge");
	if (fault === "malformed") return respond(400, "requestMalformed");
	const form = isForm ? new URLSearchParams(body) : undefined;
	locale = localeCodes.find((code) => code === form?.get("locale")) ?? locale;
	const { data } = subscriptionFields.safeParse(form ? Object.fromEntries(form) : parseJson(body));
	// A field that people do not see: who fills it in is a program, and is told what it wants to hear.
	if (data?.website) return respond(...thanks);
	const subscription = parseSubscription(data, locale, data?.consent ?? request.headers.get("consent-text"));
	if (typeof subscription === "string") return respond(400, subscription);
	return respond(...(await deliver(subscription, { outbox, takeTurn, timeLimit })));
}

/**
 * Whether a page of another site had a browser send this. https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 * Older browsers tell the origin alone, the oldest nothing.
 */
function isForeign(request: Request): boolean {
	const site = request.headers.get("sec-fetch-site");
	if (site !== null) return site !== "same-origin" && site !== "none";
	const origin = request.headers.get("origin");
	// A proxy may name another host than the visitor did.
	const own = [request.url, parseProtection().url].map((url) => URL.parse(url)?.host);
	return origin !== null && !own.includes(URL.parse(origin)?.host ?? "");
}

/** The first of our languages in a browser's list, which is in its order of preference. */
function parseLanguage(header: string | null): Locale {
	const languages = (header ?? "").split(",").map((range) => range.trim().split(/[-;]/)[0]?.toLowerCase());
	const [first] = languages.flatMap((name) => localeCodes.filter((code) => locales[code].hreflang === name));
	return first ?? defaultLocale;
}

/** Undefined for a text that is no JSON. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const subscriptionFields = z.object({
	email: z.string().default(""),
	name: z.string().default(""),
	website: z.unknown().optional(),
	consent: z.string().optional(),
});

/** A subscription, or the word for what is wrong with it. */
function parseSubscription(
	data: z.infer<typeof subscriptionFields> | undefined,
	locale: Locale,
	text: string | null,
): Subscription | keyof Words {
	if (!data) return "requestMalformed";
	const email = data.email.trim();
	if (!email) return "emailMissing";
	// Plausible is enough, in any script: the confirmation mail is the proof. 254 is SMTP's limit (RFC 5321, erratum 1690).
	const isPlausible = /^[^\s@\p{C}]+@([\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]{2,}$/u.test(email);
	if (!isPlausible || email.length > 254) return "emailInvalid";
	const name = data.name.replace(/\p{C}+/gu, " ").trim();
	const consent = z.iso.datetime().safeParse(text).data;
	return name.length > 100 ? "nameInvalid" : { email, name, locale, consent, time: new Date().toISOString() };
}

/** Hands a subscription to the provider, or to the outbox while none is set. */
async function deliver(
	subscription: Subscription,
	{ outbox, takeTurn, timeLimit }: Pick<NewsletterContext, "outbox" | "takeTurn"> & { timeLimit: number },
): Promise<Answer> {
	try {
		const newsletter = parseNewsletterEnvironment();
		if (newsletter) {
			takeTurn ??= await openBlobTurns();
			const giveBack = await takeTurn(hashMailbox(subscription.email, newsletter.key));
			if (giveBack) return await askBrevo(newsletter, subscription, timeLimit, giveBack);
			// What Brevo would say, after as long: who asks cannot see that a mailbox has had its mail.
			await wait(usualTime);
			return thanks;
		}
		if (!outbox) throw new Error("none of Brevo's variables is set.");
		await outbox(subscription).catch(({ code }: NodeJS.ErrnoException) => {
			throw new Error(`the outbox cannot be written: ${code}`);
		});
		return [200, "subscribeSaved"];
	} catch (error) {
		console.error(`Newsletter: ${(error as Error).message}`);
		return [503, "subscribeUnavailable"];
	}
}

/** Milliseconds that Brevo took to say yes the last time. */
let usualTime = 300;

/** What Brevo says is wrong: a word of its own. The message beside it is left alone, because it may hold the address. */
const problem = z.object({ code: z.string().regex(/^[a-z_]+$/) });

/** https://developers.brevo.com/reference/create-doi-contact */
async function askBrevo(
	{ apiUrl, key, listId, templateIds, siteUrl }: Newsletter,
	{ email, name, locale, time, consent }: Subscription,
	timeLimit: number,
	giveBack: () => Promise<void>,
): Promise<Answer> {
	const ask = (attributes: Record<string, string | undefined>) =>
		fetch(`${apiUrl}/v3/contacts/doubleOptinConfirmation`, {
			method: "POST",
			headers: { "api-key": key, "content-type": "application/json", accept: "application/json" },
			body: JSON.stringify({
				email,
				attributes,
				includeListIds: [listId],
				templateId: templateIds[locale],
				redirectionUrl: `${siteUrl}${pathOf("home", locale)}?subscribed`,
			}),
			signal: AbortSignal.timeout(timeLimit),
			redirect: "error",
		});
	const language = locales[locale].hreflang;
	const plain = { FIRSTNAME: name || undefined };
	const since = performance.now();
	try {
		let response = await ask({ ...plain, CONSENT_TEXT: consent, CONSENT_LANGUAGE: language, CONSENT_TIME: time });
		if (response.status === 400 && (await readProblem(response.clone())) === "invalid_parameter") {
			// Brevo's words on attributes that an account does not have are not clear enough to lose a reader over them.
			response = await ask(plain);
			if (response.ok) console.error("Newsletter: Brevo takes no record of the consent: see docs/hosting.md");
		}
		// Contact created, contact updated. Anything else, even a friendly page, does not come from Brevo.
		if (response.status === 201 || response.status === 204) {
			response.body?.cancel().catch(() => {});
			usualTime = performance.now() - since;
			return thanks;
		}
		const code = await readProblem(response);
		// Whoever is already subscribed is told the same as everyone.
		if (code === "duplicate_parameter") return thanks;
		console.error(`Newsletter: Brevo answers ${response.status} (${code ?? "no code"})`);
	} catch (error) {
		// The name alone: a message could hold the address or the key.
		const { name } = error as Error;
		console.error(`Newsletter: Brevo cannot be reached: ${name}`);
		// It may have sent the mail all the same.
		if (name === "TimeoutError") return failure;
	}
	await giveBack();
	return failure;
}

const readProblem = async (response: Response): Promise<string | undefined> =>
	problem.safeParse(await response.json().catch(() => undefined)).data?.code;

function createResponse([status, message, headers]: Answer, locale: Locale, isForm: boolean): Response {
	return new Response(isForm ? renderPage(message, locale) : JSON.stringify({ message: words[locale][message] }), {
		status,
		headers: {
			// The host gives its own headers to files alone.
			...securityHeaders(parseProtection(), isForm ? { styles: [pageStyle] } : {}),
			...headers,
			"content-type": isForm ? "text/html; charset=utf-8" : "application/json",
			"content-language": locale,
			"cache-control": "no-store",
		},
	});
}

const pageStyle = `
:root { color-scheme: light dark }
body { max-width: 34rem; margin: 20vh auto; padding: 0 1.25rem; font: 1.125rem/1.6 system-ui, sans-serif; background: light-dark(#fbf8f2, #141d18); color: light-dark(#1e2b25, #ece7da) }
h1 { font: 600 2rem/1.2 Georgia, serif }
a { color: light-dark(#a8481f, #e59a76) }
`;

/** The answer to a form that was sent without script: the message and a way back. Every word is our own. */
function renderPage(message: keyof Words, locale: Locale): string {
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
