import { hash } from "node:crypto";
import { FaultsError } from "../faults.ts";
import type { FetchOptions } from "../limits.ts";
import { type Judgement, parseWait, retry } from "../retry.ts";
import { workThrough } from "../workThrough.ts";
import type { MediaCache } from "./MediaCache.ts";

/** A file as it was fetched. */
export type Original = {
	/** Where it lies on disk. */
	path: string;
	/** SHA-256 of its content, in hexadecimal digits. */
	hash: string;
};

/** `signal` is the deadline of all files together. */
export type FileOptions = FetchOptions & {
	/** A sentence that says what is wrong with the file at an address, and where it can be mended. */
	faultOf: (address: string, problem: string) => string;
};

/**
 * Fetches files, but those that are in the cache: an asset whose file is replaced gets another address or version.
 * @param versions when the file of each address was last changed
 * @returns the file of each address
 * @throws FaultsError naming every file that cannot be had
 */
export async function fetchFiles(
	versions: ReadonlyMap<string, string>,
	cache: MediaCache,
	options: FileOptions,
): Promise<Map<string, Original>> {
	const { limits, signal, faultOf } = options;
	const originals = new Map<string, Original>();
	const faults: string[] = [];
	const left = await workThrough(versions, { atOnce: limits.concurrency, signal }, async ([address, version]) => {
		const key = hash("sha256", `${address} ${version}`).slice(0, 16);
		try {
			const sha256 = await cache.obtain(key, async () => {
				const bytes = await fetchFile(address, options);
				return { facts: hash("sha256", bytes), files: { "": bytes } };
			});
			originals.set(address, { path: cache.pathOf(key), hash: sha256 });
		} catch (error) {
			faults.push(faultOf(address, `its file ${address} cannot be had: ${(error as Error).message}`));
		}
	});
	if (left > 0) faults.push(`${left} more files were not fetched within ${limits.mediaDeadline / 1000} s.`);
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

function fetchFile(address: string, { limits, signal, log }: FetchOptions): Promise<Uint8Array> {
	const request = async () => {
		const response = await fetch(address, { signal: AbortSignal.any([AbortSignal.timeout(limits.file), signal]) });
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
		signal,
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
