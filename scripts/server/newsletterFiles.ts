import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { MailStore } from "../../api/subscription/mailLimits.ts";

/**
 * Opens the forms' files, which only their owner can read: counts of mails, and the outbox for what is sent when Brevo's
 * variables are not set. Each change is synchronous, so that no other request comes in between.
 */
export function openNewsletterFiles({
	folder = ".cache/newsletter-mails",
	outboxFile = "newsletter-outbox.ndjson",
} = {}) {
	/** Creates the folder of the counts if it is missing, and deletes the counts of past days (UTC). */
	function deletePastCounts(): void {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		const today = new Date().toISOString().slice(0, 10);
		for (const day of readdirSync(folder)) {
			if (day < today) rmSync(join(folder, day), { recursive: true });
		}
	}
	deletePastCounts();
	// Once an hour.
	setInterval(deletePastCounts, 60 * 60_000).unref();

	/** Counts of mails: one file for each day. */
	const mailStore: MailStore = {
		async update(day, change) {
			const file = join(folder, `${day}.json`);
			const counts = change(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);
			if (!counts) return;
			writeFileSync(`${file}.new`, JSON.stringify(counts), { mode: 0o600, flush: true });
			renameSync(`${file}.new`, file);
		},
	};

	/**
	 * Appends what a form has sent to the outbox, as a line of JSON. The line break comes first, so that a line that a
	 * full disk has cut off does not continue in the next.
	 */
	async function outbox(sent: object) {
		appendFileSync(
			outboxFile,
			`
${JSON.stringify(sent)}`,
			{ mode: 0o600, flush: true },
		);
	}

	return { mailStore, outbox };
}
