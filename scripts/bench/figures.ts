/** Result of one of the benchmarks in measureSite.ts. */
export type Measured = {
	/** All measured values, for `.cache/bench.json`. */
	figures: unknown;
	/** Measured values as text, with tables in Markdown. */
	report: string;
	/** Failures that do not depend on the load of the machine. With a failure, `npm run bench` exits with an error. */
	faults?: string[];
};

/** Options that determine how much the benchmarks measure. */
export type Extent = {
	/** Paths of the pages whose first and largest paints are measured. */
	pages: string[];
	/** Paths of the pages that Lighthouse audits. */
	auditedPages: string[];
	/** Number of repetitions of each measurement. */
	runs: number;
	/** Folder of photographs that replace the demo's pictures. If undefined, the demo's pictures are used. */
	photos?: string | undefined;
	/** Device pixel ratio of the emulated phone. */
	dpr: number;
	/** Built sites to compare with this site, as `name=folder`. */
	compare: string[];
};

/**
 * Returns the median of values.
 * @throws Error when there are no values
 */
export function medianOf(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
	if (low === undefined || high === undefined) throw new Error("A median needs at least one value.");
	return (low + high) / 2;
}

/** Formats values as `median (minimum–maximum)`, such as `0.65 (0.64–0.71)`. */
export function formatSpread(values: number[], digits = 0): string {
	const numbers = [medianOf(values), Math.min(...values), Math.max(...values)];
	const [middle, least, most] = numbers.map((value) => value.toFixed(digits));
	return least === most ? String(middle) : `${middle} (${least}–${most})`;
}

/** Formats a difference as a whole number with its sign, such as `+80`. */
export const formatDifference = new Intl.NumberFormat("en-GB", { signDisplay: "always", maximumFractionDigits: 0 })
	.format;

/** Formats bytes as kilobytes (1,000 bytes) with one decimal place. */
export const formatKilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** Formats rows as a Markdown table with aligned columns. The keys of the first row are the columns. */
export function formatTable(rows: Record<string, string | number | undefined>[]): string {
	const columns = Object.keys(rows[0] ?? {});
	const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
	const widths = columns.map((_, index) => Math.max(...lines.map((cells) => cells[index]?.length ?? 0)));
	const rule = widths.map((width, index) => (index === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
	const pad = (cell: string, index: number) =>
		index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0);
	const [head = [], ...body] = lines;
	return [head, rule, ...body].map((cells) => `| ${cells.map(pad).join(" | ")} |`).join("\n");
}
