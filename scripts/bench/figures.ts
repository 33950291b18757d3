/** Result of one part of the bench. */
export type Measured = {
	/** All figures, for `.cache/bench.json`. */
	figures: unknown;
	/** The figures as text, with tables in Markdown. */
	report: string;
	/** Failures that a busy machine cannot cause, so that they make the bench fail. */
	faults?: string[];
};

/** Options that determine how much the bench measures. */
export type Extent = {
	/** Whether contents a hundred times the demo's are measured, too. */
	isFull: boolean;
	/** Paths of the pages whose paints are measured. */
	pages: string[];
	/** Paths of the pages that Lighthouse audits. */
	auditedPages: string[];
	/** Repetitions of each measurement. */
	runs: number;
	/** Number of publications that are timed, from the webhook until they are live. */
	publications: number;
	/** Folder of photographs that take the place of the demo's pictures. */
	photos?: string | undefined;
	/** Device pixels in a CSS pixel, for the paints. */
	dpr: number;
	/** Folders whose paints are measured beside the site's, as `name=folder`. */
	compare: string[];
};

/** Returns the median of values. Throws when there are none. */
export function medianOf(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
	if (low === undefined || high === undefined) throw new Error("A median needs at least one value.");
	return (low + high) / 2;
}

/** Formats values as their median with the least and the most: `0.65 (0.64–0.71)`. */
export function formatSpread(values: number[], digits = 0): string {
	const numbers = [medianOf(values), Math.min(...values), Math.max(...values)];
	const [middle, least, most] = numbers.map((value) => value.toFixed(digits));
	return least === most ? String(middle) : `${middle} (${least}–${most})`;
}

/** Formats bytes as kilobytes of 1,000 bytes: `12.3`. */
export const formatKilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** Formats rows as a Markdown table with aligned columns, which are those of the first row. */
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
