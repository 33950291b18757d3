import pRetry from "p-retry";

type MailKind = "failure" | "recovery";

/** Mail to the administrator, and the time from which it may be sent, in milliseconds since 1970. */
export type DueMail = { kind: MailKind; dueAtMs: number };

type MailScheduleOptions = {
	/** Returns the mail that is due now or later, or undefined when none is. */
	findDueMail: () => DueMail | undefined;
	/** Sends the mail. After an error it is called again. */
	send: (kind: MailKind) => Promise<void>;
	/** Delay before the first retry, in milliseconds. It doubles each time, up to an hour. */
	retryDelayMs: number;
};

const maxRetryDelayMs = 60 * 60_000;

/** Creates the schedule of status mails. It sends each mail when it is due, and retries until it is sent or no longer due. */
export function createMailSchedule({ findDueMail, send, retryDelayMs }: MailScheduleOptions) {
	let timer: NodeJS.Timeout | undefined;
	let sending: { kind: MailKind; retries: AbortController } | undefined;
	let isClosed = false;

	/** Compares the schedule with the mail that is due. Must be called whenever that mail may have changed. */
	function update(): void {
		clearTimeout(timer);
		if (isClosed) return;
		const due = findDueMail();
		if (sending) {
			// `sendUntilDelivered` calls this function again when its retries end.
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
			// The retries were aborted, because another mail is due, or none.
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
