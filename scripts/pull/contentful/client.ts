import { createClient } from "contentful";
import type { Environment } from "../../../site/environment.server.ts";

/** What every client is told, `timeout` in milliseconds. Which failures may pass is not the client's to know. */
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
 * Asks Contentful which entry and which asset were saved last.
 * @param timeout milliseconds
 * @returns a text that is another one whenever something has been saved since
 * @throws what the client throws
 */
export function createNewest(contentful: Environment["contentful"], timeout: number) {
	const client = createClient(clientOptions(contentful, timeout));
	return async (): Promise<string> => {
		const answers = await Promise.all([
			client.withoutLinkResolution.getEntries({ order: ["-sys.updatedAt"], limit: 1, select: ["sys"] }),
			client.getAssets({ order: ["-sys.updatedAt"], limit: 1, select: ["sys"] }),
		]);
		return JSON.stringify(answers.map(({ items }) => items.map(({ sys }) => [sys.id, sys.updatedAt])));
	};
}
