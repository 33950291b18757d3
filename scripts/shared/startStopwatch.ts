/** Starts a stopwatch. Returns a function that returns the time since the start, such as `0.42 s`. */
export function startStopwatch(): () => string {
	const start = performance.now();
	return () => `${((performance.now() - start) / 1000).toFixed(2)} s`;
}
