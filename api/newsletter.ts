import { html } from "hono/html";
import { honeypotName } from "../content/honeypot.ts";
import type { Locale } from "../content/locales.ts";
import { pathOf } from "../content/routes.ts";
import { type Words, words } from "../content/words.ts";
import { parseNewsletterSettings } from "../environment/environment.server.ts";
import { readForm, respond, respondWithPage } from "./http/forms.ts";
import { requestConfirmationMail } from "./subscription/brevo.ts";
import { claimMail, type MailStore } from "./subscription/mailLimits.ts";
import { parseSubscription, type Subscription } from "./subscription/parseSubscription.ts";

/**
 * Path of the function, and its rate limit, which has an effect only on Netlify:
 * https://docs.netlify.com/build/functions/api/
 */
export const config = {
	path: "/api/newsletter/subscribe",
	// At most 10 requests in 60 seconds for each IP address:
	// https://docs.netlify.com/manage/security/secure-access-to-sites/rate-limiting/
	rateLimit: { windowLimit: 10, windowSize: 60, aggregateBy: ["ip"] },
};

/**
 * Second argument of the functions of forms. On Netlify it is Netlify's own context object, of which they use only `ip`.
 */
export type NewsletterContext = {
	ip?: string | undefined;
	/** Stores what a form has sent in a local file. Used only when the mail service Brevo is not configured. */
	outbox?: ((subscription: object) => Promise<void>) | undefined;
	/** Default: Netlify Blobs. */
	mailStore?: MailStore | undefined;
	/** Returns the file with the live version's snapshot. Default: that of the build. */
	findSnapshot?: () => string;
};

/** Result of a request to subscribe, with the key of a text in `content/words.ts`. */
type Result = [status: number, message: keyof Words];

const thanks: Result = [200, "subscribeThanks"];

/**
 * Handles a subscription to the newsletter, as JSON or as a form. The response never reveals whether an address is
 * already subscribed.
 */
export default async function subscribe(
	request: Request,
	context: NewsletterContext,
): Promise<Response> {
	const { headers } = request;
	const { text, form, locale, isCrossSite } = await readForm(request);
	// The browser displays the response to a form as a page.
	const isForm = /^application\/x-www-form-urlencoded/i.test(headers.get("content-type") ?? "");
	const answer = (...[status, key]: Result) => {
		const { newsletter: title, backHome, [key]: message } = words[locale];
		if (!isForm) return respond(status, "application/json", JSON.stringify({ message }));
		const content = html`<p role="status">${message}</p>
<p><a href="${pathOf("home", locale)}">${backHome}</a></p>`;
		return respondWithPage(status, locale, title, content);
	};

	if (isCrossSite) return answer(403, "requestCrossSite");
	const fields = isForm ? Object.fromEntries(form) : parseJson(text, headers.get("consent-text"));
	const subscription = parseSubscription(fields);
	if (typeof subscription === "string") return answer(400, subscription);
	if (subscription[honeypotName]) {
		console.error(
			"Newsletter: a hidden field was filled in, by a program or a password manager: nothing is sent",
		);
		return answer(...thanks);
	}
	try {
		return answer(...(await deliver(subscription, locale, context)));
	} catch (error) {
		console.error(`Newsletter: ${(error as Error).message}`);
		return answer(503, "subscribeUnavailable");
	}
}

function parseJson(text: string, consent: string | null): object | undefined {
	try {
		return { consent, ...JSON.parse(text) };
	} catch {
		return undefined;
	}
}

/**
 * Requests the confirmation mail, unless a limit of the day is reached. Stores the subscription in the outbox when Brevo
 * is not configured.
 */
async function deliver(
	subscription: Subscription,
	locale: Locale,
	{ ip = "", outbox, mailStore }: NewsletterContext,
): Promise<Result> {
	const settings = parseNewsletterSettings();
	if (!settings) {
		if (!outbox) throw new Error("none of Brevo's variables is set.");
		await outbox({ ...subscription, locale, time: new Date().toISOString() });
		return [200, "subscribeSaved"];
	}

	const claim = await claimMail(mailStore, settings.key, subscription.email, ip);
	if (claim.limit === "mailbox") return thanks;
	if (claim.limit === "visitor") return [429, "tooManyToday"];
	if (claim.limit) throw new Error("the daily limit of confirmation mails is reached.");

	const outcome = await requestConfirmationMail(settings, subscription, locale);
	if (outcome === "sent") return thanks;
	// Otherwise, visitors who try again would be thanked, but get no mail.
	await claim.release();
	if (outcome === "addressInvalid") return [400, "emailInvalid"];
	return [502, "subscribeFailure"];
}
