import { createClient, type PlainClientAPI } from "contentful-management";
import type { Provisioning } from "../../site/environment.server.ts";
import { FaultsError } from "../shared/faults.ts";

/** How patient the vendor's client is. Tests are less so. */
export type Pace = {
	/** How many requests a second: "auto" keeps to Contentful's limit. */
	throttle: "auto" | number;
	/** Attempts after the first, when the service is busy or out of order. */
	retryLimit: number;
	/** Milliseconds between two looks whether a picture is ready. */
	processingWait: number;
};

export const usualPace: Pace = { throttle: "auto", retryLimit: 5, processingWait: 1000 };

/** The vendor's client for one space and environment. The client asks again when the service is busy or out of order. */
export function connectSpace(
	{ apiUrl, token, spaceId, environment }: Provisioning,
	{ throttle, retryLimit }: Pace,
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
			retryLimit,
			timeout: 60_000,
			logHandler: () => {},
		},
		{ defaults: { spaceId, environmentId: environment } },
	);
}

/** The client puts what it knows of a failure into its message, as JSON: status, message, details, and the request. */
type Failure = {
	status?: number;
	message?: string;
	details?: { errors?: { details?: string; name?: string; path?: unknown }[] };
};

/**
 * Sends requests.
 * @param what what they are for, in the words of a sentence that begins with "Contentful refuses to"
 * @throws FaultsError that says why one failed, without anything that could be a token
 */
export async function ask<T>(what: string, request: () => Promise<T>): Promise<T> {
	try {
		return await request();
	} catch (error) {
		if (error instanceof FaultsError) throw error;
		throw new FaultsError([explain(what, error as Error)]);
	}
}

function explain(what: string, error: Error): string {
	const { status, message, details } = parseFailure(error);
	const refusal = `Contentful refuses to ${what}`;
	if (status === undefined) return `Contentful does not answer the request to ${what}: ${error.message || error.name}.`;
	const reasons = (details?.errors ?? []).map(({ name, path, details: text }) =>
		[[path].flat().join("."), text ?? name].filter(Boolean).join(": "),
	);
	const known: Record<number, string> = {
		401: "Contentful refuses the token (401). Check CONTENTFUL_MANAGEMENT_TOKEN: a personal access token from Settings, CMA tokens.",
		403: `${refusal} (403): the token's owner may not do that in this space.`,
		404: `${refusal} (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT, and that the token's owner belongs to the space.`,
	};
	return known[status] ?? `${refusal} (${[status, message, ...reasons].filter(Boolean).join("; ")}).`;
}

function parseFailure(error: Error): Failure {
	try {
		return Object(JSON.parse(error.message));
	} catch {
		return {};
	}
}
