import { json } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";

type Mail = { key: unknown; subject: string; textContent: string; sender: object; to: object[] };

/**
 * Starts a stand-in for Brevo, which sends mails, and sets its variables. Returns the mails that it has accepted, and the
 * statuses of its next responses.
 */
export async function startMailService() {
	const mails: Mail[] = [];
	const statuses: number[] = [];
	const service = await startLoopback({}, async (request) => {
		const mail = (await json(request)) as Omit<Mail, "key">;
		const status = statuses.shift() ?? 201;
		if (status === 201) mails.push({ ...mail, key: request.headers["api-key"] });
		const headers: Record<string, string> = status === 307 ? { Location: "/elsewhere" } : {};
		return { status, headers, body: "" };
	});
	onTestFinished(() => service.close());
	vi.stubEnv("BREVO_API_KEY", "brevo-key");
	vi.stubEnv("BREVO_API_URL", service.url);
	return { mails, statuses };
}
