import http from "node:http";
import https from "node:https";
import type { z } from "zod";
import { FaultsError } from "../shared/faults.ts";
import type { FetchOptions } from "./limits.ts";
import { type Judgement, retry, type UnansweredError } from "./retry.ts";

/** An agent for one pull, since a request that was given up may go on, and would keep the process alive. */
export function agentFor(url: string): http.Agent {
	return new (new URL(url).protocol === "http:" ? http : https).Agent({ keepAlive: true });
}

/** What is asked of a service, in words for people, and the variable that names the service's address. */
type Question = { service: string; what: string; variable: string };

/**
 * Asks a service until it answers, and checks the answer.
 * @throws FaultsError when it does not, or when the answer is not what the API documents
 */
export async function askService<Schema extends z.ZodType>(
	question: Question & { schema: Schema; request: () => Promise<unknown>; judge: (error: unknown) => Judgement },
	{ limits, signal, log, keep }: FetchOptions,
): Promise<z.infer<Schema>> {
	const { service, what, schema, request, judge } = question;
	const answer = await retry(request, {
		limits,
		timeout: limits.request,
		signal,
		judge,
		log: (line) => log(`${service}: ${line}`),
	}).catch((error: UnansweredError) => {
		throw new FaultsError([`${service} does not give the ${what}: ${error.message}.`]);
	});
	keep?.(what, answer);
	const parsed = schema.safeParse(answer);
	if (parsed.success) return parsed.data;
	throw unexpectedAnswer(question, describeIssue(parsed.error));
}

/** Where an answer is first other than its schema, and how. */
export function describeIssue({ issues: [issue] }: z.ZodError): string {
	return `${issue?.path.join(".") || "the answer as a whole"}, ${issue?.message}`;
}

/** The fault of an answer that is not what the API documents. */
export function unexpectedAnswer({ service, what, variable }: Question, found: string): FaultsError {
	return new FaultsError([
		`${service} answers something else than the API documents for the ${what}: ${found}. Check ${variable}.`,
	]);
}
