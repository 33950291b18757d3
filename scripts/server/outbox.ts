import { open } from "node:fs/promises";

/** Notes a newsletter subscription. Throws when it cannot be noted whole. */
export type Outbox = (subscription: object) => Promise<void>;

/**
 * Opens a file that takes a line of JSON for each subscription. Lines are written one after the other, and a line that
 * cannot be written whole is taken back.
 */
export function openOutbox(path: string): Outbox {
	let last: Promise<void> = Promise.resolve();
	return (subscription) => {
		const written = last.then(() => appendLine(path, JSON.stringify(subscription)));
		last = written.catch(() => {});
		return written;
	};
}

async function appendLine(path: string, line: string): Promise<void> {
	const file = await open(path, "a", 0o600);
	const { size } = await file.stat();
	try {
		await file.appendFile(`${line}\n`);
		await file.sync();
	} catch (error) {
		await file.truncate(size);
		throw error;
	} finally {
		await file.close();
	}
}
