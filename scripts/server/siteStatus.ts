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

/** Formats a time as `21 November 2026 at 14:05 UTC`. */
export function formatTime(time: Date): string {
	const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
	return `${format.format(time)} UTC`;
}
