/**
 * Error that stops a build. `faults` contains all faults that were found. Each fault is a sentence that tells an editor
 * or administrator what to do.
 */
export class FaultsError extends Error {
	readonly faults: string[];

	constructor(faults: Iterable<string>) {
		const unique = [...new Set(faults)];
		super(unique.join("\n"));
		this.name = "FaultsError";
		this.faults = unique;
	}
}

/** Returns the faults of a `FaultsError`, or the message of any other error. */
export function listFaults(error: unknown): string[] {
	if (error instanceof FaultsError) return error.faults;
	return [error instanceof Error ? error.message : String(error)];
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
