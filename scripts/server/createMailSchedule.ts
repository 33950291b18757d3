import pRetry from "p-retry";

type MailKind = "failure" | "recovery";

/** Mail to the administrator that is due. `dueAtMs`: the earliest time to send it, in milliseconds since 1970. */
export type DueMail = { kind: MailKind; dueAtMs: number };

type MailScheduleOptions = {
	/** Returns the next mail to send, or undefined when there is none. */
	findDueMail: () => DueMail | undefined;
	/** Sends a mail. Called again after an error. */
	send: (kind: MailKind) => Promise<void>;
	/** Delay before the first retry, in milliseconds. The delay doubles with each retry, up to an hour. */
	retryDelayMs: number;
};

const maxRetryDelayMs = 60 * 60_000;

/**
 * Creates the schedule of status mails. It sends a mail when the mail is due, and retries until it is sent or no longer
 * due.
 */
export function createMailSchedule({ findDueMail, send, retryDelayMs }: MailScheduleOptions) {
	let timer: NodeJS.Timeout | undefined;
	let sending: { kind: MailKind; retries: AbortController } | undefined;
	let isClosed = false;

	/** Schedules the mail that `findDueMail` returns. Must be called whenever this mail may have changed. */
	function update(): void {
		clearTimeout(timer);
		if (isClosed) return;
		const due = findDueMail();
		if (sending) {
			// After the abort, `sendUntilDelivered` calls `update` again, which schedules the mail that is due now.
			if (sending.kind !== due?.kind) sending.retries.abort();
			return;
		}
		if (!due) return;
		const delayMs = Math.max(0, due.dueAtMs - Date.now());
		timer = setTimeout(() => void sendUntilDelivered(due.kind), delayMs).unref();
	}

	async function sendUntilDelivered(kind: MailKind): Promise<void> {
		const retries = new AbortController();
		sending = { kind, retries };
		try {
			await pRetry(() => send(kind), {
				retries: Number.POSITIVE_INFINITY,
				minTimeout: retryDelayMs,
				maxTimeout: maxRetryDelayMs,
				signal: retries.signal,
				unref: true,
			});
		} catch {
			// `update` or `close` has aborted the retries.
		}
		sending = undefined;
		update();
	}

	return {
		update,
		/** Stops the timer and the retries. */
		close(): void {
			isClosed = true;
			clearTimeout(timer);
			sending?.retries.abort();
		},
	};
}
