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
const lasting: Judgement = { transient: false, reason: "refused" };

test("an answer is given as it is, with one attempt", async () => {
	const { request, attempts } = failing();
	expect(await retry(request, options())).toBe("done");
	expect(attempts.length).toBe(1);
});

test("a failure that may pass is tried again, and said", async () => {
	const { request, attempts } = failing(passing, passing);
	const given = options();
	expect(await retry(request, given)).toBe("done");
	expect(attempts.length).toBe(3);
	expect(given.lines).toEqual(["busy; trying again (2 left)", "busy; trying again (1 left)"]);
});

test("a failure that lasts is given up after the last attempt", async () => {
	const { request, attempts } = failing(passing, passing, passing, passing);
	await expect(retry(request, options())).rejects.toThrow(new UnansweredError("busy, 3 times in a row"));
	expect(attempts.length).toBe(3);
});

test("a failure that cannot pass is not tried again", async () => {
	const { request, attempts } = failing(lasting);
	const given = options();
	await expect(retry(request, given)).rejects.toThrow(new UnansweredError("refused"));
	expect(attempts.length).toBe(1);
	expect(given.lines).toEqual([]);
});

test("a service is given the time it asks for", async () => {
	const { request, attempts } = failing({ ...passing, after: 120 });
	await retry(request, options({ limits: { retries: 2, firstWait: 1, longestWait: 1000 } }));
	expect((attempts[1] ?? 0) - (attempts[0] ?? 0)).toBeGreaterThan(110);
});

test("but not more than the longest wait", async () => {
	const { request, attempts } = failing({ ...passing, after: 3_600_000 });
	await retry(request, options());
	expect((attempts[1] ?? 0) - (attempts[0] ?? 0)).toBeLessThan(1000);
});

test("an attempt that takes too long is a failure that may pass", async () => {
	let attempts = 0;
	const request = () => (++attempts === 1 ? new Promise<string>(() => {}) : Promise.resolve("done"));
	const given = options({ timeout: 30 });
	expect(await retry(request, given)).toBe("done");
	expect(given.lines).toEqual(["no complete answer within 0.03 s; trying again (2 left)"]);
});

describe("the deadline", () => {
	test("ends an attempt", async () => {
		// Its own time-out must not be what ends it.
		const given = options({ timeout: 60_000, signal: AbortSignal.timeout(30) });
		await expect(retry(() => new Promise(() => {}), given)).rejects.toThrow(
			new UnansweredError("the deadline passed (no answer yet)"),
		);
	});

	test("ends a wait, and tells the last failure", async () => {
		const { request } = failing({ ...passing, after: 60_000 });
		const limits = { retries: 2, firstWait: 1, longestWait: 60_000 };
		await expect(retry(request, options({ limits, signal: AbortSignal.timeout(30) }))).rejects.toThrow(
			new UnansweredError("the deadline passed (busy)"),
		);
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
	["0", 0],
	["-3", 0],
	["Thu, 01 Jan 2026 00:00:10 GMT", 10_000],
	["Wed, 31 Dec 2025 23:00:00 GMT", 0],
	["", undefined],
	[" ", undefined],
	["soon", undefined],
	["Infinity", undefined],
	[undefined, undefined],
	[7, undefined],
])("a header %j asks to wait %s ms", (value, milliseconds) => {
	expect(parseWait(value, Date.parse("2026-01-01T00:00:00Z"))).toBe(milliseconds);
});
