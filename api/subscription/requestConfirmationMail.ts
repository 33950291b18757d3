import { setTimeout as wait } from "node:timers/promises";
import { locales } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { NewsletterSettings } from "../../environment/environment.server.ts";
import { readBrevoRefusal } from "./brevoRefusals.ts";
import type { Subscription } from "./parseSubscription.ts";

/**
 * Result of a request to Brevo. `sent` is also the result for an address that Brevo knows, because our response must not
 * reveal it. `unknown`: Brevo did not respond within the time limit, so the mail may have been sent.
 */
type ConfirmationResult = "sent" | "addressInvalid" | "notSent" | "unknown";

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
	const nameAndConsent = {
		...nameOnly,
		CONSENT_TEXT: consent,
		CONSENT_LANGUAGE: language,
		CONSENT_TIME: time,
	};
	const startMs = performance.now();
	try {
		let response = await callBrevo(newsletter, subscription, nameAndConsent, timeLimitMs);
		let refusal = isAccepted(response) ? undefined : await readBrevoRefusal(response);
		if (refusal?.meaning === "attributeInvalid") {
			// Repeats the request without the consent attributes, because the owner may not have created them in Brevo.
			response = await callBrevo(newsletter, subscription, nameOnly, timeLimitMs);
			refusal = isAccepted(response) ? undefined : await readBrevoRefusal(response);
			if (!refusal)
				console.error("Newsletter: Brevo takes no record of the consent: see docs/netlify.md");
		}
		if (!refusal) {
			response.body?.cancel().catch(() => {});
			lastDurationMs = performance.now() - startMs;
			return "sent";
		}
		console.error(`Newsletter: ${refusal.description}`);
		if (refusal.meaning === "known") return "sent";
		return refusal.meaning === "addressInvalid" ? "addressInvalid" : "notSent";
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

/** Checks whether Brevo sends the mail: it answers 201 after creating a contact, and 204 after updating one. */
function isAccepted({ status }: Response): boolean {
	return status === 201 || status === 204;
}
