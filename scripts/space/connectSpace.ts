import { createClient, type PlainClientAPI } from "contentful-management";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { FaultsError } from "../shared/faults.ts";

export type ClientLimits = {
	/** Maximum requests per second. "auto" follows Contentful's rate limit. */
	throttle: "auto" | number;
	/** Maximum retries of a request after a response with status 429 or 5xx. */
	retryLimit: number;
	/** Polling interval while Contentful processes a file, in milliseconds. */
	processingWaitMs: number;
};

export const defaultClientLimits: ClientLimits = {
	throttle: "auto",
	retryLimit: 5,
	processingWaitMs: 1000,
};

/**
 * Creates Contentful's management client for one space and environment. The client retries after a response with status
 * 429 or 5xx.
 */
export function connectSpace(
	{ apiUrl, token, spaceId, environment }: ProvisioningSettings,
	{ throttle, retryLimit }: ClientLimits,
): PlainClientAPI {
	const { host, hostname, protocol } = new URL(apiUrl);
	const isVendor = /^api\.(eu\.)?contentful\.com$/.test(hostname);
	return createClient(
		{
			accessToken: token,
			host,
			// Contentful has a separate host for uploads:
			// https://www.contentful.com/developers/docs/references/content-management-api/#/reference/uploads
			hostUpload: isVendor ? hostname.replace("api.", "upload.") : host,
			insecure: protocol === "http:",
			throttle,
			retryLimit,
			timeout: 60_000,
			// As in scripts/pull/contentful/clientOptions.ts.
			adapter: "fetch",
			logHandler: () => {},
		},
		{ defaults: { spaceId, environmentId: environment } },
	);
}

/**
 * Parsed message of an error from Contentful's client. The message is JSON with status, message, details and request.
 */
type Failure = {
	status?: number;
	message?: string;
	details?: { errors?: { details?: string; name?: string; path?: unknown }[] };
};

/**
 * Runs a function that sends requests to Contentful, and converts Contentful's errors to faults.
 * @param action words for the error message, such as "make an API key"
 * @throws FaultsError whose message contains nothing that could be a token
 */
export async function sendToContentful<T>(action: string, request: () => Promise<T>): Promise<T> {
	try {
		return await request();
	} catch (error) {
		if (error instanceof FaultsError) throw error;
		throw new FaultsError([explainFailure(action, error as Error)]);
	}
}

function explainFailure(action: string, error: Error): string {
	const { status, message, details } = parseFailure(error);
	if (status === undefined) {
		return `Contentful does not answer the request to ${action}: ${error.message || error.name}.`;
	}
	const refusal = `Contentful refuses to ${action}`;
	switch (status) {
		case 401:
			return "Contentful refuses the token (401). Check CONTENTFUL_MANAGEMENT_TOKEN: a personal access token from Settings, CMA tokens.";
		case 403:
			return `${refusal} (403): the token's owner may not do that in this space.`;
		case 404:
			return `${refusal} (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT, and that the token's owner belongs to the space.`;
		case 409:
			return `${refusal} (409): somebody has changed it since the plan was made.`;
		default: {
			const reasons = (details?.errors ?? []).map(formatReason);
			return `${refusal} (${[status, message, ...reasons].filter(Boolean).join("; ")}).`;
		}
	}
}

function formatReason({
	name,
	path,
	details,
}: {
	details?: string;
	name?: string;
	path?: unknown;
}): string {
	const place = [path].flat().join(".");
	return [place, details ?? name].filter(Boolean).join(": ");
}

function parseFailure(error: Error): Failure {
	try {
		return Object(JSON.parse(error.message));
	} catch {
		return {};
	}
}
