import { createClient, type PlainClientAPI } from "contentful-management";
import type { Provisioning } from "../../content/environment.server.ts";
import { FaultsError } from "../faults.ts";

/** How patient the vendor's client is. Tests are less so. */
export type Pace = {
	/** How many requests a second: "auto" keeps to Contentful's limit. */
	throttle: "auto" | number;
	/** Attempts after the first, when the service is busy or out of order. */
	retries: number;
	/** Milliseconds between two looks whether a picture is ready. */
	processingWait: number;
};

export const usualPace: Pace = { throttle: "auto", retries: 5, processingWait: 1000 };

/** The vendor's client for one space and environment. It asks again by itself when the service is busy or out of order. */
export function manageSpace(
	{ apiUrl, token, spaceId, environment }: Provisioning,
	{ throttle, retries }: Pace,
): PlainClientAPI {
	const { host, hostname, protocol } = new URL(apiUrl);
	return createClient(
		{
			accessToken: token,
			host,
			// Files are sent to a service of their own: https://www.contentful.com/developers/docs/references/content-management-api/#/reference/uploads
			hostUpload: /^api\.(eu\.)?contentful\.com$/.test(hostname) ? hostname.replace("api.", "upload.") : host,
			insecure: protocol === "http:",
			throttle,
			retryLimit: retries,
			timeout: 60_000,
			logHandler: () => {},
		},
		{ defaults: { spaceId, environmentId: environment } },
	);
}

/**
 * Runs a request.
 * @param what what it is for, in the words of a sentence that begins with "Contentful refuses to"
 * @throws FaultsError that says why it failed, without anything that could be a token
 */
export async function ask<T>(what: string, request: () => Promise<T>): Promise<T> {
	try {
		return await request();
	} catch (error) {
		throw new FaultsError([explain(what, error as Error)]);
	}
}

/** The client puts what it knows of a failure into its message, as JSON: status, message, details, and the request. */
type Failure = {
	status?: number;
	message?: string;
	details?: { errors?: { details?: string; name?: string; path?: unknown }[] };
};

function explain(what: string, error: Error): string {
	const { status, message, details } = parseFailure(error);
	if (status === undefined) return `Contentful does not answer the request to ${what}: ${error.message || error.name}.`;
	if (status === 401) {
		return `Contentful refuses the token (401). Check CONTENTFUL_MANAGEMENT_TOKEN: a personal access token from Settings, CMA tokens.`;
	}
	if (status === 403) return `Contentful refuses to ${what} (403): the token's owner may not do that in this space.`;
	if (status === 404) {
		return `Contentful refuses to ${what} (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT, and that the token's owner belongs to the space.`;
	}
	const reasons = (details?.errors ?? []).map(({ name, path, details: text }) =>
		[[path].flat().join("."), text ?? name].filter(Boolean).join(": "),
	);
	return `Contentful refuses to ${what} (${[status, message, ...reasons].filter(Boolean).join("; ")}).`;
}

function parseFailure(error: Error): Failure {
	try {
		const failure = JSON.parse(error.message) as Failure;
		return typeof failure === "object" && failure !== null ? failure : {};
	} catch {
		return {};
	}
}
