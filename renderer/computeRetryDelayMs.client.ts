/** Returns the delay before a retry. `failures` is the number of failures in a row before the current one. */
export function computeRetryDelayMs(failures: number): number {
	return Math.min(1_000 * 2 ** failures, 30_000);
}
