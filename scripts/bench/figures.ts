/** Options that determine how much the benchmarks measure. */
export type Extent = {
	/** Paths of the pages whose paints are measured and that Lighthouse audits. If undefined, a benchmark chooses them. */
	pages: string[] | undefined;
	/** Number of repetitions of each measurement. */
	runs: number;
};

/**
 * Returns the median of values.
 * @throws Error when there are no values
 */
export function medianOf(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const [low, high] = [
		sorted[Math.floor((sorted.length - 1) / 2)],
		sorted[Math.ceil((sorted.length - 1) / 2)],
	];
	if (low === undefined || high === undefined)
		throw new Error("A median needs at least one value.");
	return (low + high) / 2;
}

/** Formats values as `median (minimum–maximum)`, such as `0.65 (0.64–0.71)`. */
export function formatSpread(values: number[], digits = 0): string {
	const numbers = [medianOf(values), Math.min(...values), Math.max(...values)];
	const [middle, least, most] = numbers.map((value) => value.toFixed(digits));
	return `${middle} (${least}–${most})`;
}

/** Formats bytes as kilobytes (1,000 bytes) with one decimal place. */
export const formatKilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
