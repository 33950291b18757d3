import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import type { FetchOptions } from "./limits.ts";

export type Failure = {
	isTransient: boolean;
	/** Cause of the failure in a few words, for messages. */
	reason: string;
	/** Wait that the service asks for, in milliseconds. Undefined when the service asks for none. */
	retryAfterMs?: number | undefined;
};

type RetryOptions = FetchOptions & {
	/** Time-out of one attempt, in milliseconds. */
	timeoutMs: number;
	classify: (error: unknown) => Failure;
};

/**
 * Sends a request. Retries it with back-off as long as the failures are transient.
 * @throws RequestFailedError
 */
export async function retry<T>(send: () => Promise<T>, options: RetryOptions): Promise<T> {
	const { limits, timeoutMs, signal, log } = options;
	const classify = (error: unknown): Failure =>
		error instanceof AttemptTimeoutError
			? { isTransient: true, reason: error.message }
			: options.classify(error);
	let lastReason = "no answer yet";
	try {
		return await pRetry(() => sendWithTimeout(send, timeoutMs, signal), {
			signal,
			retries: limits.maxRetries,
			minTimeout: limits.firstBackOffMs,
			maxTimeout: limits.maxBackOffMs,
			shouldRetry: ({ error }) => classify(error).isTransient,
			onFailedAttempt: async ({ error, retriesLeft }) => {
				const { isTransient, reason, retryAfterMs = 0 } = classify(error);
				lastReason = reason;
				if (!isTransient || retriesLeft === 0) return;
				log(`${reason}; trying again (${retriesLeft} left)`);
				await wait(Math.min(retryAfterMs, limits.maxBackOffMs), undefined, { signal });
			},
		});
	} catch (error) {
		if (signal.aborted) throw new RequestFailedError(`the deadline passed (${lastReason})`);
		const { isTransient, reason } = classify(error);
		const attempts = limits.maxRetries + 1;
		const message = isTransient ? `${reason}, ${attempts} times in a row` : reason;
		throw new RequestFailedError(message, { cause: error });
	}
}

/** Error for a request that failed and is not retried. The message gives the reason for the failure. */
export class RequestFailedError extends Error {}

class AttemptTimeoutError extends Error {}

/**
 * Waits for a response until the time-out or the deadline. After the deadline, the request continues until its own
 * time-out, because the clients of Contentful and Stripe cannot cancel it.
 */
async function sendWithTimeout<T>(
	send: () => Promise<T>,
	timeoutMs: number,
	deadline: AbortSignal,
): Promise<T> {
	const settled = new AbortController();
	const attempt = send();
	const timeout = wait(timeoutMs, undefined, {
		signal: AbortSignal.any([deadline, settled.signal]),
	}).then(() => {
		throw new AttemptTimeoutError(`no complete answer within ${timeoutMs / 1000} s`);
	});
	try {
		return await Promise.race([attempt, timeout]);
	} finally {
		// `abort` stops the timer, because a running timer keeps the response in memory.
		settled.abort();
	}
}

/** Parses a header such as `Retry-After` (seconds or an HTTP date) into milliseconds. */
export function parseRetryAfter(value: unknown, now = Date.now()): number | undefined {
	if (typeof value !== "string" || value.trim() === "") return undefined;
	const seconds = Number(value);
	const milliseconds = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000;
	return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
