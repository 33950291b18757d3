import { hash } from "node:crypto";
import { extname } from "node:path";
import pMap from "p-map";
import { FaultsError } from "../../shared/faults.ts";
import type { FetchOptions } from "../limits.ts";
import { type Failure, parseRetryAfter, RequestFailedError, retry } from "../retry.ts";
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
	const { limits, signal, describeFault } = options;
	const originals = new Map<string, Original>();
	const missing = new Map<string, string>();
	const faults: string[] = [];
	const describe = (address: string, reason: string) =>
		describeFault(address, `the file ${address} cannot be fetched: ${reason}`);
	let skipped = 0;
	const fetchOne = async ([address, updatedAt]: [string, string]) => {
		if (signal.aborted) {
			skipped++;
			return;
		}
		try {
			originals.set(address, await obtainOriginal(address, updatedAt, cache, options));
		} catch (error) {
			const { message, cause } = error as Error;
			const isFileSpecific =
				error instanceof RequestFailedError && cause instanceof FileError && cause.isFileSpecific;
			if (isFileSpecific) missing.set(address, message);
			else faults.push(describe(address, message));
		}
	};
	await pMap(updateTimesByAddress, fetchOne, { concurrency: limits.concurrentFiles });
	if (skipped > 0)
		faults.push(
			`${skipped} more files were not fetched within ${limits.mediaDeadlineMs / 1000} s.`,
		);
	// When more than half of all files are missing, the service is probably at fault.
	const isOutage = missing.size > 1 && missing.size > updateTimesByAddress.size / 2;
	if (isOutage) {
		for (const [address, reason] of missing) faults.push(describe(address, reason));
	}
	if (faults.length > 0) throw new FaultsError(faults.sort());
	return { originals, missing };
}

async function obtainOriginal(
	address: string,
	updatedAt: string,
	cache: MediaCache,
	options: FetchOptions,
): Promise<Original> {
	const key = hash("sha256", `${address} ${updatedAt}`).slice(0, 16);
	const sha256 = await cache.obtain(key, async () => {
		const bytes = await fetchFile(address, options);
		return { facts: hash("sha256", bytes), files: { "": bytes } };
	});
	return { path: cache.pathOf(key), hash: sha256 };
}

function fetchFile(address: string, options: FetchOptions): Promise<Uint8Array> {
	const { limits, signal } = options;
	const request = async () => {
		const response = await fetch(address, {
			signal: AbortSignal.any([AbortSignal.timeout(limits.fileTimeoutMs), signal]),
		});
		try {
			refuseOtherContent(address, response);
			return await readBody(response, limits.maxFileBytes);
		} catch (error) {
			await response.body?.cancel().catch(() => {});
			throw error;
		}
	};
	const log = (line: string) => options.log(`${address}: ${line}`);
	return retry(request, {
		...options,
		timeoutMs: limits.fileTimeoutMs,
		classify: classifyFileFailure,
		log,
	});
}

/** Error for a response that does not contain the requested file. */
class FileError extends Error {
	readonly failure: Failure;
	/** Whether the error concerns only this file, and not the service. */
	readonly isFileSpecific: boolean;

	constructor({ isFileSpecific, ...failure }: Failure & { isFileSpecific: boolean }) {
		super(failure.reason);
		this.failure = failure;
		this.isFileSpecific = isFileSpecific;
	}
}

/**
 * Refuses error responses and unexpected web pages, such as the log-in page of a proxy.
 * @throws FileError
 */
function refuseOtherContent(address: string, { ok, status, headers }: Response): void {
	if (!ok) {
		const isTransient = status === 408 || status === 429 || status >= 500;
		const retryAfterMs = parseRetryAfter(headers.get("retry-after"));
		throw new FileError({
			reason: `the service answers ${status}`,
			isTransient,
			isFileSpecific: !isTransient,
			retryAfterMs,
		});
	}
	const isWebPage = headers.get("content-type")?.startsWith("text/html") ?? false;
	const isNamedWebPage = /^\.html?$/i.test(extname(new URL(address).pathname));
	if (isWebPage && !isNamedWebPage) {
		throw new FileError({
			reason: "the service answers with a web page",
			isTransient: true,
			isFileSpecific: true,
		});
	}
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of response.body ?? []) {
		size += chunk.byteLength;
		if (size > maxBytes) {
			const reason = `the file is larger than ${maxBytes} bytes`;
			throw new FileError({ reason, isTransient: false, isFileSpecific: true });
		}
		chunks.push(chunk);
	}
	if (size === 0) {
		throw new FileError({
			reason: "the service answers with an empty file",
			isTransient: true,
			isFileSpecific: true,
		});
	}
	return Buffer.concat(chunks);
}

function classifyFileFailure(error: unknown): Failure {
	return error instanceof FileError
		? error.failure
		: { isTransient: true, reason: "no connection" };
}
