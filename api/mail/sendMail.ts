import type { MailSettings } from "../../environment/environment.server.ts";
import { loadSnapshot } from "../../environment/snapshotFiles.server.ts";
import { callBrevo, readSenders } from "./callBrevo.ts";

export type Mail = {
	subject: string;
	text: string;
	/** Address that gets the same mail. Sender and first recipient are then the contact address. */
	copyTo?: string;
};

/**
 * First brace of a tag of Brevo's template language, which a visitor can have entered. Brevo would evaluate it:
 * https://help.brevo.com/hc/en-us/articles/4402386448530
 */
const templateTag = /\{(?=[{%#])/g;

/**
 * Sends a mail through Brevo: https://developers.brevo.com/reference/send-transac-email
 * @param snapshotFile file with the site's content, which includes the contact address
 * @throws Error whose message contains neither Brevo's key nor a mail address
 */
export async function sendMail(
	settings: MailSettings,
	snapshotFile: string | URL,
	{ subject, text, copyTo }: Mail,
): Promise<void> {
	const { contactEmail } = (await loadSnapshot(snapshotFile)).appShell;
	// Editors can change the contact address to one from which Brevo sends nothing.
	const findSenders = () => callBrevo(settings, "senders").then(readSenders);
	const [sender = contactEmail] = copyTo ? [] : await findSenders().catch(() => []);
	const response = await callBrevo(settings, "smtp/email", {
		sender: { email: sender },
		to: [{ email: settings.recipient ?? sender }],
		subject,
		textContent: text.replace(templateTag, "{ "),
		// Two mails by one request, so that Brevo takes both or none. They replace `to`:
		// https://developers.brevo.com/docs/batch-send-transactional-emails
		messageVersions: copyTo && [contactEmail, copyTo].map((email) => ({ to: [{ email }] })),
	});
	if (response.ok) return;
	const error = new Error(`Brevo answers ${response.status}`);
	// A gateway does not know whether Brevo has taken the mails.
	if ([502, 504].includes(response.status)) error.name = "GatewayError";
	throw error;
}
