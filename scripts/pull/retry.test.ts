import { expect, test, vi } from "vitest";
import { pullLimits } from "./limits.ts";
import { parseRetryAfter, RequestFailedError, retry } from "./retry.ts";

const hourMs = 3_600_000;

function retryBusyService(
	send: () => Promise<string>,
	signal: AbortSignal,
	maxBackOffMs = hourMs,
): Promise<string> {
	const classify = () => ({ isTransient: true, reason: "busy", retryAfterMs: hourMs });
	const limits = { ...pullLimits, maxRetries: 2, firstBackOffMs: 1, maxBackOffMs };
	return retry(send, { limits, timeoutMs: hourMs, signal, classify, log: () => {} });
}

test("a service that asks for a longer wait gets the maximum back-off", async () => {
	const send = vi.fn(async () => "done").mockRejectedValueOnce(new Error("busy"));
	expect(await retryBusyService(send, AbortSignal.timeout(1000), 20)).toBe("done");
});

const fail = () => Promise.reject(new Error("busy"));
const hang = () => new Promise<string>(() => {});

test.each<[string, () => Promise<string>, string, AbortSignal?]>([
	["ends a pending attempt", hang, "no answer yet"],
	["ends a back-off, with the reason of the last failure", fail, "busy"],
	["that has already passed allows no attempt", fail, "no answer yet", AbortSignal.abort()],
])("the deadline %s", async (_, send, reason, signal = AbortSignal.timeout(30)) => {
	const error = new RequestFailedError(`the deadline passed (${reason})`);
	await expect(retryBusyService(send, signal)).rejects.toThrow(error);
});

test.each([
	["7", 7000],
	["Thu, 01 Jan 2026 00:00:10 GMT", 10_000],
	["Wed, 31 Dec 2025 23:00:00 GMT", 0],
	[" ", undefined],
	["soon", undefined],
	["Infinity", undefined],
	[7, undefined],
])("the header %j asks for a wait of %s ms", (value, milliseconds) => {
	expect(parseRetryAfter(value, Date.parse("2026-01-01T00:00:00Z"))).toBe(milliseconds);
});
