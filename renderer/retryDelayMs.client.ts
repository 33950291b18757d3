/**
 * Returns how long to wait before a retry, in milliseconds: one second, doubled with each failure up to half a minute.
 * @param failures number of failures before the last one
 */
export function retryDelayMs(failures: number): number {
	return Math.min(1_000 * 2 ** failures, 30_000);
}
