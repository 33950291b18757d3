import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { UpdateCounts } from "../../api/mail/mailCounts.ts";

const hourMs = 60 * 60 * 1_000;

/**
 * Maximum size of the outbox file, in bytes. It is enough for 100,000 subscriptions, and prevents a flood of requests
 * from filling the disk.
 */
const maxOutboxBytes = 20 * 1024 * 1024;

/**
 * Opens the forms' files, which only their owner can read: counts of mails, and the outbox for
 * subscriptions when Brevo's variables are not set. Each change is synchronous, so that no other request comes in between.
 */
export function openNewsletterFiles({
	folder = ".cache/newsletter-mails",
	outboxFile = "newsletter-outbox.ndjson",
} = {}) {
	/** Creates the folder of the counts if it is missing, and deletes the counts of past days (UTC). */
	function deletePastCounts(): void {
		try {
			mkdirSync(folder, { recursive: true, mode: 0o700 });
			const today = new Date().toISOString().slice(0, 10);
			for (const day of readdirSync(folder)) {
				if (day < today) rmSync(join(folder, day), { recursive: true, force: true });
			}
		} catch (error) {
			// On a disk that cannot be written, the forms answer 503, and the pages are served as before.
			console.error(`Counts of mails: ${(error as Error).message}`);
		}
	}
	deletePastCounts();
	setInterval(deletePastCounts, hourMs).unref();

	/** Changes the counts of mails: one file for each day. */
	const updateCounts: UpdateCounts = async (day, change) => {
		const file = join(folder, `${day}.json`);
		const counts = change(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);
		if (!counts) return;
		writeFileSync(`${file}.new`, JSON.stringify(counts), { mode: 0o600, flush: true });
		renameSync(`${file}.new`, file);
	};

	/** Appends a subscription to the outbox, as a line of JSON. */
	async function outbox(subscription: object): Promise<void> {
		const size = statSync(outboxFile, { throwIfNoEntry: false })?.size ?? 0;
		if (size >= maxOutboxBytes) throw new Error(`${outboxFile} is full.`);
		try {
			appendFileSync(outboxFile, `${JSON.stringify(subscription)}\n`, { mode: 0o600, flush: true });
		} catch (error) {
			// Removes the part of a line that a full disk has left. The next line would continue it.
			if (existsSync(outboxFile)) truncateSync(outboxFile, size);
			throw error;
		}
	}

	return { updateCounts, outbox };
}
