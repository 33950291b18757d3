import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FaultsError } from "../faults.ts";
import type { Limits } from "../limits.ts";
import { type Judgement, parseWait, retry } from "../retry.ts";

/** A file as it was fetched. */
export type Original = {
	/** Where it lies on disk. */
	path: string;
	/** SHA-256 of its content, in hexadecimal digits. */
	hash: string;
};

export type FetchOptions = { limits: Limits; log: (line: string) => void };

/**
 * Fetches files into `folder`, each under the hash of its content.
 * @returns the file of each address
 * @throws FaultsError naming every file that cannot be had
 */
export async function fetchFiles(
	addresses: Iterable<string>,
	folder: string,
	{ limits, log }: FetchOptions,
): Promise<Map<string, Original>> {
	await mkdir(folder, { recursive: true });
	const originals = new Map<string, Original>();
	const faults: string[] = [];
	const queue = [...addresses];
	const work = async () => {
		for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
			try {
				const bytes = await fetchFile(address, { limits, log });
				const hash = createHash("sha256").update(bytes).digest("hex");
				const path = join(folder, hash);
				await writeFile(path, bytes);
				originals.set(address, { path, hash });
			} catch (error) {
				faults.push(`The file ${address} cannot be had: ${(error as Error).message}.`);
			}
		}
	};
	await Promise.all(Array.from({ length: limits.concurrency }, work));
	if (faults.length > 0) throw new FaultsError(faults.sort());
	return originals;
}

class StatusError extends Error {
	readonly response: Response;

	constructor(response: Response) {
		super(`the service answers ${response.status}`);
		this.response = response;
	}
}

function fetchFile(address: string, { limits, log }: FetchOptions): Promise<Uint8Array> {
	const request = async () => {
		const response = await fetch(address, { signal: AbortSignal.timeout(limits.file) });
		if (!response.ok) {
			await response.body?.cancel();
			throw new StatusError(response);
		}
		const chunks: Uint8Array[] = [];
		let size = 0;
		for await (const chunk of response.body ?? []) {
			size += chunk.byteLength;
			if (size > limits.fileSize) throw new RangeError(`it is larger than ${limits.fileSize} bytes`);
			chunks.push(chunk);
		}
		return Buffer.concat(chunks);
	};
	return retry(request, {
		limits,
		timeout: limits.file,
		signal: new AbortController().signal,
		judge,
		log: (line) => log(`${address}: ${line}`),
	});
}

function judge(error: unknown): Judgement {
	if (error instanceof StatusError) {
		const { status, headers } = error.response;
		const transient = status === 429 || status >= 500;
		return { transient, reason: error.message, after: parseWait(headers.get("retry-after")) };
	}
	if (error instanceof RangeError) return { transient: false, reason: error.message };
	return { transient: true, reason: "no connection" };
}
