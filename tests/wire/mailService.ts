import { json } from "node:stream/consumers";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import { startStandIn } from "../standIns.ts";

type Mail = { subject?: string; textContent?: string; to?: object[] };

/**
 * Starts a stand-in for Brevo, which sends mails, and sets its variables. Returns the mails that it has
 * accepted, of which a request can have several versions, the paths of all requests, and `misbehave`, which a test can set.
 */
export async function startMailService() {
	const mails: (Mail & { key: unknown })[] = [];
	const brevo: { misbehave?: Intercept | undefined } = {};
	const intercept: Intercept = (...exchange) => brevo.misbehave?.(...exchange) ?? false;
	const senders = [
		{ email: "former@example.org", active: false },
		{ email: "sender@example.org", active: true },
	];
	const { url, requests } = await startStandIn(
		async (request) => {
			if (request.url === "/v3/senders") return { body: JSON.stringify({ senders }) };
			type Body = Mail & { messageVersions?: Mail[] };
			const { messageVersions = [{}], ...mail } = (await json(request)) as Body;
			const { "api-key": key } = request.headers;
			mails.push(...messageVersions.map((version) => ({ ...mail, ...version, key })));
			return { status: 201 };
		},
		{ intercept },
	);
	vi.stubEnv("BREVO_API_KEY", "brevo-key");
	vi.stubEnv("BREVO_API_URL", url);
	return Object.assign(brevo, { mails, requests });
}

/** Makes time-outs twenty times as short. */
export function shortenTimeouts(): void {
	const { timeout } = AbortSignal;
	vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 20));
}

/**
 * Collects what a test logs as errors. A line that the test does not take out could contain personal data, so it fails
 * the test.
 */
export function collectErrors(): string[] {
	const lines: string[] = [];
	beforeEach(() => {
		vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
	});
	afterEach(() => expect(lines.splice(0)).toEqual([]));
	return lines;
}
