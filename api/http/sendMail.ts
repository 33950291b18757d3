import { loadSnapshot } from "../../content/snapshotFiles.server.ts";
import type { MailSettings } from "../../environment/environment.server.ts";

export type Mail = { subject: string; text: string };

const timeoutMs = 10_000;

/**
 * Sends a mail through Brevo: https://developers.brevo.com/reference/send-transac-email
 * @param snapshotFile file with the site's content, which includes the sender's address
 * @throws Error whose message contains neither Brevo's key nor a mail address
 */
export async function sendMail(
	{ apiUrl, key, recipient }: MailSettings,
	snapshotFile: string | URL,
	{ subject, text }: Mail,
): Promise<void> {
	const { contactEmail } = (await loadSnapshot(snapshotFile)).appShell;
	const response = await fetch(`${apiUrl}/v3/smtp/email`, {
		method: "POST",
		headers: { "api-key": key, "content-type": "application/json", accept: "application/json" },
		body: JSON.stringify({
			sender: { email: contactEmail },
			to: [{ email: recipient ?? contactEmail }],
			subject,
			textContent: text,
		}),
		signal: AbortSignal.timeout(timeoutMs),
		redirect: "error",
	}).catch((error: Error) => {
		throw new Error(`Brevo cannot be reached (${error.name})`);
	});
	await response.body?.cancel();
	if (!response.ok) throw new Error(`Brevo answers ${response.status}`);
}
