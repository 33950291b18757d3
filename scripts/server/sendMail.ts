import { defaultLocale } from "../../content/locales.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import type { Notices } from "../../site/environment.server.ts";
import type { Mail } from "./statusMails.ts";

const timeoutMs = 10_000;

/**
 * Sends a mail through Brevo: https://developers.brevo.com/reference/send-transac-email
 * It comes from the contact address of the site, and goes there unless another recipient is set.
 * @param content folder of the live snapshots
 * @throws Error whose message holds neither the key nor an address
 */
export async function sendMail(
	{ apiUrl, key, recipient }: Notices,
	content: string,
	{ subject, text }: Mail,
): Promise<void> {
	const snapshots = await loadSnapshots(content);
	const { contactEmail } = snapshots[defaultLocale].appShell;
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
