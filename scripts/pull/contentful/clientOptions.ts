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
