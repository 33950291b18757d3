import { expect, test, vi } from "vitest";
import { parseWait, retry, UnansweredError } from "./retry.ts";

const hour = 3_600_000;

/** Sends a request again while it fails: its service is busy, and asks for an hour. */
function start(request: () => Promise<string>, signal: AbortSignal, longestWait = hour): Promise<string> {
	const judge = () => ({ transient: true, reason: "busy", after: hour });
	const limits = { retries: 2, firstWait: 1, longestWait };
	return retry(request, { limits, timeout: hour, signal, judge, log: () => {} });
}

// tests/wire/services.test.ts has what is waited for, and what ends an attempt.
test("a service is given no more than the longest wait", async () => {
	const request = vi.fn(async () => "done").mockRejectedValueOnce(new Error("busy"));
	expect(await start(request, AbortSignal.timeout(1000), 20)).toBe("done");
});

const busy = () => Promise.reject(new Error("busy"));

test.each<[string, () => Promise<string>, string, AbortSignal?]>([
	// Its own time-out must not be what ends it.
	["ends an attempt", () => new Promise(() => {}), "no answer yet"],
	["ends a wait, and tells the last failure", busy, "busy"],
	["that has passed allows no attempt", busy, "no answer yet", AbortSignal.abort()],
])("the deadline %s", async (_, request, last, signal = AbortSignal.timeout(30)) => {
	await expect(start(request, signal)).rejects.toThrow(new UnansweredError(`the deadline passed (${last})`));
});

test.each([
	["7", 7000],
	["Thu, 01 Jan 2026 00:00:10 GMT", 10_000],
	["Wed, 31 Dec 2025 23:00:00 GMT", 0],
	[" ", undefined],
	["soon", undefined],
	["Infinity", undefined],
	[7, undefined],
])("a header %j asks to wait %s ms", (value, milliseconds) => {
	expect(parseWait(value, Date.parse("2026-01-01T00:00:00Z"))).toBe(milliseconds);
});
