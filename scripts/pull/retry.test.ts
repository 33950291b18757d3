import { describe, expect, test } from "vitest";
import { type Judgement, parseWait, type RetryOptions, retry, UnansweredError } from "./retry.ts";

/** Fails as told, one failure an attempt, and answers "done" after the last. */
function failing(...failures: Judgement[]) {
	const attempts: number[] = [];
	const request = async () => {
		attempts.push(performance.now());
		const failure = failures[attempts.length - 1];
		if (failure) throw Object.assign(new Error(failure.reason), { failure });
		return "done";
	};
	return { request, attempts };
}

function options(more: Partial<RetryOptions> = {}): RetryOptions & { lines: string[] } {
	const lines: string[] = [];
	return {
		limits: { retries: 2, firstWait: 1, longestWait: 20 },
		timeout: 1000,
		signal: new AbortController().signal,
		judge: (error) => (error as { failure: Judgement }).failure,
		log: (line) => lines.push(line),
		lines,
		...more,
	};
}

const passing: Judgement = { transient: true, reason: "busy" };
// tests/wire/services.test.ts has what is waited for, and what ends an attempt.
test("a service is given no more than the longest wait", async () => {
	const { request, attempts } = failing({ ...passing, after: 3_600_000 });
	await retry(request, options());
	const [first = 0, second = 0] = attempts;
	expect(second - first).toBeLessThan(1000);
});

describe("the deadline", () => {
	const soon = () => ({ limits: { retries: 2, firstWait: 1, longestWait: 60_000 }, signal: AbortSignal.timeout(30) });
	test.each([
		// Its own time-out must not be what ends it.
		["ends an attempt", () => new Promise(() => {}), "no answer yet"],
		["ends a wait, and tells the last failure", failing({ ...passing, after: 60_000 }).request, "busy"],
	])("%s", async (_, request, last) => {
		const ended = new UnansweredError(`the deadline passed (${last})`);
		await expect(retry(request, options({ timeout: 60_000, ...soon() }))).rejects.toThrow(ended);
	});

	test("that has passed allows no attempt", async () => {
		const { request, attempts } = failing();
		await expect(retry(request, options({ signal: AbortSignal.abort() }))).rejects.toThrow(UnansweredError);
		expect(attempts.length).toBe(0);
	});
});

test.each([
	["7", 7000],
	["0.5", 500],
	["-3", 0],
	["Thu, 01 Jan 2026 00:00:10 GMT", 10_000],
	["Wed, 31 Dec 2025 23:00:00 GMT", 0],
	[" ", undefined],
	["soon", undefined],
	["Infinity", undefined],
	[7, undefined],
])("a header %j asks to wait %s ms", (value, milliseconds) => {
	expect(parseWait(value, Date.parse("2026-01-01T00:00:00Z"))).toBe(milliseconds);
});
