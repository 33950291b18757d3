import type { Environment } from "../../../environment/environment.server.ts";
import type { FetchOptions } from "../limits.ts";

/** Returns the options of a Contentful client. It retries after faults of the connection, 429 and 5xx, and logs that. */
export function createClientOptions(
	{ apiUrl, spaceId, environment, token }: Environment["contentful"],
	{ limits, log }: FetchOptions,
) {
	const { host, pathname, protocol } = new URL(apiUrl);
	return {
		space: spaceId,
		environment,
		accessToken: token,
		host,
		basePath: pathname.replace(/^\/+/, ""),
		insecure: protocol === "http:",
		timeout: limits.requestTimeoutMs,
		retryLimit: limits.maxRetries,
		// All requests to services use Node's `fetch`, so that Node's own settings of proxies apply to all of them:
		// https://nodejs.org/api/cli.html#node_use_env_proxy1. The client's default adapter always uses `HTTP_PROXY`.
		adapter: "fetch",
		logHandler: (_: string, message: unknown) => log(`Contentful: ${message}`),
	};
}
