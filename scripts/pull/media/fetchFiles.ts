import { createHash, type Hash, hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pMap from "p-map";
import pRetry from "p-retry";
import type { PullLimits } from "../limits.ts";
import { Problem } from "../problem.ts";
import { type AssetFacts, FileError } from "./fileType.ts";
import type { MediaCache } from "./MediaCache.ts";

/** A fetched file, as editors uploaded it. */
export type Original = {
	path: string;
	/** SHA-256 hash of the file's content, in hexadecimal digits. */
	hash: string;
};

/** Error for a file that the service does not deliver. */
export class MissingFileError extends FileError {}

/** Error for a file that the service may deliver later. */
class LateFileError extends MissingFileError {}

/** Fetched files, or the reasons why they are missing, by the files' addresses. */
export type FetchedFiles = Map<string, Original | MissingFileError>;

/** Returns files from the cache, and fetches the files that the cache does not have. */
export async function fetchFiles(
	assets: ReadonlyMap<string, AssetFacts>,
	cache: MediaCache,
	limits: PullLimits,
): Promise<FetchedFiles> {
	const fetched: FetchedFiles = new Map();
	const signal = AbortSignal.timeout(limits.filesDeadlineMs);
	const fetchAsset = async ([address, { updatedAt }]: [string, AssetFacts]) => {
		try {
			const key = hash("sha256", JSON.stringify([address, updatedAt])).slice(0, 16);
			const facts = await cache.obtain(key, async (folder) => {
				const sha256 = await fetchFile(address, join(folder, key), limits, signal);
				return { facts: { sha256 }, files: {} };
			});
			fetched.set(address, { path: cache.pathOf(key), hash: facts.sha256 });
		} catch (error) {
			const late = new Problem("fileLate", { seconds: limits.filesDeadlineMs / 1000 });
			const reason = signal.aborted ? new LateFileError(late) : error;
			if (!(reason instanceof MissingFileError)) throw error;
			fetched.set(address, reason);
		}
	};
	await pMap(assets, fetchAsset, { concurrency: limits.concurrentFiles });
	return fetched;
}

/**
 * Fetches a file into `path`, with retries.
 * @returns SHA-256 hash of the file's content, in hexadecimal digits
 * @throws MissingFileError, or the error of writing the file
 */
function fetchFile(address: string, path: string, limits: PullLimits, signal: AbortSignal) {
	const request = async () => {
		const sha256 = createHash("sha256");
		await writeFile(path, fetchBytes(address, sha256, limits, signal));
		return sha256.digest("hex");
	};
	return pRetry(request, {
		signal,
		retries: limits.maxRetries,
		minTimeout: limits.firstBackOffMs,
		shouldRetry: ({ error }) => error instanceof LateFileError,
	});
}

/**
 * Yields a file as it arrives, so that it is never in memory as a whole. Adds it to a hash.
 * @throws MissingFileError
 */
async function* fetchBytes(
	address: string,
	sha256: Hash,
	{ fileIdleMs, maxFileBytes }: PullLimits,
	deadline: AbortSignal,
) {
	const idle = new AbortController();
	const timer = setTimeout(() => idle.abort(), fileIdleMs);
	try {
		const signal = AbortSignal.any([idle.signal, deadline]);
		const response = await fetch(address, { signal });
		checkStatus(response);
		const { headers, body } = response;
		const tooLarge = new Problem("fileTooLarge", { limit: maxFileBytes / 1_000_000 });
		if (Number(headers.get("content-length")) > maxFileBytes) throw new MissingFileError(tooLarge);
		let size = 0;
		for await (const bytes of body ?? []) {
			timer.refresh();
			size += bytes.length;
			if (size > maxFileBytes) throw new MissingFileError(tooLarge);
			sha256.update(bytes);
			yield bytes;
		}
		// For example the log-in page of a proxy. `nameLinkedFile` refuses an editor's web page, with a better reason.
		const isWebPage = headers.get("content-type")?.startsWith("text/html");
		if (size === 0 || (isWebPage && !/\.html?$/i.test(address)))
			throw new LateFileError(new Problem("fileInterrupted"));
	} catch (error) {
		if (error instanceof MissingFileError) throw error;
		throw new LateFileError(new Problem("fileInterrupted"), error);
	} finally {
		clearTimeout(timer);
		// Closes the connection of a response that is not read to its end.
		idle.abort();
	}
}

/** @throws MissingFileError when the status is that of a fault */
function checkStatus({ ok, status }: Response): void {
	const problem = new Problem("fileRefused", { status });
	if (status === 408 || status === 429 || status >= 500) throw new LateFileError(problem);
	if (!ok) throw new MissingFileError(problem);
}
