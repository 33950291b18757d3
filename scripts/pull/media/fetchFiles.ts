import { hash } from "node:crypto";
import pMap from "p-map";
import { FaultsError } from "../../shared/faults.ts";
import type { FetchOptions } from "../limits.ts";
import { type Judgement, parseWait, retry, UnansweredError } from "../retry.ts";
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

/** By the address of a file: where it lies, or why the service does not give it. */
export type FetchedFiles = { originals: Map<string, Original>; missing: Map<string, string> };

/**
 * Fetches files, but those that are in the cache: an asset whose file is replaced gets another address or version.
 * @param versions when the file of each address was last changed
 * @throws FaultsError naming every file that cannot be had for now, and every missing one where these are most of all
 */
export async function fetchFiles(
	versions: ReadonlyMap<string, string>,
	cache: MediaCache,
	options: FileOptions,
): Promise<FetchedFiles> {
	const { limits, signal, faultOf } = options;
	const originals = new Map<string, Original>();
	const missing = new Map<string, string>();
	const faults: string[] = [];
	const describe = (address: string, reason: string) =>
		faultOf(address, `the file ${address} cannot be fetched: ${reason}`);
	let left = 0;
	const fetchOne = async ([address, version]: [string, string]) => {
		if (signal.aborted) return void left++;
		const key = hash("sha256", `${address} ${version}`).slice(0, 16);
		try {
			const sha256 = await cache.obtain(key, async () => {
				const bytes = await fetchFile(address, options);
				return { facts: hash("sha256", bytes), files: { "": bytes } };
			});
			originals.set(address, { path: cache.pathOf(key), hash: sha256 });
		} catch (error) {
			const { message, cause } = error as Error;
			// The service is well, and does not give this file.
			if (error instanceof UnansweredError && !judge(cause).transient) missing.set(address, message);
			else faults.push(describe(address, message));
		}
	};
	await pMap(versions, fetchOne, { concurrency: limits.concurrency });
	if (left > 0) faults.push(`${left} more files were not fetched within ${limits.mediaDeadline / 1000} s.`);
	// A missing file is its asset's own trouble, unless most are missing.
	const isOutage = missing.size > 1 && missing.size > versions.size / 2;
	for (const [address, reason] of isOutage ? missing : []) faults.push(describe(address, reason));
	if (faults.length > 0) throw new FaultsError(faults.sort());
	return { originals, missing };
}

function fetchFile(address: string, { limits, signal, log }: FetchOptions): Promise<Uint8Array> {
	const request = async () => {
		const response = await fetch(address, { signal: AbortSignal.any([AbortSignal.timeout(limits.file), signal]) });
		if (!response.ok) {
			await response.body?.cancel();
			throw new Error(`the service answers ${response.status}`, { cause: response });
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
	if (error instanceof Error && error.cause instanceof Response) {
		const { status, headers } = error.cause;
		const transient = status === 408 || status === 429 || status >= 500;
		return { transient, reason: error.message, after: parseWait(headers.get("retry-after")) };
	}
	if (error instanceof RangeError) return { transient: false, reason: error.message };
	return { transient: true, reason: "no connection" };
}
