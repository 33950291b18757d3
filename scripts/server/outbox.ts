import { open } from "node:fs/promises";

/** Maximum size of the outbox, in bytes: more than a hundred thousand subscriptions. A flood must not fill the disk. */
const defaultMaxBytes = 20 * 1024 * 1024;

/** Time during which the same subscription counts as sent twice. */
const repeatWindowMs = 10 * 60 * 1000;

/**
 * Opens a file for subscriptions to the newsletter, one line of JSON each. Lines are appended one after the other, and a
 * line that cannot be written completely is removed again. A subscription that is sent twice, such as by the browser and
 * then by the page's script, is stored once.
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
