import { defaultLocale } from "../../content/locales.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import type { Notices } from "../../site/environment.server.ts";
import type { Mail } from "./followStatus.ts";

/** Milliseconds. */
const timeLimit = 10_000;

/**
 * Sends a mail through Brevo: https://developers.brevo.com/reference/send-transac-email
 * It comes from the e-mail address that the site itself shows, and goes to that unless another is set.
 * @param content the folder of the snapshots that are live
 * @throws Error that names neither the key nor an address
 */
export async function sendMail(
	{ apiUrl, key, recipient }: Notices,
	content: string,
	{ subject, text }: Mail,
): Promise<void> {
	const { contactEmail } = (await loadSnapshots(content))[defaultLocale].appShell;
	const response = await fetch(`${apiUrl}/v3/smtp/email`, {
		method: "POST",
		headers: { "api-key": key, "content-type": "application/json", accept: "application/json" },
		body: JSON.stringify({
			sender: { email: contactEmail },
			to: [{ email: recipient ?? contactEmail }],
			subject,
			textContent: text,
		}),
		signal: AbortSignal.timeout(timeLimit),
		redirect: "error",
	}).catch((error: Error) => {
		throw new Error(`Brevo cannot be reached (${error.name})`);
	});
	await response.body?.cancel();
	if (!response.ok) throw new Error(`Brevo answers ${response.status}`);
}
