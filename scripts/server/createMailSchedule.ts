import pRetry from "p-retry";

type MailKind = "failure" | "recovery";

/** Next mail to the administrator. `dueAtMs` is the earliest time for sending the mail, in milliseconds since 1970. */
export type DueMail = { kind: MailKind; dueAtMs: number };

type MailScheduleOptions = {
	/** Returns the next mail to send, or undefined when there is none. */
	findDueMail: () => DueMail | undefined;
	/** Sends a mail. After an error, the schedule calls this function again. */
	send: (kind: MailKind) => Promise<void>;
	/** Delay before the first retry of a mail, in milliseconds. The delay doubles with each retry, up to an hour. */
	retryDelayMs: number;
};

const maxRetryDelayMs = 60 * 60_000;

/** Creates the schedule that sends each status mail at its `dueAtMs`, and retries after an error. */
export function createMailSchedule({ findDueMail, send, retryDelayMs }: MailScheduleOptions) {
	let timer: NodeJS.Timeout | undefined;
	let sending: { kind: MailKind; retries: AbortController } | undefined;
	let isClosed = false;

	/** Schedules the mail that `findDueMail` returns. Call this function whenever the next mail may have changed. */
	function update(): void {
		clearTimeout(timer);
		if (isClosed) return;
		const due = findDueMail();
		if (sending) {
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
			// The error is ignored, because `pRetry` throws only after `update` or `close` has aborted the retries.
		}
		sending = undefined;
		update();
	}

	return {
		update,
		close(): void {
			isClosed = true;
			clearTimeout(timer);
			sending?.retries.abort();
		},
	};
}
