import { hash } from "node:crypto";
import pMap from "p-map";
import pRetry, { AbortError } from "p-retry";
import { FaultsError } from "../../shared/faults.ts";
import type { FetchOptions } from "../limits.ts";
import type { MediaCache } from "./MediaCache.ts";

/** A fetched file, as editors uploaded it. */
export type Original = {
	path: string;
	/** SHA-256 hash of the file's content, in hexadecimal digits. */
	hash: string;
};

export type FileOptions = FetchOptions & {
	/**
	 * Returns a sentence about a file's problem. It names the asset, and the web page where an editor can solve the
	 * problem.
	 */
	describeFault: (address: string, problem: string) => string;
};

/** Fetched files, and the reasons why files are missing. The keys of both maps are the files' addresses. */
export type FetchedFiles = { originals: Map<string, Original>; missing: Map<string, string> };

/**
 * Returns files from the cache, and fetches the files that the cache does not have.
 * @param updateTimesByAddress time of the last change of each file
 * @throws FaultsError
 */
export async function fetchFiles(
	updateTimesByAddress: ReadonlyMap<string, string>,
	cache: MediaCache,
	options: FileOptions,
): Promise<FetchedFiles> {
	const originals = new Map<string, Original>();
	const missing = new Map<string, string>();
	const failed = new Map<string, string>();
	const { concurrentFiles } = options.limits;
	await forEachFile(updateTimesByAddress, concurrentFiles, options, async ([address, time]) => {
		try {
			originals.set(address, await obtainOriginal(address, time, cache, options));
		} catch (error) {
			const { message } = error as Error;
			if (error instanceof MissingFileError) missing.set(address, message);
			else failed.set(address, message);
		}
	});
	// When more than half of all files are missing, the service is probably at fault.
	const isOutage = missing.size > 1 && missing.size > updateTimesByAddress.size / 2;
	const faults = [...failed, ...(isOutage ? missing : [])].map(([address, reason]) =>
		options.describeFault(address, `the file ${address} cannot be fetched: ${reason}`),
	);
	if (faults.length > 0) throw new FaultsError(faults.sort());
	return { originals, missing };
}

/**
 * Runs a task for each file, some at the same time.
 * @throws FaultsError after the deadline
 */
export async function forEachFile<File>(
	files: Iterable<File>,
	concurrency: number,
	{ signal, limits }: Pick<FetchOptions, "signal" | "limits">,
	task: (file: File) => Promise<void>,
): Promise<void> {
	try {
		await pMap(files, task, { concurrency, signal });
	} catch (error) {
		if (!signal.aborted) throw error;
		const seconds = limits.mediaDeadlineMs / 1000;
		const late = `The pictures and files were not ready within ${seconds} s.`;
		throw new FaultsError([`${late} Run it again: what is ready is kept.`]);
	}
}

async function obtainOriginal(
	address: string,
	updatedAt: string,
	cache: MediaCache,
	options: FetchOptions,
): Promise<Original> {
	const key = hash("sha256", JSON.stringify([address, updatedAt])).slice(0, 16);
	const { sha256 } = await cache.obtain(key, async () => {
		const bytes = await fetchFile(address, options);
		return { facts: { sha256: hash("sha256", bytes) }, files: { "": bytes } };
	});
	return { path: cache.pathOf(key), hash: sha256 };
}

/** Error for a file that the service does not deliver, although it works. */
class MissingFileError extends Error {}

function fetchFile(address: string, options: FetchOptions): Promise<Uint8Array> {
	const { signal, limits, log } = options;
	return pRetry(() => requestFile(address, options), {
		signal,
		retries: limits.maxRetries,
		minTimeout: limits.firstBackOffMs,
		onFailedAttempt: ({ error, retriesLeft }) =>
			log(`${address}: ${error.message} (${retriesLeft} retries left)`),
	});
}

async function requestFile(address: string, { limits, signal }: FetchOptions): Promise<Uint8Array> {
	const timeout = AbortSignal.timeout(limits.fileTimeoutMs);
	const fetching = fetch(address, { signal: AbortSignal.any([timeout, signal]) });
	const response = await fetching.catch(throwConnectionError);
	const { ok, status, headers } = response;
	if (status === 408 || status === 429 || status >= 500)
		throw new Error(`the service answers ${status}`);
	if (!ok) throw refuse(`the service answers ${status}`);
	if (Number(headers.get("content-length")) > limits.maxFileBytes)
		throw refuse(`the file is larger than ${limits.maxFileBytes} bytes`);
	// For example the log-in page of a proxy. `nameLinkedFile` refuses an editor's web page, with a better reason.
	const isWebPage = headers.get("content-type")?.startsWith("text/html");
	if (isWebPage && !/\.html?$/i.test(address))
		throw new MissingFileError("the service answers with a web page");
	const bytes = await response.bytes().catch(throwConnectionError);
	if (bytes.length === 0) throw new MissingFileError("the service answers with an empty file");
	return bytes;
}

/** Returns an error after which there is no retry. */
const refuse = (reason: string) => new AbortError(new MissingFileError(reason));

function throwConnectionError({ name }: Error): never {
	throw new Error(name === "TimeoutError" ? "no complete answer in time" : "no connection");
}
