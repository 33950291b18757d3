/**
 * Returns the delay before a retry, in milliseconds: one second, doubled after each failure, at most 30 seconds.
 * @param failures number of failures before the current one
 */
export function computeRetryDelayMs(failures: number): number {
	return Math.min(1_000 * 2 ** failures, 30_000);
}
