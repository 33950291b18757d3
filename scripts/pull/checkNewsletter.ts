import { readBrevoRefusal } from "../../api/subscription/brevo.ts";
import type { NewsletterSettings } from "../../environment/environment.server.ts";
import type { Report } from "./report.ts";

/** Time-out of the requests to Brevo, in milliseconds. It is short, because a publication waits for the responses. */
const timeoutMs = 5_000;

const place = { id: "BREVO_API_KEY", url: "https://app.brevo.com/security/authorised_ips" };

/**
 * Requests the newsletter's list and templates from Brevo, which also shows whether it accepts the key and this machine.
 * Reports a refusal. A fault that passes by itself is only logged, because a changed report is published.
 */
export async function checkNewsletter(
	settings: NewsletterSettings | undefined,
	report: Report,
	log: (line: string) => void,
): Promise<void> {
	if (!settings) return;
	const { apiUrl, key, listId, templateIds } = settings;
	const signal = AbortSignal.timeout(timeoutMs);
	const headers = { "api-key": key, accept: "application/json" };
	const request = async (path: string) => {
		const response = await fetch(`${apiUrl}/v3/${path}`, { headers, signal, redirect: "error" });
		if (response.ok) return response.body?.cancel();
		const { description } = await readBrevoRefusal(response);
		if (response.status >= 500 || response.status === 429) throw new Error(description);
		report.add("warning", place, description, "visitors may not be able to subscribe");
	};
	const templates = Object.values(templateIds).map((id) => `smtp/templates/${id}`);
	const requests = [`contacts/lists/${listId}`, ...templates].map((path) =>
		request(path).catch((error: Error) => log(`Newsletter: ${error.message}`)),
	);
	await Promise.all(requests);
}
