import { createClient, type PlainClientAPI } from "contentful-management";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { FaultsError } from "../shared/faults.ts";

/**
 * Creates Contentful's management client for one space and environment. The client retries a request that gets no
 * response, or one with status 429 or 5xx.
 */
export function connectSpace({
	apiUrl,
	token,
	spaceId,
	environment,
}: ProvisioningSettings): PlainClientAPI {
	const { host, protocol } = new URL(apiUrl);
	return createClient(
		{
			accessToken: token,
			host,
			// Contentful has a separate host for uploads:
			// https://www.contentful.com/developers/docs/references/content-management-api/#/reference/uploads
			hostUpload: host.replace(/^api\./, "upload."),
			insecure: protocol === "http:",
			// As in scripts/pull/contentful/fetchContent.ts.
			adapter: "fetch",
			logHandler: () => {},
		},
		{ defaults: { spaceId, environmentId: environment } },
	);
}

const adviceByStatus: Record<number, string> = {
	401: "check CONTENTFUL_MANAGEMENT_TOKEN: a personal access token from Settings, CMA tokens.",
	404: "check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT, and that the token's owner belongs to the space.",
	409: "somebody has changed it since the plan was made.",
};

/** Fault of a single item, such as a text that Contentful refuses. It does not prevent writing other items. */
export class ItemFault extends FaultsError {}

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
		throw explainFailure(action, error as Error);
	}
}

function explainFailure(action: string, { name, message }: Error): FaultsError {
	let refusal: { status: number; message?: string; details?: object };
	try {
		// Contentful's client makes the response the message of its error, as JSON.
		refusal = JSON.parse(message);
	} catch {
		const Fault = name === "AxiosError" ? FaultsError : ItemFault;
		return new Fault([`The request to ${action} failed: ${message || name}.`]);
	}
	const { status, message: reason, details } = refusal;
	const advice = adviceByStatus[status] ?? `${reason} ${JSON.stringify(details)}`;
	const Fault = status < 500 ? ItemFault : FaultsError;
	return new Fault([`Contentful refuses to ${action} (${status}): ${advice}`]);
}
