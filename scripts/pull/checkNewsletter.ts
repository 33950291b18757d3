import { callBrevo } from "../../api/http/callBrevo.ts";
import { readBrevoRefusal } from "../../api/subscription/brevo.ts";
import type { NewsletterSettings } from "../../environment/environment.server.ts";
import type { Report } from "./report.ts";

const place = { id: "BREVO_API_KEY", url: "https://app.brevo.com/security/authorised_ips" };

/**
 * Requests the newsletter's list and templates from Brevo, which also shows whether it accepts the key and this machine.
 * Reports a refusal. A fault that passes by itself is only logged, because a changed report is published.
 */
export async function checkNewsletter(
	settings: NewsletterSettings,
	report: Report,
	log: (line: string) => void,
): Promise<void> {
	const templates = Object.values(settings.templateIds).map((id) => `smtp/templates/${id}`);
	const requests = [`contacts/lists/${settings.listId}`, ...templates].map(async (path) => {
		const response = await callBrevo(settings, path);
		if (response.ok) return response.body?.cancel();
		const { description } = await readBrevoRefusal(response);
		if (response.status >= 500 || response.status === 429) return log(`Newsletter: ${description}`);
		report.add("warning", place, description, "visitors may not be able to subscribe");
	});
	for (const result of await Promise.allSettled(requests))
		if (result.status === "rejected") log(`Newsletter: ${result.reason.message}`);
}
