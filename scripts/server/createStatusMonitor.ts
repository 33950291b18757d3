import type { Mail } from "../../api/http/sendMail.ts";
import type { ReportRow } from "../../environment/site.ts";

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
	log: (line: string) => void;
	/** Sends a mail to the administrator of the site. When undefined, no mails are sent. */
	sendMail?: ((mail: Mail) => Promise<void>) | undefined;
};

/** Time from the first failed rebuild until a mail reports the failure, in milliseconds. */
const mailAfterMs = 10 * 60_000;

/**
 * Creates the monitor of the site's status, which mails the administrator when rebuilds keep failing or succeed again.
 */
export function createStatusMonitor({ log, sendMail }: MonitorOptions) {
	const status: SiteStatus = {
		live: { since: new Date(), rows: [] },
		building: undefined,
		failing: undefined,
	};
	/** Start of the failure that the last failure mail has reported. Undefined after the recovery mail. */
	let reportedSince: Date | undefined;
	let lastMail: Promise<void> = Promise.resolve();

	/** Sends the mail that is due. A mail that cannot be sent is due again at the end of the next rebuild. */
	async function sendDueMail(): Promise<void> {
		const { failing, live } = status;
		if (failing && !reportedSince && Date.now() - failing.since.getTime() >= mailAfterMs) {
			const isSent = await trySending(writeFailureMail(failing, live));
			if (isSent) reportedSince = failing.since;
		}
		if (!failing && reportedSince) {
			const isSent = await trySending(writeRecoveryMail(reportedSince));
			if (isSent) reportedSince = undefined;
		}
	}

	async function trySending(mail: Mail): Promise<boolean> {
		if (!sendMail) return false;
		try {
			await sendMail(mail);
			return true;
		} catch (error) {
			log(`✗ The mail "${mail.subject}" is not sent: ${(error as Error).message}. The next rebuild tries again.`);
			return false;
		}
	}

	return {
		status: status as Readonly<SiteStatus>,
		recordLiveVersion(rows: ReportRow[], since: Date): void {
			status.live = { since, rows };
		},
		recordRebuildStart(cause: string): void {
			status.building = { since: new Date(), cause };
		},
		/**
		 * Records the end of a rebuild, and sends the mail that is due. No timer is needed, because failed rebuilds
		 * are retried at least once an hour.
		 * @param reasons reasons for the failure; undefined after a success
		 */
		recordRebuildEnd(reasons?: string[]): void {
			status.building = undefined;
			const since = status.failing?.since ?? new Date();
			status.failing = reasons ? { since, reasons } : undefined;
			// One after the other, so that no mail is sent twice.
			lastMail = lastMail.then(sendDueMail);
		},
	};
}

function writeFailureMail(failing: NonNullable<SiteStatus["failing"]>, live: SiteStatus["live"]): Mail {
	const paragraphs = [
		`Since ${formatTime(failing.since)} no change has reached the website. Visitors see the version of ${formatTime(live.since)}.`,
		"The reason:",
		...failing.reasons,
		"The server tries again by itself, at least once an hour. When an update succeeds, you get one more mail.",
	];
	return { subject: "The website cannot be updated", text: `${paragraphs.join("\n\n")}\n` };
}

function writeRecoveryMail(since: Date): Mail {
	const text = `The website shows the latest content again. Updates had failed since ${formatTime(since)}.\n`;
	return { subject: "The website is up to date again", text };
}

/** Formats a time as `21 November 2026 at 14:05 UTC`. */
export function formatTime(time: Date): string {
	const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
	return `${format.format(time)} UTC`;
}
