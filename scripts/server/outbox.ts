import { open } from "node:fs/promises";

/**
 * Opens a file that takes a line of JSON for each subscription to the newsletter. Lines are written one after the other, and a
 * line that cannot be written whole is taken back.
 * @returns what notes a subscription, and throws when it cannot be noted whole
 */
export function openOutbox(path: string): (subscription: object) => Promise<void> {
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
