import type { z } from "zod";
import { FaultsError } from "../shared/faults.ts";
import type { FetchOptions } from "./limits.ts";
import { type Failure, type RequestFailedError, retry } from "./retry.ts";

type ServiceRequest<Schema> = {
	/** Name of the service, such as `Stripe (api.stripe.com)`. */
	service: string;
	resource: string;
	/** Name of the environment variable that contains the service's address. */
	variable: string;
	schema: Schema;
	send: () => Promise<unknown>;
	classify: (error: unknown) => Failure;
};

/**
 * Sends a request with retries, and validates the response.
 * @throws FaultsError when all attempts fail, or the response does not match the schema
 */
export async function requestService<Schema extends z.ZodType>(
	request: ServiceRequest<Schema>,
	options: FetchOptions,
): Promise<z.infer<Schema>> {
	const { service, resource, schema, send, classify } = request;
	const timeoutMs = options.limits.requestTimeoutMs;
	const log = (line: string) => options.log(`${service}: ${line}`);
	const response = await retry(send, { ...options, timeoutMs, classify, log }).catch(
		(error: RequestFailedError) => {
			throw new FaultsError([`${service} does not give the ${resource}: ${error.message}.`]);
		},
	);
	const parsed = schema.safeParse(response);
	if (parsed.success) return parsed.data;
	const found = describeSchemaIssue(parsed.error);
	throw new FaultsError([
		`${service} answers something else than the API documents for the ${resource}: ${found}. Check ${request.variable}.`,
	]);
}

/** Describes the first mismatch between a value and its schema: the property's path, and the expected type. */
export function describeSchemaIssue({ issues: [issue] }: z.ZodError): string {
	return `${issue?.path.join(".") || "the answer as a whole"}, ${issue?.message}`;
}
