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
		// All requests to services use Node's `fetch`, so that Node's own settings of proxies apply to all of them:
		// https://nodejs.org/api/cli.html#node_use_env_proxy1. The client's default adapter always uses `HTTP_PROXY`.
		adapter: "fetch",
		retryOnError: false,
		logHandler: () => {},
	};
}
