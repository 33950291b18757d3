import { hash } from "node:crypto";
import pMap from "p-map";
import pRetry, { AbortError } from "p-retry";
import { FaultsError } from "../../shared/faults.ts";
import type { AssetFacts } from "../contentful/context.ts";
import type { FetchOptions } from "../limits.ts";
import type { Report } from "../report.ts";
import type { MediaCache } from "./MediaCache.ts";

/** A fetched file, as editors uploaded it. */
export type Original = {
	path: string;
	/** SHA-256 hash of the file's content, in hexadecimal digits. */
	hash: string;
};

/** Error for a file that the service does not deliver, although it works. */
export class MissingFileError extends Error {}

/** Fetched files, or the reasons why they are missing, by the files' addresses. */
export type FetchedFiles = Map<string, Original | MissingFileError>;

/**
 * Returns files from the cache, and fetches the files that the cache does not have.
 * @throws FaultsError
 */
export async function fetchFiles(
	assets: ReadonlyMap<string, AssetFacts>,
	cache: MediaCache,
	options: FetchOptions,
	report: Report,
): Promise<FetchedFiles> {
	const fetched: FetchedFiles = new Map();
	const faults: string[] = [];
	const missing: string[] = [];
	const { limits, signal } = options;
	const fetchAsset = async ([address, asset]: [string, AssetFacts]) => {
		try {
			const key = hash("sha256", JSON.stringify([address, asset.updatedAt])).slice(0, 16);
			const facts = await cache.obtain(key, async () => {
				const bytes = await fetchFile(address, options);
				return { facts: { sha256: hash("sha256", bytes) }, files: { "": bytes } };
			});
			fetched.set(address, { path: cache.pathOf(key), hash: facts.sha256 });
		} catch (error) {
			const { message } = error as Error;
			const place = { type: "assets", id: asset.id, field: "file" } as const;
			const fault = report.describe(place, `the file ${address} cannot be fetched: ${message}`);
			if (error instanceof MissingFileError) {
				fetched.set(address, error);
				missing.push(fault);
			} else {
				faults.push(fault);
			}
		}
	};
	await pMap(assets, fetchAsset, { concurrency: limits.concurrentFiles, signal });
	// When more than half of all files are missing, the service is probably at fault.
	if (missing.length > 1 && missing.length > assets.size / 2) faults.push(...missing);
	if (faults.length > 0) throw new FaultsError(faults.sort());
	return fetched;
}

function fetchFile(
	address: string,
	{ signal: deadline, limits, log }: FetchOptions,
): Promise<Uint8Array> {
	async function request(): Promise<Uint8Array> {
		const signal = AbortSignal.any([AbortSignal.timeout(limits.fileTimeoutMs), deadline]);
		const fetching = fetch(address, { signal }).then(async (response) => {
			return { response, bytes: await response.bytes() };
		});
		const { response, bytes } = await fetching.catch(({ name }: Error) => {
			throw new Error(name === "TimeoutError" ? "no complete answer in time" : "no connection");
		});
		const { ok, status, headers } = response;
		const problem = `the service answers ${status}`;
		if (status === 408 || status === 429 || status >= 500) throw new Error(problem);
		// After an `AbortError` there is no retry.
		if (!ok) throw new AbortError(new MissingFileError(problem));
		// For example the log-in page of a proxy. `nameLinkedFile` refuses an editor's web page, with a better reason.
		const isWebPage = headers.get("content-type")?.startsWith("text/html");
		if (bytes.length === 0 || (isWebPage && !/\.html?$/i.test(address)))
			throw new MissingFileError("the service answers with a web page or nothing");
		return bytes;
	}

	return pRetry(request, {
		signal: deadline,
		retries: limits.maxRetries,
		minTimeout: limits.firstBackOffMs,
		onFailedAttempt: ({ error, retriesLeft }) =>
			log(`${address}: ${error.message} (${retriesLeft} retries left)`),
	});
}
