/** What a part of the bench found. */
export type Measured = {
	figures: unknown;
	/** The figures as text, with tables in Markdown. */
	report: string;
	/** What is wrong and no busy machine's doing. */
	faults?: string[];
};

/** How much is measured: which pages Lighthouse reads, how often everything is done, and a folder of photographs for the pages. */
export type Extent = { pages: string[]; runs: number; publications: number; photos?: string | undefined };

/** The middle of some values. @throws Error when there are none */
export function medianOf(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
	if (low === undefined || high === undefined) throw new Error("There is no median of nothing.");
	return (low + high) / 2;
}

/** A median with the least and the most, since machines are noisy: `0.65 (0.64–0.71)`. */
export function formatSpread(values: number[], digits = 0): string {
	const [middle, least, most] = [medianOf(values), Math.min(...values), Math.max(...values)].map((value) =>
		value.toFixed(digits),
	);
	return least === most ? String(middle) : `${middle} (${least}–${most})`;
}

/** Bytes for people: `12.3` kilobytes of 1,000 bytes. */
export const formatKilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** Rows as a Markdown table that lines up in a terminal, too. Its columns are those of the first row. */
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
