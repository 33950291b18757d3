import type { Mail } from "../../api/http/sendMail.ts";
import type { SiteStatus } from "./createStatusMonitor.ts";

/** Writes the mail that reports failing rebuilds to the administrator. */
export function writeFailureMail(failing: NonNullable<SiteStatus["failing"]>, live: SiteStatus["live"]): Mail {
	const paragraphs = [
		`Since ${formatTime(failing.since)} no change has reached the website. Visitors see the version of ${formatTime(live.since)}.`,
		"The reason:",
		...failing.reasons,
		"The server tries again by itself, at least once an hour. When an update succeeds, you get one more mail.",
	];
	return { subject: "The website cannot be updated", text: `${paragraphs.join("\n\n")}\n` };
}

/**
 * Writes the mail that reports the first successful rebuild after a failure.
 * @param since start of the failure
 */
export function writeRecoveryMail(since: Date): Mail {
	const text = `The website shows the latest content again. Updates had failed since ${formatTime(since)}.\n`;
	return { subject: "The website is up to date again", text };
}

/** Formats a time as `21 November 2026 at 14:05 UTC`. */
export function formatTime(time: Date): string {
	const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
	return `${format.format(time)} UTC`;
}
