import { createClient } from "contentful";
import type { Environment } from "../../../environment/environment.server.ts";

/**
 * Returns the options of a Contentful client. `scripts/pull/retry.ts` retries failed requests, so the client's own
 * retries are turned off.
 */
export function createClientOptions(
	{ apiUrl, spaceId, environment, token }: Environment["contentful"],
	timeoutMs: number,
) {
	const { host, pathname, protocol } = new URL(apiUrl);
	return {
		space: spaceId,
		environment,
		accessToken: token,
		host,
		basePath: pathname.replace(/^\/+/, ""),
		insecure: protocol === "http:",
		timeout: timeoutMs,
		retryOnError: false,
		logHandler: () => {},
	};
}

/** Collections of Contentful that the fingerprints cover. */
export type Collection = "entries" | "assets";

/** Creates a function that fetches, with one request, a text that differs after each change of an entry or asset. */
export function createFingerprintFetcher(contentful: Environment["contentful"], timeoutMs: number) {
	const client = createClient(createClientOptions(contentful, timeoutMs));
	return async (collection: Collection): Promise<string> => {
		const { total, items } =
			collection === "entries"
				? await client.withoutLinkResolution.getEntries({ order: ["-sys.updatedAt"], limit: 1, select: ["sys"] })
				: await client.getAssets({ order: ["-sys.updatedAt"], limit: 1, select: ["sys"] });
		// Detects deletions by `total`, and all other changes by the newest `updatedAt`.
		return JSON.stringify([total, items.map(({ sys }) => [sys.id, sys.updatedAt])]);
	};
}
