import { defaultLocale, type Locale, localeCodes, locales } from "../content/locales.ts";
import { splitLocale } from "../content/routes.ts";
import { type NewsletterSettings, parseNewsletterEnvironment } from "../site/environment.server.ts";
import { isCrossSite, isOwnUrl } from "./http/isCrossSite.ts";
import { type RequestBody, readBody } from "./http/readBody.ts";
import { identifyVisitor } from "./http/visitor.ts";
import { openBlobThrottle } from "./subscription/blobThrottle.ts";
import type { Claim, ClaimConfirmationMail } from "./subscription/confirmationThrottle.ts";
import { createSubscriptionResponse, type SubscriptionResult } from "./subscription/createSubscriptionResponse.ts";
import {
	parseFormFields,
	parseJsonFields,
	parseSubscription,
	type Subscription,
} from "./subscription/parseSubscription.ts";
import { createPseudonyms } from "./subscription/pseudonyms.ts";
import { requestConfirmationMail, waitAsLongAsBrevo } from "./subscription/requestConfirmationMail.ts";

/** https://docs.netlify.com/build/functions/api/ */
export const config = {
	path: "/api/newsletter/subscribe",
	// https://docs.netlify.com/manage/security/secure-access-to-sites/rate-limiting/
	rateLimit: { windowLimit: 10, windowSize: 60, aggregateBy: ["ip"] },
};

/** Second argument of the handler. Netlify passes its own context, which has `ip` only. */
export type NewsletterContext = {
	/** IP address of the visitor. */
	ip?: string | undefined;
	/** Stores a subscription while no provider is configured. */
	outbox?: ((subscription: object) => Promise<void>) | undefined;
	/** Throttle of confirmation mails. Default: the one in Netlify's Blobs. */
	claimConfirmationMail?: ClaimConfirmationMail | undefined;
	/** Whether the visitor exceeds `config.rateLimit`. Netlify enforces that limit itself. */
	isRateLimited?: boolean;
	/** Time limit for the body, for the throttle and for the provider, each, in milliseconds. */
	timeLimitMs?: number;
};

/** Maximum request body size, in bytes. */
const maxBytes = 4096;

/** Time limit for the body of a rate-limited request, in milliseconds. Short, because only its language is used. */
const rateLimitedBodyMs = 500;

const formType = "application/x-www-form-urlencoded";
const jsonType = "application/json";

const thanks: SubscriptionResult = { status: 200, message: "subscribeThanks" };
const bodyFaults: Record<NonNullable<RequestBody["fault"]>, SubscriptionResult> = {
	tooLarge: { status: 413, message: "requestTooLarge" },
	malformed: { status: 400, message: "requestMalformed" },
};

/**
 * Subscribes to the newsletter: `POST` with JSON `{ email, name }` and the header `Consent-Text`, or with a form that also
 * has `locale` and `consent`. The response is JSON with `{ message }`, or a page when a browser sent the form without script.
 * It never reveals whether a mail address is subscribed already.
 */
export default async function subscribe(request: Request, context: NewsletterContext): Promise<Response> {
	const { isRateLimited = false, timeLimitMs = 8_000 } = context;
	const bodyLimitMs = isRateLimited ? Math.min(rateLimitedBodyMs, timeLimitMs) : timeLimitMs;
	const content = await readContent(request, bodyLimitMs);
	const respond = (result: SubscriptionResult) => createSubscriptionResponse(result, content.locale, content.isPage);

	if (isRateLimited) return respond(tooMany("tooManyRequests", config.rateLimit.windowSize));
	const refusal = checkRequest(request, content);
	if (refusal) return respond(refusal);
	const fields = content.isForm ? parseFormFields(content.body.text) : parseJsonFields(content.body.text);
	if (!fields) return respond(bodyFaults.malformed);
	// The field is hidden from visitors, so a bot has filled it in. It gets the response of a success.
	if (fields.website) return respond(thanks);
	const consent = fields.consent ?? request.headers.get("consent-text") ?? undefined;
	const subscription = parseSubscription({ ...fields, consent }, content.locale);
	if ("problem" in subscription) return respond({ status: 400, message: subscription.problem });
	return respond(await deliver(subscription, { ...context, timeLimitMs }));
}

/** Parsed body of a request. */
type RequestContent = {
	/** Empty for a media type that is not supported. */
	body: RequestBody;
	isSupported: boolean;
	isForm: boolean;
	/** Whether the browser shows the response as a page. */
	isPage: boolean;
	/** Language of the response. */
	locale: Locale;
};

/** Reads the body of every request, also of one that will be refused, because the form's field `locale` sets the language. */
async function readContent(request: Request, timeLimitMs: number): Promise<RequestContent> {
	const type = parseMediaType(request);
	const isForm = type === formType;
	const isSupported = isForm || type === jsonType;
	const isPage = isForm || (!isSupported && acceptsHtml(request));
	const body: RequestBody = isSupported ? await readBody(request, { maxBytes, timeLimitMs }) : { text: "" };
	const formLocale = isForm ? readFormLocale(body.text) : undefined;
	const pageLocale = isPage ? readRefererLocale(request) : undefined;
	const locale = formLocale ?? pageLocale ?? parseAcceptLanguage(request);
	return { body, isSupported, isForm, isPage, locale };
}

/** Returns the reason to refuse a request, or undefined when its body can be parsed. */
function checkRequest(request: Request, { body, isSupported }: RequestContent): SubscriptionResult | undefined {
	if (request.method !== "POST") return { status: 405, message: "methodUnsupported", headers: { Allow: "POST" } };
	if (isCrossSite(request)) return { status: 403, message: "requestCrossSite" };
	if (!isSupported) return { status: 415, message: "requestUnsupported" };
	return body.fault && bodyFaults[body.fault];
}

/** Returns the media type of a request without its parameters, in lower case. */
function parseMediaType(request: Request): string {
	const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
	return type.trim().toLowerCase();
}

/** Checks whether the client accepts HTML, as a browser does that will show the response as a page. */
function acceptsHtml(request: Request): boolean {
	return (request.headers.get("accept") ?? "").includes("text/html");
}

function readFormLocale(text: string): Locale | undefined {
	const given = new URLSearchParams(text).get("locale");
	return localeCodes.find((code) => code === given);
}

/** Returns the language of the page that sent a request, or undefined when the `Referer` header is missing or not ours. */
function readRefererLocale(request: Request): Locale | undefined {
	const referer = request.headers.get("referer") ?? "";
	if (!isOwnUrl(referer, request)) return undefined;
	return splitLocale(new URL(referer).pathname).locale;
}

/** Returns the first of our languages in `Accept-Language`, which browsers send in the order of preference. */
function parseAcceptLanguage(request: Request): Locale {
	const ranges = (request.headers.get("accept-language") ?? "").split(",");
	const languages = ranges.map((range) => range.trim().split(/[-;]/)[0]?.toLowerCase());
	const known = languages.flatMap((name) => localeCodes.filter((code) => locales[code].hreflang === name));
	return known[0] ?? defaultLocale;
}

function tooMany(message: SubscriptionResult["message"], retryAfterSeconds: number): SubscriptionResult {
	return { status: 429, message, headers: { "Retry-After": String(retryAfterSeconds) } };
}

type DeliveryContext = NewsletterContext & { timeLimitMs: number };

/** Passes a subscription on to the provider, or to the outbox while no provider is configured. */
async function deliver(subscription: Subscription, context: DeliveryContext): Promise<SubscriptionResult> {
	try {
		const settings = parseNewsletterEnvironment();
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

/** Makes the provider send the confirmation mail, if the throttle grants it. */
async function claimAndSendMail(
	subscription: Subscription,
	settings: NewsletterSettings,
	context: DeliveryContext,
): Promise<SubscriptionResult> {
	const claim = await claimMail(subscription, settings, context);
	if (claim.outcome === "quotaReached") throw new Error("the daily quota of confirmation mails is used up.");
	if (claim.outcome === "visitorLimitReached") return tooMany("tooManyToday", claim.retryAfterSeconds);
	if (claim.outcome === "alreadySent") {
		await waitAsLongAsBrevo();
		return thanks;
	}
	const result = await requestConfirmationMail(settings, subscription, context.timeLimitMs);
	if (result === "notSent") await release(claim);
	return result === "sent" ? thanks : { status: 502, message: "subscribeFailure" };
}

/**
 * Claims the confirmation mail from the throttle.
 * @throws Error after the time limit, because the client of Netlify's Blobs retries for half a minute
 */
async function claimMail(
	{ email }: Subscription,
	{ key }: NewsletterSettings,
	context: DeliveryContext,
): Promise<Claim> {
	const claimConfirmationMail = context.claimConfirmationMail ?? (await openBlobThrottle());
	const claiming = claimConfirmationMail(createPseudonyms(email, identifyVisitor(context.ip), key));
	const timeUp = Promise.withResolvers<never>();
	const timer = setTimeout(() => {
		timeUp.reject(new Error(`the throttle of confirmation mails does not answer within ${context.timeLimitMs} ms.`));
		// A mail that is granted too late is given back.
		claiming.then(release).catch(() => {});
	}, context.timeLimitMs);
	try {
		return await Promise.race([claiming, timeUp.promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** Returns a granted mail to the throttle, because the mail will not be sent. */
async function release(claim: Claim): Promise<void> {
	if (claim.outcome === "granted") await claim.release();
}
