import { honeypotName } from "../content/honeypot.ts";
import type { Locale } from "../content/locales.ts";
import { type Words, words } from "../content/words.ts";
import { parseValidSettings } from "../environment/environment.server.ts";
import { type FormContext, readForm, respondToForm } from "./http/forms.ts";
import { respondWithJson } from "./http/respond.ts";
import { claimMail } from "./mail/mailLimits.ts";
import { requestConfirmationMail } from "./mail/requestConfirmationMail.ts";
import { type Subscription, subscriptionSchema } from "./mail/subscriptionSchema.ts";

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

/** Result of a request to subscribe, with the key of a text in `content/words.ts`, and the field that it is about. */
type Result = [status: number, message: keyof Words, field?: PropertyKey];

const thanks: Result = [200, "subscribeThanks"];

/**
 * Handles a subscription to the newsletter, as JSON or as a form. The response never reveals whether an address is
 * already subscribed.
 */
export default async function subscribe(request: Request, context: FormContext): Promise<Response> {
	const { headers } = request;
	const { text, fields: form, locale, isCrossSite } = await readForm(request);
	// The browser displays the response to a form as a page.
	const isForm = /^application\/x-www-form-urlencoded/i.test(headers.get("content-type") ?? "");
	const answer = (...[status, key, field]: Result) => {
		const { newsletter: title, [key]: message } = words[locale];
		const names = status === 200 || isCrossSite ? [] : (["name", "email"] as const);
		return isForm
			? respondToForm(status, title, String(message), form, names, field)
			: respondWithJson(status, String(message));
	};

	if (isCrossSite) return answer(403, "requestCrossSite");
	const fields = isForm ? form : parseJson(text, headers.get("consent-text"));
	const { data: subscription, error } = subscriptionSchema.safeParse(fields);
	if (!subscription) {
		const [issue] = error.issues;
		return answer(400, issue?.message as keyof Words, issue?.path[0]);
	}
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
	{ ip, outbox, updateCounts }: FormContext,
): Promise<Result> {
	const { settings, missing } = parseValidSettings().newsletter;
	if (missing) throw new Error(`Missing or malformed: ${missing}`);
	if (!settings) {
		if (!outbox) throw new Error("none of Brevo's variables is set.");
		await outbox({ ...subscription, locale, time: new Date().toISOString() });
		return [200, "subscribeSaved"];
	}

	const claim = await claimMail(updateCounts, settings.key, subscription.email, ip);
	if (claim.limit === "pending") return thanks;
	if (claim.limit === "all") throw new Error("the daily limit of confirmation mails is reached.");
	if (claim.limit) return [429, "tooManyToday"];

	const outcome = await requestConfirmationMail(settings, subscription, locale);
	if (outcome === "sent") return thanks;
	// Otherwise, visitors who try again would be thanked, but get no mail.
	await claim.release();
	if (outcome === "addressInvalid") return [400, "emailInvalid", "email"];
	return [502, "subscribeFailure"];
}
