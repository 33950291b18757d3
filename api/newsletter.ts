import { createHmac } from "node:crypto";
import { honeypotName } from "../content/honeypot.ts";
import { defaultLocale, type Locale, localeCodes, locales } from "../content/locales.ts";
import { parseNewsletterSettings } from "../environment/environment.server.ts";
import { blobMailStore } from "./subscription/blobMailStore.ts";
import { requestConfirmationMail } from "./subscription/brevo.ts";
import {
	createSubscriptionResponse,
	type SubscriptionResult,
} from "./subscription/createSubscriptionResponse.ts";
import { countMail, dailyLimits, type MailStore } from "./subscription/mailLimits.ts";
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
 * Second argument of `subscribe`. On Netlify it is Netlify's own context object, of which `subscribe` uses only `ip`.
 */
export type NewsletterContext = {
	ip?: string | undefined;
	/** Stores a subscription in a local file. Used only when the mail service Brevo is not configured. */
	outbox?: ((subscription: object) => Promise<void>) | undefined;
	/** Default: Netlify Blobs. */
	mailStore?: MailStore | undefined;
};

const thanks: SubscriptionResult = { status: 200, message: "subscribeThanks" };

/**
 * Handles a subscription to the newsletter, as JSON or as a form. The response never reveals whether an address is
 * already subscribed.
 */
export default async function subscribe(
	request: Request,
	context: NewsletterContext,
): Promise<Response> {
	const { headers } = request;
	const text = await request.text();
	const form = new URLSearchParams(text);
	// The browser displays the response to a form as a page.
	const isForm = /^application\/x-www-form-urlencoded/i.test(headers.get("content-type") ?? "");
	const languages = form.get("locale") ?? headers.get("accept-language");
	const locale =
		localeCodes.find((code) => languages?.startsWith(locales[code].hreflang)) ?? defaultLocale;
	const respond = (result: SubscriptionResult) =>
		createSubscriptionResponse(result, locale, isForm);

	// https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
	const isCrossSite = /^(cross|same)-site$/.test(headers.get("sec-fetch-site") ?? "");
	if (isCrossSite) return respond({ status: 403, message: "requestCrossSite" });
	const fields = isForm ? Object.fromEntries(form) : parseJson(text, headers.get("consent-text"));
	const subscription = parseSubscription(fields);
	if (typeof subscription === "string") return respond({ status: 400, message: subscription });
	if (subscription[honeypotName]) {
		console.error(
			"Newsletter: a hidden field was filled in, by a program or a password manager: nothing is sent",
		);
		return respond(thanks);
	}
	try {
		return respond(await deliver(subscription, locale, context));
	} catch (error) {
		console.error(`Newsletter: ${(error as Error).message}`);
		return respond({ status: 503, message: "subscribeUnavailable" });
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
	{ ip = "", outbox, mailStore = blobMailStore }: NewsletterContext,
): Promise<SubscriptionResult> {
	const now = new Date().toISOString();
	const settings = parseNewsletterSettings();
	if (!settings) {
		if (!outbox) throw new Error("none of Brevo's variables is set.");
		await outbox({ ...subscription, locale, time: now });
		return { status: 200, message: "subscribeSaved" };
	}

	// Without the key, nobody can find out to which address a hash belongs.
	const hash = (text: string) => createHmac("sha256", settings.key).update(text).digest("hex");
	const day = now.slice(0, 10);
	const limits: Record<string, number> = {};
	// The visitor comes first. Otherwise, visitors at their limit could learn which mailboxes got mails today. Behind a
	// proxy that does not name its visitors, all of them have its address, so they have no limit of their own.
	const isNamed = ip !== "" && !/^(127\.|::1$)/.test(ip);
	// One customer of a provider can have a /48 network of IPv6 addresses, which is their first three groups.
	if (isNamed) limits[hash(ip.split(":", 3).join(":"))] = dailyLimits.visitor;
	limits.all = dailyLimits.all;
	const mailbox = hash(toMailbox(subscription.email));
	limits[mailbox] = 1;
	const fullKey = await countMail(mailStore, day, limits);
	if (fullKey === mailbox) return thanks;
	if (fullKey === "all") throw new Error("the daily limit of confirmation mails is reached.");
	if (fullKey) return { status: 429, message: "tooManyToday" };

	const outcome = await requestConfirmationMail(settings, subscription, locale);
	if (outcome === "sent") return thanks;
	// Otherwise, visitors who try again would be thanked, but get no mail.
	await mailStore.update(day, ({ [mailbox]: _, ...others } = {}) => others);
	if (outcome === "addressInvalid") return { status: 400, message: "emailInvalid" };
	return { status: 502, message: "subscribeFailure" };
}

/** Returns the same text for all addresses of a mailbox. */
function toMailbox(email: string): string {
	const address = email.toLowerCase().replace(/\+.*(?=@)/, "");
	const dots = /\.(?=.*@)/g;
	if (/@g(oogle)?mail\.com$/.test(address)) return address.replace(dots, "");
	// To Yandex, a dot is the same as a hyphen.
	return /@(yandex\.\w+|ya\.ru)$/.test(address) ? address.replace(dots, "-") : address;
}
