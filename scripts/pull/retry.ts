import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import type { Limits } from "./limits.ts";

/** What a failure means. `after` is how many milliseconds the service asks to wait, if it does. */
export type Judgement = { transient: boolean; reason: string; after?: number | undefined };

type RetryOptions = {
	limits: Pick<Limits, "retries" | "firstWait" | "longestWait">;
	/** The longest that one attempt may take, in milliseconds. */
	timeout: number;
	/** Ends everything: the deadline. */
	signal: AbortSignal;
	/** Tells whether a failure may pass, and what it was in a few words. */
	judge: (error: unknown) => Judgement;
	/** Called with a line of text before each wait. */
	log: (line: string) => void;
};

/**
 * Sends a request again, with growing waits, while its failures may pass.
 * @returns what `request` answers
 * @throws UnansweredError whose message says what was tried and why the last attempt failed
 */
export async function retry<T>(request: () => Promise<T>, options: RetryOptions): Promise<T> {
	const { limits, timeout, signal, log } = options;
	let tooSlow: AbortSignal | undefined;
	const judge = (error: unknown): Judgement =>
		error === tooSlow?.reason
			? { transient: true, reason: `no complete answer within ${timeout / 1000} s` }
			: options.judge(error);
	let last = "no answer yet";

	const attempt = async () => {
		tooSlow = AbortSignal.timeout(timeout);
		const over = AbortSignal.any([signal, tooSlow]);
		const end = Promise.withResolvers<never>();
		over.onabort = () => end.reject(over.reason);
		try {
			return await Promise.race([request(), end.promise]);
		} finally {
			// What was answered would be kept in memory until then.
			over.onabort = null;
		}
	};
	try {
		return await pRetry(attempt, {
			signal,
			retries: limits.retries,
			minTimeout: limits.firstWait,
			maxTimeout: limits.longestWait,
			shouldRetry: ({ error }) => judge(error).transient,
			onFailedAttempt: async ({ error, retriesLeft }) => {
				const { transient, reason, after = 0 } = judge(error);
				last = reason;
				if (!transient || retriesLeft === 0) return;
				log(`${reason}; trying again (${retriesLeft} left)`);
				await wait(Math.min(after, limits.longestWait), undefined, { signal });
			},
		});
	} catch (error) {
		if (signal.aborted) throw new UnansweredError(`the deadline passed (${last})`);
		const { transient, reason } = judge(error);
		throw new UnansweredError(transient ? `${reason}, ${limits.retries + 1} times in a row` : reason, { cause: error });
	}
}

/** A request that was given up. The message says why, the cause is the last failure. */
export class UnansweredError extends Error {}

/**
 * Reads a header that says how long to wait: seconds or, for Retry-After, an HTTP date.
 * @returns milliseconds, undefined when the header is absent or is neither
 */
export function parseWait(value: unknown, now = Date.now()): number | undefined {
	if (typeof value !== "string" || value.trim() === "") return undefined;
	const seconds = Number(value);
	const milliseconds = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000;
	return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
