import { createClient } from "contentful";
import type { Environment } from "../../../environment/environment.server.ts";
import { createClientOptions } from "./clientOptions.ts";

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
