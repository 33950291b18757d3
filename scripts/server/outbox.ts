import { open } from "node:fs/promises";

/** Name of the file for subscriptions when Brevo's variables are not set. */
const outboxFile = "newsletter-outbox.ndjson";

/**
 * Maximum size of the outbox file, in bytes. It is enough for 100,000 subscriptions, and prevents a flood of requests
 * from filling the disk.
 */
const defaultMaxBytes = 20 * 1024 * 1024;

/** Opens the outbox file, and returns a function that appends a subscription as a line of JSON. */
export function openOutbox(
	path = outboxFile,
	maxBytes = defaultMaxBytes,
): (subscription: object) => Promise<void> {
	let previous: Promise<void> = Promise.resolve();
	return (subscription) => {
		const stored = previous.then(() => appendLine(path, JSON.stringify(subscription), maxBytes));
		previous = stored.catch(() => {});
		return stored;
	};
}

async function appendLine(path: string, line: string, maxBytes: number): Promise<void> {
	// Mode 0600 lets only the file's owner read the file, because it contains visitors' mail addresses.
	const file = await open(path, "a", 0o600);
	try {
		const { size } = await file.stat();
		if (size >= maxBytes) throw Object.assign(new Error(`${path} is full.`), { code: "EFBIG" });
		try {
			await file.appendFile(`${line}\n`);
			await file.sync();
		} catch (error) {
			await file.truncate(size);
			throw error;
		}
	} finally {
		await file.close();
	}
}
