import { open } from "node:fs/promises";

/** Maximum size of the outbox, in bytes: more than a hundred thousand subscriptions. A flood must not fill the disk. */
const defaultMaxBytes = 20 * 1024 * 1024;

/**
 * Opens a file for subscriptions to the newsletter, one line of JSON each. Lines are appended one after the other, and a
 * line that cannot be written completely is removed again.
 * @returns a function that appends a subscription, and throws when it cannot be stored
 */
export function openOutbox(path: string, maxBytes = defaultMaxBytes): (subscription: object) => Promise<void> {
	let previous: Promise<void> = Promise.resolve();
	return (subscription) => {
		const written = previous.then(() => appendLine(path, JSON.stringify(subscription), maxBytes));
		previous = written.catch(() => {});
		return written;
	};
}

async function appendLine(path: string, line: string, maxBytes: number): Promise<void> {
	// Readable by its owner only: it contains visitors' addresses.
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
