import { aborted } from "node:util";
import type { z } from "zod";
import { createFaultsError, Problem } from "./problem.ts";

type ServiceRequest<Schema> = {
	/** Name and host of the service, such as `Stripe (api.stripe.com)`. */
	service: string;
	schema: Schema;
	/** Response of the service's own client, which retries by itself. */
	response: Promise<unknown>;
	/** Environment variable with the key. */
	variable: string;
	/** Problems that statuses of responses mean. Others with 401 or 403 mean that the service refuses the key. */
	problems: Record<number, Problem>;
	deadline: AbortSignal;
};

/**
 * Waits for a response until the deadline, and validates it. A client whose deadline has passed ends by itself, after
 * its last retry.
 * @throws FaultsError when there is no response, or the response does not match the schema
 */
export async function requestService<Schema extends z.ZodType>({
	service,
	schema,
	response,
	variable,
	problems,
	deadline,
}: ServiceRequest<Schema>): Promise<z.infer<Schema>> {
	const end = aborted(deadline, response).then(() => {
		throw new Error("ETIMEDOUT");
	});
	const received = await Promise.race([response, end]).catch((error: ClientError) => {
		// The message of Contentful's client is a JSON text with the status, the service's message and the request.
		const status = error.statusCode ?? Number(/"status": (\d+)/.exec(error.message)?.[1] ?? 0);
		const isRefusal = status === 401 || status === 403;
		const usual = isRefusal
			? new Problem("serviceRefuses", { service, status, variable })
			: new Problem("serviceUnavailable", { service, reason: describeError(error, status) });
		throw createFaultsError(problems[status] ?? usual);
	});
	const { data, error } = schema.safeParse(received);
	if (!error) return data;
	const [issue] = error.issues;
	const values = { service, property: issue?.path.join(".") || "/", reason: issue?.message ?? "" };
	throw createFaultsError(new Problem("answerUnknown", values));
}

/** Error of a client. Stripe's has a status, or in `detail` the error of the connection. */
type ClientError = {
	message: string;
	code?: string;
	cause?: { code?: string };
	statusCode?: number;
	detail?: ClientError;
};

/**
 * Returns the status of an error response, or the fault of a connection. The service's own words are added for 400 only
 * (Contentful's "Response size too big."), as those of other responses could name keys.
 */
function describeError(error: ClientError, status: number): string {
	if (status === 400) {
		const reason = /"message": "(?<text>.+)"/.exec(error.message)?.groups?.text;
		return `400: ${reason ?? error.message}`;
	}
	if (status > 0) return String(status);
	const { cause, code, message } = error.detail ?? error;
	return cause?.code ?? code ?? message;
}
