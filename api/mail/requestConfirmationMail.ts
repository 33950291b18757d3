import { type Locale, locales } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { NewsletterSettings } from "../../environment/environment.server.ts";
import { breakLinks } from "./breakLinks.ts";
import { callBrevo } from "./callBrevo.ts";
import type { Subscription } from "./subscriptionSchema.ts";

/** `failed`: for a reason that has nothing to do with the address. */
type Outcome = "sent" | "addressInvalid" | "failed";

/** Requests the double opt-in mail from Brevo: https://developers.brevo.com/reference/create-doi-contact */
export async function requestConfirmationMail(
	settings: NewsletterSettings,
	{ email, name, consent }: Subscription,
	locale: Locale,
): Promise<Outcome> {
	const response = await callBrevo(settings, "contacts/doubleOptinConfirmation", {
		email,
		attributes: {
			FIRSTNAME: breakLinks(name) || undefined,
			CONSENT_TEXT: consent,
			CONSENT_LANGUAGE: locales[locale].hreflang,
			CONSENT_TIME: new Date().toISOString(),
		},
		includeListIds: [settings.listId],
		templateId: settings.templateIds[locale],
		redirectionUrl: `${settings.siteUrl}${pathOf("home", locale)}?subscribed`,
		// The error's message may contain the mail address or the key.
	}).catch((error: Error) => console.error(`Newsletter: Brevo cannot be reached: ${error.name}`));
	if (!response) return "failed";
	// 201 after creating a contact, 204 after updating one.
	if (response.status === 201 || response.status === 204) return "sent";
	const { outcome, description } = await readBrevoRefusal(response);
	console.error(`Newsletter: ${description}`);
	return outcome;
}

/**
 * Refusals by Brevo's code and message. The first match counts, and every other code is a fault: all are listed in
 * `ErrorModel` of Brevo's clients. Messages are not documented; these are from reports, such as
 * https://github.com/sendinblue/APIv3-php-library/issues/253
 */
const refusals: { pattern: RegExp; outcome?: Outcome; advice: string }[] = [
	{
		pattern: /^document_not_found|^invalid_parameter .*(template|\blist ?ids?\b)/i,
		advice: "check the numbers of the list and the templates",
	},
	{
		pattern: /^invalid_parameter .*(attribute|CONSENT_)/i,
		advice: "add the attributes of docs/netlify.md in Brevo",
	},
	{
		pattern: /^invalid_parameter (?=.*valid).*e-?mail/i,
		outcome: "addressInvalid",
		advice: "the address is invalid",
	},
	{
		pattern: /^(invalid|duplicate)_parameter/,
		// The response must not reveal who is on the list.
		outcome: "sent",
		advice: "the address probably is or was on the list, so it gets no mail",
	},
	{
		pattern: /^unauthorized/,
		advice: "check the key, and the addresses under Settings, Security, Authorised IPs in Brevo",
	},
];

/** Reads an error response of Brevo. The description never contains Brevo's message, which can repeat the address. */
export async function readBrevoRefusal(response: Response) {
	const { code = "", message } = await response.json().catch(() => ({}));
	const refusal = refusals.find(({ pattern }) => pattern.test(`${code} ${message}`));
	const answer = `Brevo answers ${response.status} (${/^[a-z_]+$/.test(code) ? code : "no code"})`;
	return {
		outcome: refusal?.outcome ?? "failed",
		description: refusal ? `${answer}: ${refusal.advice}` : answer,
	};
}
