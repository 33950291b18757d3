import { z } from "zod";

/**
 * Meaning of a refusal. `known`: the address is or was on the list, so Brevo sends no confirmation mail.
 * `attributeInvalid`: an attribute of the contact does not exist in Brevo. `fault`: the same for every address.
 */
type Meaning = "known" | "addressInvalid" | "attributeInvalid" | "fault";

export type BrevoRefusal = { meaning: Meaning; description: string };

/**
 * Refusals that need more than their status and code, by Brevo's code and a part of its message. The first match counts.
 * Every other code is a fault: all are listed in `ErrorModel` of Brevo's clients. Messages are not documented; these are
 * from reports, such as https://github.com/sendinblue/APIv3-php-library/issues/253
 */
const refusals: { code: string; message?: RegExp; meaning: Meaning; advice: string }[] = [
	{
		code: "duplicate_parameter",
		meaning: "known",
		advice: "the address is or was on the list, so it gets no mail",
	},
	{
		code: "invalid_parameter",
		message: /already/i,
		meaning: "known",
		advice: "the address is or was on the list, so it gets no mail",
	},
	{
		code: "invalid_parameter",
		message: /invalid e-?mail|e-?mail (address )?is (not valid|invalid)/i,
		meaning: "addressInvalid",
		advice: "the address is invalid",
	},
	{
		code: "invalid_parameter",
		message: /attribute|CONSENT_/i,
		meaning: "attributeInvalid",
		advice: "an attribute of the contact is invalid",
	},
	{
		code: "invalid_parameter",
		message: /template|\blist ?ids?\b/i,
		meaning: "fault",
		advice: "check the numbers of the list and the templates",
	},
	{
		code: "invalid_parameter",
		// A message that this table does not have must not reveal who is on the list.
		meaning: "known",
		advice: "for another reason, so the address gets no mail: try the form with one of your own",
	},
	{
		code: "document_not_found",
		meaning: "fault",
		advice: "check the numbers of the list and the templates",
	},
	{
		code: "unauthorized",
		meaning: "fault",
		advice: "check the key, and the addresses under Settings, Security, Authorised IPs in Brevo",
	},
	{ code: "not_enough_credits", meaning: "fault", advice: "Brevo's plan has no mails left" },
	{
		code: "account_under_validation",
		meaning: "fault",
		advice: "Brevo is still checking the account",
	},
];

const errorSchema = z.object({
	code: z.string().regex(/^[a-z_]+$/),
	message: z.string().catch(""),
});

/** Reads an error response of Brevo. The description never contains Brevo's message, which can repeat the address. */
export async function readBrevoRefusal(response: Response): Promise<BrevoRefusal> {
	const body: unknown = await response.json().catch(() => undefined);
	const { code = "no code", message = "" } = errorSchema.safeParse(body).data ?? {};
	const refusal = refusals.find((one) => one.code === code && (one.message?.test(message) ?? true));
	const answer = `Brevo answers ${response.status} (${code})`;
	if (!refusal) return { meaning: "fault", description: answer };
	return { meaning: refusal.meaning, description: `${answer}: ${refusal.advice}` };
}
