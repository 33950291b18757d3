import { json } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";
import { type Intercept, startLoopback } from "../../demo/loopbackService.ts";

type Mail = { subject?: string; textContent?: string; to?: object[] };

/**
 * Starts a stand-in for Brevo, which sends mails, and sets its variables. Returns the mails that it has
 * accepted, of which a request can have several versions, the paths of all requests, and `misbehave`, which a test can set.
 */
export async function startMailService() {
	const mails: (Mail & { key: unknown })[] = [];
	const brevo: { misbehave?: Intercept | undefined } = {};
	const intercept: Intercept = (...exchange) => brevo.misbehave?.(...exchange) ?? false;
	const { url, requests, close } = await startLoopback({ intercept }, async (request) => {
		if (request.url === "/v3/senders") {
			const senders = [
				{ email: "former@example.org", active: false },
				{ email: "sender@example.org", active: true },
			];
			return { status: 200, headers: {}, body: JSON.stringify({ senders }) };
		}
		type Body = Mail & { messageVersions?: Mail[] };
		const { messageVersions = [{}], ...mail } = (await json(request)) as Body;
		const { "api-key": key } = request.headers;
		mails.push(...messageVersions.map((version) => ({ ...mail, ...version, key })));
		return { status: 201, headers: {}, body: "" };
	});
	onTestFinished(close);
	vi.stubEnv("BREVO_API_KEY", "brevo-key");
	vi.stubEnv("BREVO_API_URL", url);
	return Object.assign(brevo, { mails, requests });
}
