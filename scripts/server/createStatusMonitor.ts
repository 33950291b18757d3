import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import type { ReportRow } from "../pull/report.ts";
import { replaceFile } from "../shared/replaceFile.ts";
import { createMailSchedule, type DueMail } from "./createMailSchedule.ts";
import { type Mail, writeFailureMail, writeRecoveryMail } from "./statusMails.ts";

/** State of the site as `/status` shows it. */
export type SiteStatus = {
	/** Time at which the live version was made, and the rows of its report. */
	live: { since: Date; rows: ReportRow[] };
	/** Start and cause of the running rebuild; undefined while none runs. */
	building: { since: Date; cause: string } | undefined;
	/** Start of the current series of failed rebuilds, and the reasons of the last failure; undefined after a success. */
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
	/** Delay before the first retry of a mail, in milliseconds. It doubles each time, up to an hour. */
	retryDelayMs?: number | undefined;
};

const minuteMs = 60_000;

const storedState = z.object({
	failing: z.object({ since: z.coerce.date(), reasons: z.array(z.string()) }).optional(),
	/** Start of the failure that the last mail reported. Absent when no mail was sent, or the last one reported a recovery. */
	reportedSince: z.coerce.date().optional(),
});

type StoredState = z.infer<typeof storedState>;

export type StatusMonitor = Awaited<ReturnType<typeof createStatusMonitor>>;

/**
 * Creates the monitor of the site's status. It holds the state that `/status` shows, and sends two mails: one when rebuilds
 * have failed for too long, and one when they succeed again.
 *
 * The mail that is due follows from comparing `failing` with `reportedSince`, the failure that the administrator knows of.
 * Both are stored on disk, so that a restart neither repeats nor forgets a mail.
 */
export async function createStatusMonitor(options: MonitorOptions) {
	const { file, log, sendMail, mailAfterMs = 10 * minuteMs, retryDelayMs = minuteMs } = options;
	const stored = await loadState(file, log);
	const status: SiteStatus = {
		live: { since: new Date(), rows: [] },
		building: undefined,
		failing: stored.failing,
	};
	let reportedSince = stored.reportedSince;
	const storage = createStorage(file, log);
	const save = () => storage.save({ failing: status.failing, reportedSince });

	function findDueMail(): DueMail | undefined {
		const { failing } = status;
		if (!sendMail) return undefined;
		if (!failing) return reportedSince && { kind: "recovery", dueAtMs: 0 };
		const isReported = reportedSince?.getTime() === failing.since.getTime();
		return isReported ? undefined : { kind: "failure", dueAtMs: failing.since.getTime() + mailAfterMs };
	}

	async function sendDueMail(kind: DueMail["kind"]): Promise<void> {
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
			// Wrapped, because p-retry does not retry after a TypeError.
			throw new Error(message, { cause: error });
		}
	}

	const schedule = createMailSchedule({ findDueMail, send: sendDueMail, retryDelayMs });
	return {
		status: status as Readonly<SiteStatus>,
		/** Records that another version is live. */
		recordLiveVersion(rows: ReportRow[], since: Date): void {
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
			schedule.update();
		},
		/** Stops sending mails. Resolves when the state is on disk. */
		async close(): Promise<void> {
			schedule.close();
			await storage.whenSaved();
		},
	};
}

/** Creates the storage of the monitor's state. Writes are queued, so that the last state is the one on disk. */
function createStorage(file: string, log: (line: string) => void) {
	let lastWrite: Promise<void> = Promise.resolve();

	async function write(state: StoredState): Promise<void> {
		const isEmpty = !state.failing && !state.reportedSince;
		if (isEmpty) return rm(file, { force: true });
		await mkdir(dirname(file), { recursive: true });
		await replaceFile(file, JSON.stringify(state));
	}

	return {
		/** Queues a write. An error is logged and does not stop the server. */
		save(state: StoredState): void {
			lastWrite = lastWrite
				.then(() => write(state))
				.catch(({ code }: NodeJS.ErrnoException) => {
					log(`✗ The state of failing updates cannot be kept for a restart: ${file}: ${code}`);
				});
		},
		whenSaved: (): Promise<void> => lastWrite,
	};
}

async function loadState(file: string, log: (line: string) => void): Promise<StoredState> {
	try {
		return storedState.parse(JSON.parse(await readFile(file, "utf8")));
	} catch (error) {
		const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
		if (!isMissing) log(`✗ ${file} is damaged and not used: it says whether updates failed before the last restart.`);
		return {};
	}
}
