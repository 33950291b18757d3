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
