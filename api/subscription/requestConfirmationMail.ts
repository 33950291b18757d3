import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { locales } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { NewsletterSettings } from "../../environment/environment.server.ts";
import type { Subscription } from "./parseSubscription.ts";

/**
 * Result of a request to Brevo. `unknown`: Brevo did not respond within the time limit, so the mail may have been sent.
 */
type ConfirmationResult = "sent" | "notSent" | "unknown";

/** Attributes of a contact in Brevo, by name. */
type Attributes = Record<string, string | undefined>;

/** Duration of the last successful request to Brevo, in milliseconds. The initial value is an estimate. */
let lastDurationMs = 300;

/**
 * Waits as long as the last successful request took, so that the duration of a response does not reveal whether a mail
 * was requested.
 */
export const waitAsLongAsBrevo = () => wait(lastDurationMs);

/** Requests the double opt-in mail from Brevo: https://developers.brevo.com/reference/create-doi-contact */
export async function requestConfirmationMail(
	newsletter: NewsletterSettings,
	subscription: Subscription,
	timeLimitMs: number,
): Promise<ConfirmationResult> {
	const { name, locale, time, consent } = subscription;
	const nameOnly: Attributes = { FIRSTNAME: name || undefined };
	const language = locales[locale].hreflang;
	const nameAndConsent = { ...nameOnly, CONSENT_TEXT: consent, CONSENT_LANGUAGE: language, CONSENT_TIME: time };
	const startMs = performance.now();
	try {
		let response = await callBrevo(newsletter, subscription, nameAndConsent, timeLimitMs);
		if (await isInvalidParameter(response)) {
			// Repeats the request without the consent attributes, because the owner may not have created them in Brevo.
			response = await callBrevo(newsletter, subscription, nameOnly, timeLimitMs);
			if (response.ok) console.error("Newsletter: Brevo takes no record of the consent: see docs/netlify.md");
		}
		// Brevo returns 201 after creating a contact, and 204 after updating one.
		if (response.status === 201 || response.status === 204) {
			response.body?.cancel().catch(() => {});
			lastDurationMs = performance.now() - startMs;
			return "sent";
		}
		const code = await readErrorCode(response);
		// Brevo's code for an address that is already subscribed. Our response must not reveal this subscription.
		if (code === "duplicate_parameter") return "sent";
		console.error(`Newsletter: Brevo answers ${response.status} (${code ?? "no code"})`);
		return "notSent";
	} catch (error) {
		// Logs only the error's name, because the error's message may contain the mail address or the key.
		const { name: errorName } = error as Error;
		console.error(`Newsletter: Brevo cannot be reached: ${errorName}`);
		return errorName === "TimeoutError" ? "unknown" : "notSent";
	}
}

function callBrevo(
	{ apiUrl, key, listId, templateIds, siteUrl }: NewsletterSettings,
	{ email, locale }: Subscription,
	attributes: Attributes,
	timeLimitMs: number,
): Promise<Response> {
	return fetch(`${apiUrl}/v3/contacts/doubleOptinConfirmation`, {
		method: "POST",
		headers: { "api-key": key, "content-type": "application/json", accept: "application/json" },
		body: JSON.stringify({
			email,
			attributes,
			includeListIds: [listId],
			templateId: templateIds[locale],
			redirectionUrl: `${siteUrl}${pathOf("home", locale)}?subscribed`,
		}),
		signal: AbortSignal.timeout(timeLimitMs),
		redirect: "error",
	});
}

async function isInvalidParameter(response: Response): Promise<boolean> {
	if (response.status !== 400) return false;
	// Reads a copy, because a body can be read only once.
	const code = await readErrorCode(response.clone());
	return code === "invalid_parameter";
}

/** Schema of Brevo's errors. The message is not read, because it may contain the mail address. */
const errorSchema = z.object({ code: z.string().regex(/^[a-z_]+$/) });

async function readErrorCode(response: Response): Promise<string | undefined> {
	const body: unknown = await response.json().catch(() => undefined);
	return errorSchema.safeParse(body).data?.code;
}
