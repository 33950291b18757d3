/** What stops a build: every fault that was found, each a sentence that a non-developer can act on. */
export class FaultsError extends Error {
	readonly faults: string[];

	constructor(faults: Iterable<string>) {
		const unique = [...new Set(faults)];
		super(unique.join("\n"));
		this.name = "FaultsError";
		this.faults = unique;
	}
}

/** The faults that an error stands for: its own sentences, or one made of its message. */
export function faultsOf(error: unknown): string[] {
	if (error instanceof FaultsError) return error.faults;
	return [error instanceof Error ? error.message : String(error)];
}

/**
 * Waits for all and gives their results.
 * @throws FaultsError with the faults of every one that failed, so that they are seen at once
 */
export async function settleAll<Promises extends Promise<unknown>[] | []>(promises: Promises) {
	const results = await Promise.allSettled<unknown>(promises);
	const failed = results.filter((result) => result.status === "rejected");
	if (failed.length > 0) throw new FaultsError(failed.flatMap((result) => faultsOf(result.reason)));
	return Promise.all(promises);
}
