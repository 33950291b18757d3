import http from "node:http";
import https from "node:https";
import type { z } from "zod";
import { FaultsError } from "../shared/faults.ts";

/** An agent for one pull, since a request that was given up may go on, and would keep the process alive. */
export function agentFor(url: string): http.Agent {
	return new (new URL(url).protocol === "http:" ? http : https).Agent({ keepAlive: true });
}

/** Where an answer is first other than its schema, and how. */
export function describeIssue({ issues: [issue] }: z.ZodError): string {
	return `${issue?.path.join(".") || "the answer as a whole"}, ${issue?.message}`;
}

/** The fault of an answer that is not what the API documents. */
export function unexpectedAnswer(service: string, what: string, found: string, variable: string): FaultsError {
	return new FaultsError([
		`${service} answers something else than the API documents for the ${what}: ${found}. Check ${variable}.`,
	]);
}
