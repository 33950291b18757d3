import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import type { Mail } from "../../api/http/sendMail.ts";
import type { ReportRow } from "../../environment/site.ts";
import { replaceFile } from "../shared/replaceFile.ts";
import { createMailSchedule, type DueMail } from "./createMailSchedule.ts";
import { writeFailureMail, writeRecoveryMail } from "./statusMails.ts";

/** Data of the page `/status`. */
export type SiteStatus = {
	/** Time at which the live version was built, and the rows of the report on the live version's content. */
	live: { since: Date; rows: ReportRow[] };
	/** Start and cause of the running rebuild; undefined while none runs. */
	building: { since: Date; cause: string } | undefined;
	/**
	 * Start of the current series of failed rebuilds, and reasons for the last failure. Undefined when the last rebuild
	 * succeeded.
	 */
	failing: { since: Date; reasons: string[] } | undefined;
};

type MonitorOptions = {
	/** File that stores the current failure, because the failure must survive a restart of the server. */
	file: string;
	log: (line: string) => void;
	/** Sends a mail to the administrator of the site. When undefined, no mails are sent. */
	sendMail?: ((mail: Mail) => Promise<void>) | undefined;
	/** Time from the first failed rebuild until a mail reports the failure, in milliseconds. */
	mailAfterMs?: number | undefined;
	/** Delay before the first retry of a mail, in milliseconds. The delay doubles with each retry, up to an hour. */
	retryDelayMs?: number | undefined;
};

const minuteMs = 60_000;

const storedState = z.object({
	failing: z.object({ since: z.coerce.date(), reasons: z.array(z.string()) }).optional(),
	/** Start time of the last failure that a mail reported. Undefined after the recovery mail. */
	reportedSince: z.coerce.date().optional(),
});

type StoredState = z.infer<typeof storedState>;

export type StatusMonitor = Awaited<ReturnType<typeof createStatusMonitor>>;

/**
 * Creates the monitor of the site's status, which mails the administrator when rebuilds keep failing or succeed again.
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
		if (!failing) return reportedSince ? { kind: "recovery", dueAtMs: 0 } : undefined;
		const isReported = reportedSince?.getTime() === failing.since.getTime();
		return isReported ? undefined : { kind: "failure", dueAtMs: failing.since.getTime() + mailAfterMs };
	}

	async function sendDueMail(kind: DueMail["kind"]): Promise<void> {
		if (kind === "failure") await reportFailure();
		else await reportRecovery();
		save();
	}

	async function reportFailure(): Promise<void> {
		const { failing, live } = status;
		if (!failing) return;
		await deliver(writeFailureMail(failing, live));
		reportedSince = failing.since;
	}

	async function reportRecovery(): Promise<void> {
		if (!reportedSince) return;
		await deliver(writeRecoveryMail(reportedSince));
		reportedSince = undefined;
	}

	async function deliver(mail: Mail): Promise<void> {
		try {
			await sendMail?.(mail);
		} catch (error) {
			const { message } = error as Error;
			log(`✗ The mail "${mail.subject}" is not sent: ${message}. It is tried again, at least once an hour.`);
			// Wraps the error in an Error, because p-retry does not retry after a TypeError.
			throw new Error(message, { cause: error });
		}
	}

	const schedule = createMailSchedule({ findDueMail, send: sendDueMail, retryDelayMs });
	return {
		status: status as Readonly<SiteStatus>,
		recordLiveVersion(rows: ReportRow[], since: Date): void {
			status.live = { since, rows };
		},
		recordRebuildStart(cause: string): void {
			status.building = { since: new Date(), cause };
		},
		/**
		 * Records the end of a rebuild.
		 * @param reasons reasons for the failure; undefined after a success
		 */
		recordRebuildEnd(reasons?: string[]): void {
			status.building = undefined;
			const since = status.failing?.since ?? new Date();
			status.failing = reasons ? { since, reasons } : undefined;
			save();
			schedule.update();
		},
		/** Stops sending mails. Resolves when the monitor's state is written to disk. */
		async close(): Promise<void> {
			schedule.close();
			await storage.whenSaved();
		},
	};
}

/** Creates the storage of the monitor's state in a file. Writes are queued, so the latest state is written last. */
function createStorage(file: string, log: (line: string) => void) {
	let lastWrite: Promise<void> = Promise.resolve();

	async function write(state: StoredState): Promise<void> {
		const isEmpty = !state.failing && !state.reportedSince;
		if (isEmpty) return rm(file, { force: true });
		await mkdir(dirname(file), { recursive: true });
		await replaceFile(file, JSON.stringify(state));
	}

	return {
		/**
		 * Queues a write of the state. Logs the error of a failed write instead of throwing it, so that the server
		 * continues.
		 */
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
