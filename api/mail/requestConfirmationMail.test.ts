import { expect, test } from "vitest";
import { readBrevoRefusal } from "./requestConfirmationMail.ts";

const onList = "the address probably is or was on the list, so it gets no mail";

test.each([
	["duplicate_parameter", "Contact already exist", "sent", onList],
	["invalid_parameter", "email is already associated with another Contact", "sent", onList],
	["invalid_parameter", "Invalid email address", "addressInvalid", "the address is invalid"],
	[
		"unauthorized",
		"unrecognised IP address",
		"failed",
		"check the key, and the addresses under Settings, Security, Authorised IPs in Brevo",
	],
	[
		"invalid_parameter",
		"Invalid template id",
		"failed",
		"check the numbers of the list and the templates",
	],
	[
		"invalid_parameter",
		"attribute CONSENT_TEXT not found",
		"failed",
		"add the attributes of docs/netlify.md in Brevo",
	],
])("Brevo's refusal %s, %s counts as %s", async (code, message, outcome, advice) => {
	const response = Response.json({ code, message }, { status: 400 });
	const description = `Brevo answers 400 (${code}): ${advice}`;
	expect(await readBrevoRefusal(response)).toEqual({ outcome, description });
});
