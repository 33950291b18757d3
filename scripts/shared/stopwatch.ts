/** Starts a stopwatch. Each call of what it gives tells the time since then, for people: `0.42 s`. */
export function stopwatch(): () => string {
	const start = performance.now();
	return () => `${((performance.now() - start) / 1000).toFixed(2)} s`;
}
