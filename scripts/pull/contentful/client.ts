import { createClient } from "contentful";
import type { Environment } from "../../../site/environment.server.ts";

/** Options of every client; `timeout` is in milliseconds. Retries are ours, so the client does none. */
export function clientOptions({ apiUrl, spaceId, environment, token }: Environment["contentful"], timeout: number) {
	const { host, pathname, protocol } = new URL(apiUrl);
	return {
		space: spaceId,
		environment,
		accessToken: token,
		host,
		basePath: pathname.replace(/^\/+/, ""),
		insecure: protocol === "http:",
		timeout,
		retryOnError: false,
		logHandler: () => {},
	};
}

/**
 * Creates a function that fetches a fingerprint of the space: a text that changes whenever an entry or asset is saved,
 * created, archived or deleted. The newest `sys.updatedAt` shows what was saved, the totals show what is gone.
 * @param timeoutMs time-out of each request, in milliseconds
 * @throws whatever the client throws
 */
export function createFingerprintFetcher(contentful: Environment["contentful"], timeoutMs: number) {
	const client = createClient(clientOptions(contentful, timeoutMs));
	return async (): Promise<string> => {
		const collections = await Promise.all([
			client.withoutLinkResolution.getEntries({ order: ["-sys.updatedAt"], limit: 1, select: ["sys"] }),
			client.getAssets({ order: ["-sys.updatedAt"], limit: 1, select: ["sys"] }),
		]);
		const facts = collections.map(({ total, items }) => [total, items.map(({ sys }) => [sys.id, sys.updatedAt])]);
		return JSON.stringify(facts);
	};
}
