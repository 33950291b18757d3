import { readBrevoRefusal } from "../../api/subscription/brevo.ts";
import type { NewsletterSettings } from "../../environment/environment.server.ts";

/** Time-out of each request to Brevo, in milliseconds. It is short, because a publication waits for the responses. */
const timeoutMs = 5_000;

/**
 * Requests the newsletter's list and templates from Brevo, which also shows whether it accepts the key and this machine.
 * @returns Brevo's refusal in words; undefined when there is none, or when Brevo is out of order
 */
export async function checkNewsletter(
	{ apiUrl, key, listId, templateIds }: NewsletterSettings,
	log: (line: string) => void,
): Promise<string | undefined> {
	const paths = [
		`contacts/lists/${listId}`,
		...Object.values(templateIds).map((id) => `smtp/templates/${id}`),
	];
	const request = async (path: string): Promise<string | undefined> => {
		const signal = AbortSignal.timeout(timeoutMs);
		const headers = { "api-key": key, accept: "application/json" };
		const response = await fetch(`${apiUrl}/v3/${path}`, { headers, signal, redirect: "error" });
		if (!response.ok) {
			const { description } = await readBrevoRefusal(response);
			// A fault that passes by itself is no row of the report, because a changed report is published.
			if (response.status < 500 && response.status !== 429) return description;
			log(`Newsletter: ${description}`);
		}
		await response.body?.cancel();
	};
	try {
		return (await Promise.all(paths.map(request))).find(Boolean);
	} catch (error) {
		log(`Newsletter: Brevo cannot be reached: ${(error as Error).name}`);
	}
}
