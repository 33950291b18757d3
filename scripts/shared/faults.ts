import { type Finding, formatFindings } from "../../content/formatFinding.ts";
import type { Locale } from "../../content/locales.ts";

/** A finding, or a sentence that tells an administrator what to do. */
export type Fault = Finding | string;

/** Error that stops a build. `faults` contains all faults that were found. */
export class FaultsError extends Error {
	readonly faults: Fault[];

	constructor(faults: Iterable<Fault>) {
		const unique = [...new Set(faults)];
		super(formatFaults(unique, "en-US").join("\n"));
		this.name = "FaultsError";
		this.faults = unique;
	}
}

/** Returns the faults of a `FaultsError`, or the message of any other error. */
export function listFaults(error: unknown): Fault[] {
	if (error instanceof FaultsError) return error.faults;
	return [error instanceof Error ? error.message : String(error)];
}

/** Writes each fault as a text, which can have several lines. Administrators read English. */
export function formatFaults(faults: Fault[], locale: Locale): string[] {
	return faults.map((fault) => {
		if (typeof fault !== "string") return formatFindings([fault], locale).join("\n").trim();
		return locale === "ru"
			? `Сообщение для\u00a0администратора (на\u00a0английском): ${fault}`
			: fault;
	});
}

/**
 * Waits for all promises, even after one has been rejected, and returns their results.
 * @throws FaultsError with the faults of all rejected promises
 */
export async function settleAll<Promises extends Promise<unknown>[] | []>(promises: Promises) {
	const results = await Promise.allSettled<unknown>(promises);
	const failed = results.filter((result) => result.status === "rejected");
	if (failed.length > 0)
		throw new FaultsError(failed.flatMap((result) => listFaults(result.reason)));
	return Promise.all(promises);
}
