import { defaultLocale, type Locale, localeCodes, locales } from "../content/locales.ts";
import { splitLocale } from "../content/routes.ts";
import { type Newsletter, parseNewsletterEnvironment } from "../site/environment.server.ts";
import { isCrossSite, isOwnUrl } from "./http/isCrossSite.ts";
import { type Body, readBody } from "./http/readBody.ts";
import { identifyVisitor } from "./http/visitor.ts";
import { openBlobThrottle } from "./subscription/blobThrottle.ts";
import type { Claim, ClaimConfirmationMail } from "./subscription/confirmationThrottle.ts";
import { type Answer, createAnswer } from "./subscription/createAnswer.ts";
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
	/** Throttle of confirmation mails. Unless given, Netlify's Blobs hold it. */
	claimConfirmationMail?: ClaimConfirmationMail | undefined;
	/** Whether the visitor exceeds `config.rateLimit`. Netlify enforces that limit itself. */
	isRateLimited?: boolean;
	/** Time limit of each wait, in milliseconds: for the body, the throttle and the provider. Shorter in tests. */
	timeLimitMs?: number;
};

/** Maximum request body size, in bytes. */
const maxBytes = 4096;

/** Time limit of the body of a rate-limited request, in milliseconds: only its language is of interest. */
const rateLimitedBodyMs = 500;

const formType = "application/x-www-form-urlencoded";
const jsonType = "application/json";

const thanks: Answer = { status: 200, message: "subscribeThanks" };
const bodyFaults: Record<NonNullable<Body["fault"]>, Answer> = {
	tooLarge: { status: 413, message: "requestTooLarge" },
	malformed: { status: 400, message: "requestMalformed" },
};

/**
 * Subscribes to the newsletter: `POST` with JSON `{ email, name }` and the header `Consent-Text`, or with a form that also
 * has `locale` and `consent`. Answers JSON with `{ message }`, or a page where a browser sent a form without script. The
 * answer does not tell whether an address is known.
 */
export default async function subscribe(request: Request, context: NewsletterContext): Promise<Response> {
	const { isRateLimited = false, timeLimitMs = 8_000 } = context;
	const type = parseMediaType(request);
	const isForm = type === formType;
	const isRead = isForm || type === jsonType;
	const isPage = isForm || (type !== jsonType && acceptsHtml(request));
	// Also of a request that is refused: the body says which language the form is in.
	const bodyLimitMs = isRateLimited ? Math.min(rateLimitedBodyMs, timeLimitMs) : timeLimitMs;
	const body: Body = isRead ? await readBody(request, { maxBytes, timeLimitMs: bodyLimitMs }) : { text: "" };
	const formLocale = isForm ? readFormLocale(body.text) : undefined;
	const pageLocale = isPage ? readRefererLocale(request) : undefined;
	const locale = formLocale ?? pageLocale ?? parseAcceptLanguage(request);
	const respond = (answer: Answer) => createAnswer(answer, locale, isPage);

	if (isRateLimited) return respond(tooMany("tooManyRequests", config.rateLimit.windowSize));
	if (request.method !== "POST")
		return respond({ status: 405, message: "methodUnsupported", headers: { Allow: "POST" } });
	if (isCrossSite(request)) return respond({ status: 403, message: "requestCrossSite" });
	if (!isRead) return respond({ status: 415, message: "requestUnsupported" });
	if (body.fault) return respond(bodyFaults[body.fault]);

	const fields = isForm ? parseFormFields(body.text) : parseJsonFields(body.text);
	if (!fields) return respond(bodyFaults.malformed);
	// Only programs fill in the hidden field. They get the answer of a success.
	if (fields.website) return respond(thanks);
	const consent = fields.consent ?? request.headers.get("consent-text") ?? undefined;
	const subscription = parseSubscription({ ...fields, consent }, locale);
	if ("problem" in subscription) return respond({ status: 400, message: subscription.problem });
	return respond(await deliver(subscription, { ...context, timeLimitMs }));
}

/** Returns the media type of a request without its parameters, in lower case. */
function parseMediaType(request: Request): string {
	const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
	return type.trim().toLowerCase();
}

/** Checks whether a browser will show the answer as a page. */
function acceptsHtml(request: Request): boolean {
	return (request.headers.get("accept") ?? "").includes("text/html");
}

function readFormLocale(text: string): Locale | undefined {
	const given = new URLSearchParams(text).get("locale");
	return localeCodes.find((code) => code === given);
}

/** Returns the language of our page that a request was sent from, or undefined when the browser does not say. */
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

function tooMany(message: Answer["message"], retryAfterSeconds: number): Answer {
	return { status: 429, message, headers: { "Retry-After": String(retryAfterSeconds) } };
}

type DeliveryContext = NewsletterContext & { timeLimitMs: number };

/** Passes a subscription on to the provider, or to the outbox while no provider is configured. */
async function deliver(subscription: Subscription, context: DeliveryContext): Promise<Answer> {
	try {
		const newsletter = parseNewsletterEnvironment();
		if (newsletter) return await confirm(subscription, newsletter, context);
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

/** Has the provider send the confirmation mail, if the throttle allows it. */
async function confirm(subscription: Subscription, newsletter: Newsletter, context: DeliveryContext): Promise<Answer> {
	const claim = await claimMail(subscription, newsletter, context);
	if (claim.outcome === "quotaReached") throw new Error("the daily quota of confirmation mails is used up.");
	if (claim.outcome === "visitorLimitReached") return tooMany("tooManyToday", claim.retryAfterSeconds);
	if (claim.outcome === "alreadySent") {
		await waitAsLongAsBrevo();
		return thanks;
	}
	const result = await requestConfirmationMail(newsletter, subscription, context.timeLimitMs);
	if (result === "notSent") await release(claim);
	return result === "sent" ? thanks : { status: 502, message: "subscribeFailure" };
}

/** Claims the confirmation mail. Throws when the throttle does not answer in time: its client would retry for half a minute. */
async function claimMail({ email }: Subscription, { key }: Newsletter, context: DeliveryContext): Promise<Claim> {
	const claimConfirmationMail = context.claimConfirmationMail ?? (await openBlobThrottle());
	const claiming = claimConfirmationMail(createPseudonyms(email, identifyVisitor(context.ip), key));
	const timeUp = Promise.withResolvers<never>();
	const timer = setTimeout(() => {
		timeUp.reject(new Error(`the throttle of confirmation mails does not answer within ${context.timeLimitMs} ms.`));
		claiming.then(release).catch(() => {});
	}, context.timeLimitMs);
	try {
		return await Promise.race([claiming, timeUp.promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** Gives a mail back that will not be requested. */
async function release(claim: Claim): Promise<void> {
	if (claim.outcome === "granted") await claim.release();
}
