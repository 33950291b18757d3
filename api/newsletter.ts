import { setTimeout as wait } from "node:timers/promises";
import { honeypotName } from "../content/honeypot.ts";
import { defaultLocale, type Locale, localeCodes, locales } from "../content/locales.ts";
import {
	type NewsletterSettings,
	parseNewsletterSettings,
} from "../environment/environment.server.ts";
import { isCrossSite } from "./http/isCrossSite.ts";
import { type RequestBody, readBody } from "./http/readBody.ts";
import { identifyVisitor } from "./http/visitor.ts";
import { openBlobThrottle } from "./subscription/blobThrottle.ts";
import type { Claim, ClaimConfirmationMail } from "./subscription/confirmationThrottle.ts";
import {
	createSubscriptionResponse,
	type SubscriptionResult,
} from "./subscription/createSubscriptionResponse.ts";
import {
	parseFormFields,
	parseJsonFields,
	parseSubscription,
	type Subscription,
} from "./subscription/parseSubscription.ts";
import { createPseudonyms } from "./subscription/pseudonyms.ts";
import {
	requestConfirmationMail,
	waitAsLongAsBrevo,
} from "./subscription/requestConfirmationMail.ts";

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
	/** Checks the limits for confirmation mails. Default: the throttle that is stored in Netlify Blobs. */
	claimConfirmationMail?: ClaimConfirmationMail | undefined;
	/** Time limit for reading the body, and for each request to Brevo, in milliseconds. */
	timeLimitMs?: number;
};

const maxBytes = 4096;

const formType = "application/x-www-form-urlencoded";
const jsonType = "application/json";

const thanks: SubscriptionResult = { status: 200, message: "subscribeThanks" };
const bodyFaults: Record<NonNullable<RequestBody["fault"]>, SubscriptionResult> = {
	tooLarge: { status: 413, message: "requestTooLarge" },
	malformed: { status: 400, message: "requestMalformed" },
};

/**
 * Handles a subscription to the newsletter, as JSON or as a form. The response never reveals whether an address is
 * already subscribed.
 */
export default async function subscribe(
	request: Request,
	context: NewsletterContext,
): Promise<Response> {
	const { timeLimitMs = 8_000 } = context;
	const content = await readContent(request, timeLimitMs);
	const respond = (result: SubscriptionResult) =>
		createSubscriptionResponse(result, content.locale, content.isForm);

	const refusal = checkRequest(request, content);
	if (refusal) return respond(refusal);
	const fields = content.isForm
		? parseFormFields(content.body.text)
		: parseJsonFields(content.body.text);
	if (!fields) return respond(bodyFaults.malformed);
	if (fields[honeypotName]) {
		console.error(
			"Newsletter: a hidden field was filled in, by a program or a password manager: nothing is sent",
		);
		return respond(thanks);
	}
	const consent = fields.consent ?? request.headers.get("consent-text") ?? undefined;
	const subscription = parseSubscription({ ...fields, consent }, content.locale);
	if ("problem" in subscription) return respond({ status: 400, message: subscription.problem });
	return respond(await deliver(subscription, { ...context, timeLimitMs }));
}

/** Body of a request to subscribe, and values that are derived from the request's headers. */
type RequestContent = {
	/** Body of the request. `text` is empty when the media type is not supported. */
	body: RequestBody;
	isSupported: boolean;
	/** Whether the browser has sent a form, so that it displays the response as a page. */
	isForm: boolean;
	locale: Locale;
};

/** Reads a request's headers and body, and chooses the language of the response. */
async function readContent(request: Request, timeLimitMs: number): Promise<RequestContent> {
	const type = parseMediaType(request);
	const isForm = type === formType;
	const isSupported = isForm || type === jsonType;
	const body: RequestBody = isSupported
		? await readBody(request, { maxBytes, timeLimitMs })
		: { text: "" };
	const formLocale = isForm ? readFormLocale(body.text) : undefined;
	const locale = formLocale ?? parseAcceptLanguage(request);
	return { body, isSupported, isForm, locale };
}

/** Returns the error response for an invalid request, or undefined for a valid one. */
function checkRequest(
	request: Request,
	{ body, isSupported }: RequestContent,
): SubscriptionResult | undefined {
	if (request.method !== "POST")
		return { status: 405, message: "methodUnsupported", headers: { Allow: "POST" } };
	if (isCrossSite(request)) return { status: 403, message: "requestCrossSite" };
	if (!isSupported) return { status: 415, message: "requestUnsupported" };
	return body.fault ? bodyFaults[body.fault] : undefined;
}

function parseMediaType(request: Request): string {
	const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
	return type.trim().toLowerCase();
}

function readFormLocale(text: string): Locale | undefined {
	const value = new URLSearchParams(text).get("locale");
	return localeCodes.find((code) => code === value);
}

/**
 * Returns the first language in `Accept-Language` that the site has, or the default language. Browsers list preferred
 * languages first.
 */
function parseAcceptLanguage(request: Request): Locale {
	const ranges = (request.headers.get("accept-language") ?? "").split(",");
	for (const range of ranges) {
		const language = range.trim().split(/[-;]/)[0]?.toLowerCase();
		const locale = localeCodes.find((code) => locales[code].hreflang === language);
		if (locale) return locale;
	}
	return defaultLocale;
}

type DeliveryContext = NewsletterContext & { timeLimitMs: number };

/**
 * Requests the confirmation mail for a subscription from Brevo, or stores the subscription in the outbox when Brevo is
 * not configured.
 */
async function deliver(
	subscription: Subscription,
	context: DeliveryContext,
): Promise<SubscriptionResult> {
	try {
		const settings = parseNewsletterSettings();
		if (settings) return await claimAndSendMail(subscription, settings, context);
		if (!context.outbox) throw new Error("none of Brevo's variables is set.");
		await context.outbox(subscription).catch(({ code }: NodeJS.ErrnoException) => {
			throw new Error(`the outbox cannot be written: ${code}`);
		});
		return { status: 200, message: "subscribeSaved" };
	} catch (error) {
		console.error(`Newsletter: ${(error as Error).message}`);
		return { status: 503, message: "subscribeUnavailable" };
	}
}

/** Requests the confirmation mail from Brevo, if the throttle of confirmation mails allows it. */
async function claimAndSendMail(
	subscription: Subscription,
	settings: NewsletterSettings,
	context: DeliveryContext,
): Promise<SubscriptionResult> {
	const claim = await claimMail(subscription, settings, context);
	if (claim.outcome === "quotaReached")
		throw new Error("the daily quota of confirmation mails is used up.");
	if (claim.outcome === "visitorLimitReached") {
		return {
			status: 429,
			message: "tooManyToday",
			headers: { "Retry-After": String(claim.retryAfterSeconds) },
		};
	}
	if (claim.outcome === "alreadySent") {
		await waitAsLongAsBrevo();
		return thanks;
	}
	const result = await requestConfirmationMail(settings, subscription, context.timeLimitMs);
	if (result === "notSent" || result === "addressInvalid") await release(claim);
	if (result === "addressInvalid") return { status: 400, message: "emailInvalid" };
	return result === "sent" ? thanks : { status: 502, message: "subscribeFailure" };
}

/**
 * Requests the throttle's permission to send the confirmation mail.
 * @throws Error when the throttle does not respond within `context.timeLimitMs`
 */
async function claimMail(
	{ email }: Subscription,
	{ key }: NewsletterSettings,
	context: DeliveryContext,
): Promise<Claim> {
	const claimConfirmationMail = context.claimConfirmationMail ?? (await openBlobThrottle());
	const claiming = claimConfirmationMail(createPseudonyms(email, identifyVisitor(context.ip), key));
	const settled = new AbortController();
	const timeUp = wait(context.timeLimitMs, undefined, { signal: settled.signal });
	try {
		const claim = await Promise.race([claiming, timeUp]);
		if (claim) return claim;
	} finally {
		settled.abort();
	}
	// Releases the claim if it still succeeds later, because it would block mails to the mailbox until midnight.
	claiming.then(release).catch(() => {});
	throw new Error(
		`the throttle of confirmation mails does not answer within ${context.timeLimitMs} ms.`,
	);
}

async function release(claim: Claim): Promise<void> {
	if (claim.outcome === "granted") await claim.release();
}
