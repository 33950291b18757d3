import { open } from "node:fs/promises";

/** Maximum size of the outbox, in bytes, so that a flood cannot fill the disk. Enough for 100,000 subscriptions. */
const defaultMaxBytes = 20 * 1024 * 1024;

/** Time during which an equal subscription counts as a duplicate, in milliseconds. */
const repeatWindowMs = 10 * 60 * 1000;

/**
 * Opens a file for subscriptions to the newsletter, one line of JSON each. Lines are appended one after the other, and a
 * line that cannot be written completely is removed again. Duplicates are dropped: the browser may send a form that the
 * page's script has sent already.
 * @returns a function that appends a subscription, and throws when it cannot be stored
 */
export function openOutbox(path: string, maxBytes = defaultMaxBytes): (subscription: object) => Promise<void> {
	const storedAt = new Map<string, number>();
	let previous: Promise<void> = Promise.resolve();

	async function store(subscription: object): Promise<void> {
		const content = JSON.stringify({ ...subscription, time: undefined });
		const now = Date.now();
		for (const [earlier, time] of storedAt) {
			if (now - time > repeatWindowMs) storedAt.delete(earlier);
		}
		if (storedAt.has(content)) return;
		await appendLine(path, JSON.stringify(subscription), maxBytes);
		storedAt.set(content, now);
	}

	return (subscription) => {
		const stored = previous.then(() => store(subscription));
		previous = stored.catch(() => {});
		return stored;
	};
}

async function appendLine(path: string, line: string, maxBytes: number): Promise<void> {
	// Readable by its owner only, because it contains visitors' mail addresses.
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
