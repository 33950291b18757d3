import { aborted } from "node:util";
import type { z } from "zod";
import { FaultsError } from "../shared/faults.ts";

type ServiceRequest<Schema> = {
	/** Name and host of the service, such as `Stripe (api.stripe.com)`. */
	service: string;
	schema: Schema;
	/** Response of the service's own client, which retries by itself. */
	response: Promise<unknown>;
	/** Sentences for the owner about refusals, by HTTP status. */
	refusals: Record<number, string>;
};

/**
 * Waits for a response until the deadline, and validates it. A client whose deadline has passed ends by itself, after
 * its last retry.
 * @throws FaultsError when there is no response, or the response does not match the schema
 */
export async function requestService<Schema extends z.ZodType>(
	{ service, schema, response, refusals }: ServiceRequest<Schema>,
	deadline: AbortSignal,
): Promise<z.infer<Schema>> {
	const end = aborted(deadline, response).then(() => {
		throw new Error("the deadline passed");
	});
	const received = await Promise.race([response, end]).catch((error: ClientError) => {
		const reason = refusals[readStatus(error)] ?? `no usable answer (${describeError(error)})`;
		throw new FaultsError([`${service} cannot be used: ${reason}.`]);
	});
	const { data, error } = schema.safeParse(received);
	if (!error) return data;
	const found = describeSchemaIssue(error);
	throw new FaultsError([`${service} answers something else than its API documents: ${found}.`]);
}

/** Error of a client. Stripe's has a status, or in `detail` the error of the connection. */
type ClientError = {
	message: string;
	code?: string;
	cause?: { code?: string };
	statusCode?: number;
	detail?: ClientError;
};

/** Returns the HTTP status of an error response, or 0. The message of Contentful's client is JSON with the status. */
function readStatus({ statusCode, message }: ClientError): number {
	return statusCode ?? Number(/"status": (\d+)/.exec(message)?.[1] ?? 0);
}

/**
 * Returns the status of an error response, or the fault of a connection. The service's own words are added for 400 only
 * (Contentful's "Response size too big."), as those of other responses could name keys.
 */
function describeError(error: ClientError): string {
	const status = readStatus(error);
	// Contentful's message is in a JSON text, which also has the request.
	const reason = /"message": "(?<text>.+)"/.exec(error.message)?.groups?.text ?? error.message;
	if (status > 0) return status === 400 ? `400: ${reason}` : String(status);
	const { cause, code, message } = error.detail ?? error;
	return cause?.code ?? code ?? message;
}

/** Describes the first mismatch between a value and its schema: the property's path, and the expected type. */
function describeSchemaIssue({ issues: [issue] }: z.ZodError): string {
	return `${issue?.path.join(".") || "the answer as a whole"}, ${issue?.message}`;
}
