import { callBrevo, readSenders } from "../../api/mail/callBrevo.ts";
import type { Place } from "../../content/formatFinding.ts";
import type { Environment } from "../../environment/environment.server.ts";
import type { Report } from "./report.ts";

const place: Place = {
	type: "variable",
	id: "BREVO_API_KEY",
	url: "https://app.brevo.com/security/authorised_ips",
};

/**
 * Requests Brevo's senders, and the newsletter's list and templates, which also shows whether Brevo accepts the key and
 * this machine. Reports a refusal. A fault that passes by itself is only logged, because a changed report is published.
 * @returns addresses of the active senders, or undefined when they are unknown
 */
export async function checkBrevo(
	{ mail, newsletter }: Pick<Environment, "mail" | "newsletter">,
	report: Report,
	log: (line: string) => void,
): Promise<string[] | undefined> {
	if (!mail) return undefined;
	const paths = ["senders"];
	if (newsletter) {
		const templates = Object.values(newsletter.templateIds).map((id) => `smtp/templates/${id}`);
		paths.push(`contacts/lists/${newsletter.listId}`, ...templates);
	}
	let senders: string[] | undefined;
	const requests = paths.map(async (path) => {
		const response = await callBrevo(mail, path);
		if (response.status >= 500 || response.status === 429)
			throw new Error(`Brevo answers ${response.status} to ${path}.`);
		const reason = response.status;
		if (reason === 401 || reason === 403) {
			report.add(place, "brevoRefuses", "mailsMayFail", { reason });
		} else if (!response.ok) {
			report.add(place, "brevoLacks", "mailsMayFail", { request: path, reason });
		} else if (path === "senders") {
			senders = await readSenders(response);
		} else {
			const { isActive } = await response.json();
			if (isActive === false)
				report.add(place, "brevoTemplateInactive", "mailsMayFail", { request: path });
		}
	});
	for (const result of await Promise.allSettled(requests))
		if (result.status === "rejected") log(`Brevo: ${result.reason.message}`);
	return senders;
}
