import type { Notices } from "../../site/environment.server.ts";
import type { Mail } from "./followStatus.ts";

/** Milliseconds. */
const timeLimit = 10_000;

/**
 * Sends a mail through Brevo: https://developers.brevo.com/reference/send-transac-email
 * @param contact the site's own address, from which the mail comes, and to which it goes unless another is set
 * @throws Error that names neither the key nor an address
 */
export async function sendMail(
	{ apiUrl, key, recipient }: Notices,
	contact: string,
	{ subject, text }: Mail,
): Promise<void> {
	const response = await fetch(`${apiUrl}/v3/smtp/email`, {
		method: "POST",
		headers: { "api-key": key, "content-type": "application/json", accept: "application/json" },
		body: JSON.stringify({
			sender: { email: contact },
			to: [{ email: recipient ?? contact }],
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
