/** Returns the delay before a retry. `failures` does not count the current failure. */
export function computeRetryDelayMs(failures: number): number {
	return Math.min(1_000 * 2 ** failures, 30_000);
}
