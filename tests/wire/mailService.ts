import { json } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";
import { type Intercept, startLoopback } from "../../demo/loopbackService.ts";

/**
 * Starts a stand-in for Brevo, which sends mails, and sets its variables. Returns the requests for mails that it has
 * accepted, the paths of all requests, and `misbehave`, which a test can set.
 */
export async function startMailService() {
	const mails: object[] = [];
	const brevo: { misbehave?: Intercept | undefined } = {};
	const intercept: Intercept = (...exchange) => brevo.misbehave?.(...exchange) ?? false;
	const { url, requests, close } = await startLoopback({ intercept }, async (request) => {
		mails.push({ ...((await json(request)) as object), key: request.headers["api-key"] });
		return { status: 201, headers: {}, body: "" };
	});
	onTestFinished(close);
	vi.stubEnv("BREVO_API_KEY", "brevo-key");
	vi.stubEnv("BREVO_API_URL", url);
	return Object.assign(brevo, { mails, requests });
}
