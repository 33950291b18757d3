import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import pRetry from "p-retry";
import { z } from "zod";
import type { ReportRow } from "../pull/report.ts";
import { replaceFile } from "../shared/replaceFile.ts";
import { type Mail, writeFailureMail, writeRecoveryMail } from "./statusMails.ts";

/** State of the site as `/status` shows it. */
export type SiteStatus = {
	/** Time at which the live version was made, and the rows of its report. */
	live: { since: Date; rows: ReportRow[] };
	/** Rebuild under way, and what asked for it. */
	building: { since: Date; cause: string } | undefined;
	/** Time of the first of the rebuilds that have failed in succession, and the reasons of the last one. */
	failing: { since: Date; reasons: string[] } | undefined;
};

type MonitorOptions = {
	/** File that keeps the state over restarts. It exists only while rebuilds fail or a mail is due. */
	file: string;
	log: (line: string) => void;
	/** Sends a mail to the administrator of the site. Without it no mails are sent. */
	sendMail?: ((mail: Mail) => Promise<void>) | undefined;
	/** Duration of failing rebuilds after which a mail reports them, in milliseconds. */
	mailAfterMs?: number | undefined;
	/** Pause before a mail that could not be sent is sent again, in milliseconds. It doubles each time, up to an hour. */
	retryDelayMs?: number | undefined;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const storedState = z.object({
	failing: z.object({ since: z.coerce.date(), reasons: z.array(z.string()) }).optional(),
	reportedSince: z.coerce.date().optional(),
});

type MailKind = "failure" | "recovery";

export type StatusMonitor = Awaited<ReturnType<typeof createStatusMonitor>>;

/**
 * Creates the monitor of the site's status. It keeps what `/status` shows, and sends two mails: one when rebuilds fail for too
 * long, however often they are tried, and one when they succeed again.
 *
 * Both follow from a comparison of the facts (`failing`) with what the administrator was told last (`reportedSince`). The two are
 * kept on disk, so that a restart neither repeats nor forgets a mail.
 */
export async function createStatusMonitor(options: MonitorOptions) {
	const { file, log, sendMail, mailAfterMs = 10 * minuteMs, retryDelayMs = minuteMs } = options;
	const stored = await loadState(file, log);
	const status: SiteStatus = {
		live: { since: new Date(), rows: [] },
		building: undefined,
		failing: stored.failing,
	};
	/** Start of the failure that the last mail reported. Undefined when no mail was sent, or the last one reported its end. */
	let reportedSince = stored.reportedSince;
	let timer: NodeJS.Timeout | undefined;
	let sending: { kind: MailKind; retries: AbortController } | undefined;
	let saved: Promise<void> = Promise.resolve();
	let isClosed = false;

	function save(): void {
		const state = { failing: status.failing, reportedSince };
		const isEmpty = !state.failing && !state.reportedSince;
		const write = () => (isEmpty ? rm(file, { force: true }) : writeState(file, state));
		saved = saved.then(write).catch((error: NodeJS.ErrnoException) => {
			log(`✗ The state of failing updates cannot be kept for a restart: ${file}: ${error.code}`);
		});
	}

	/** Returns the mail that is due, and when: the administrator was not told yet of what is the case. */
	function findDueMail(): { kind: MailKind; atMs: number } | undefined {
		const { failing } = status;
		if (!sendMail) return undefined;
		if (!failing) return reportedSince && { kind: "recovery", atMs: 0 };
		const isReported = reportedSince?.getTime() === failing.since.getTime();
		return isReported ? undefined : { kind: "failure", atMs: failing.since.getTime() + mailAfterMs };
	}

	function scheduleMail(): void {
		clearTimeout(timer);
		if (isClosed) return;
		const due = findDueMail();
		if (sending) {
			// Its end calls this function again.
			if (sending.kind !== due?.kind) sending.retries.abort();
			return;
		}
		if (!due) return;
		timer = setTimeout(() => void sendUntilDelivered(due.kind), Math.max(0, due.atMs - Date.now())).unref();
	}

	async function sendUntilDelivered(kind: MailKind): Promise<void> {
		const retries = new AbortController();
		sending = { kind, retries };
		try {
			await pRetry(() => sendDueMail(kind), {
				retries: Number.POSITIVE_INFINITY,
				minTimeout: retryDelayMs,
				maxTimeout: hourMs,
				signal: retries.signal,
				unref: true,
			});
		} catch {
			// Aborted: another mail is due, or none.
		}
		sending = undefined;
		scheduleMail();
	}

	async function sendDueMail(kind: MailKind): Promise<void> {
		const { failing, live } = status;
		const previous = reportedSince;
		if (kind === "failure" && failing) {
			await deliver(writeFailureMail(failing, live));
			reportedSince = failing.since;
		} else if (kind === "recovery" && previous) {
			await deliver(writeRecoveryMail(previous));
			reportedSince = undefined;
		}
		save();
	}

	async function deliver(mail: Mail): Promise<void> {
		try {
			await sendMail?.(mail);
		} catch (error) {
			const { message } = error as Error;
			log(`✗ The mail "${mail.subject}" is not sent: ${message}. It is tried again, at least once an hour.`);
			// A new error, since p-retry does not repeat a TypeError.
			throw new Error(message, { cause: error });
		}
	}

	return {
		status: status as Readonly<SiteStatus>,
		/** Records that another version is live. */
		showVersion(rows: ReportRow[], since: Date): void {
			status.live = { since, rows };
		},
		rebuildStarted(cause: string): void {
			status.building = { since: new Date(), cause };
		},
		/** @param reasons why the rebuild failed; undefined when it succeeded */
		rebuildEnded(reasons?: string[]): void {
			status.building = undefined;
			const since = status.failing?.since ?? new Date();
			status.failing = reasons && { since, reasons };
			save();
			scheduleMail();
		},
		/** Ends the sending of mails. Resolves when the state is on disk. */
		async close(): Promise<void> {
			isClosed = true;
			clearTimeout(timer);
			sending?.retries.abort();
			await saved;
		},
	};
}

async function loadState(file: string, log: (line: string) => void): Promise<z.infer<typeof storedState>> {
	try {
		return storedState.parse(JSON.parse(await readFile(file, "utf8")));
	} catch (error) {
		const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
		if (!isMissing) log(`✗ ${file} is damaged and not used: it says whether updates failed before the last restart.`);
		return {};
	}
}

async function writeState(file: string, state: z.infer<typeof storedState>): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await replaceFile(file, JSON.stringify(state));
}
