import type { ReportRow } from "../pull/report.ts";

/** What the server has made, is making and could not make. */
export type SiteStatus = {
	/** When the version that visitors see went live, and what its report says. */
	live: { since: Date; rows: ReportRow[] };
	/** The rebuild under way, and what asked for it. */
	building: { since: Date; cause: string } | undefined;
	/** Since when rebuilds fail, and why the last one did. */
	failing: { since: Date; reasons: string[] } | undefined;
};

export type Mail = { subject: string; text: string };

type FollowOptions = {
	/** Sends a mail to whoever runs the site. */
	sendMail: (mail: Mail) => Promise<void>;
	log: (line: string) => void;
	/** Milliseconds for which rebuilds fail before somebody is told. */
	patience?: number | undefined;
};

const minute = 60_000;

/**
 * Keeps what `/status` shows, and tells by mail when rebuilds fail for too long, and when they succeed again: one mail
 * each, however often a rebuild is tried meanwhile.
 */
export function followStatus({ sendMail, log, patience = 10 * minute }: FollowOptions) {
	const status: SiteStatus = { live: { since: new Date(), rows: [] }, building: undefined, failing: undefined };
	let timer: NodeJS.Timeout | undefined;
	let isTold = false;

	function tell(mail: Mail): void {
		sendMail(mail).catch((error: Error) => log(`✗ The mail "${mail.subject}" is not sent: ${error.message}`));
	}

	function tellFailure(): void {
		if (!status.failing) return;
		isTold = true;
		const { since, reasons } = status.failing;
		const shown = `Visitors see the version of ${formatTime(status.live.since)}.`;
		tell({
			subject: "The website cannot be updated",
			text: `Since ${formatTime(since)} no change has reached the website. ${shown}\n\nThe reason:\n\n${reasons.join("\n\n")}\n\nThe server tries again by itself, at least once an hour. When an update succeeds, you get one more mail.\n`,
		});
	}

	return {
		status: status as Readonly<SiteStatus>,
		/** Another version is live. */
		show(rows: ReportRow[], since: Date): void {
			status.live = { since, rows };
		},
		started(cause: string): void {
			status.building = { since: new Date(), cause };
		},
		/** @param reasons why it failed; undefined when it succeeded */
		ended(reasons?: string[]): void {
			status.building = undefined;
			if (reasons) {
				if (!status.failing) timer = setTimeout(tellFailure, patience).unref();
				status.failing = { since: status.failing?.since ?? new Date(), reasons };
				return;
			}
			clearTimeout(timer);
			const failedSince = status.failing?.since;
			status.failing = undefined;
			if (isTold && failedSince) {
				const text = `The website shows the latest content again. Updates had failed since ${formatTime(failedSince)}.\n`;
				tell({ subject: "The website is up to date again", text });
			}
			isTold = false;
		},
		close: () => clearTimeout(timer),
	};
}

/** `21 November 2026 at 14:05 UTC`: servers rarely know where their owner lives. */
export function formatTime(time: Date): string {
	const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
	return `${format.format(time)} UTC`;
}
