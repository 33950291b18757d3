import { readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { brotliCompressSync } from "node:zlib";
import { FaultsError } from "../shared/faults.ts";

/** Row of a table of figures. Its texts name it, and its numbers are the figures. */
export type Row = Record<string, number | string>;

/** Figures of a part of the bench. */
export type Result = {
	/** Lowest figures that this machine allows, measured beside the others. */
	floor: Record<string, number>;
	rows: Row[];
};

/** Function that measures a part of the bench. */
export type Measure = () => Promise<Result> | Promise<void>;

/** Results of a run by part, with the name of the part. */
export type Results = Record<string, Result>;

/** Largest difference of two floors whose figures can be compared, as a share. */
const floorTolerance = 0.1;

/** Name of the floor that all parts have: the time that the machine needs for a fixed computation. */
const machineFloor = "fixed computation ms";

export function medianOf(values: number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Runs a part of the bench, and prints its figures with their floor and with the load of the machine.
 * @param measure returns the figures, or prints them itself
 */
export async function report(part: string, measure: Measure): Promise<Result> {
	const before = describeLoad();
	const { floor, rows } = (await measure()) ?? { floor: {}, rows: [] };
	const result = { floor: { ...floor, [machineFloor]: measureMachine() }, rows };
	if (rows.length > 0) console.table(rows);
	const floors = Object.entries(result.floor).map(([name, value]) => `${name} ${value}`);
	console.log(
		`${part}: floor: ${floors.join(", ")}; load: ${before} before, ${describeLoad()} after`,
	);
	return result;
}

/** Returns the machine's load of the last minute: processes that run or wait for a processor. */
const describeLoad = (): string => (loadavg()[0] ?? 0).toFixed(1);

/** Measures how long the machine needs for a fixed computation, in milliseconds. */
function measureMachine(): number {
	const text = Array.from({ length: 30_000 }, (_, index) => Math.sin(index + 1)).join(" ");
	const times = Array.from({ length: 5 }, () => {
		const start = performance.now();
		brotliCompressSync(text.slice(0, 100_000));
		return performance.now() - start;
	});
	return Math.round(medianOf(times));
}

export async function saveResults(file: string, results: Results): Promise<void> {
	await writeFile(file, `${JSON.stringify(results, undefined, "\t")}\n`);
}

/** Prints how the figures of each part differ from those in a file of `saveResults`. */
export async function compareWithFile(file: string, results: Results): Promise<void> {
	const earlier: Results = JSON.parse(await readFile(file, "utf8"));
	for (const [part, result] of Object.entries(results)) {
		const before = earlier[part];
		if (before) console.table(compareResults(before, result));
	}
}

/**
 * Subtracts the figures of an earlier result. Leaves out rows that only one of them has.
 * @throws FaultsError when the floors differ, because then the machines or their loads do
 */
export function compareResults(earlier: Result, later: Result): Row[] {
	const names = new Set([...Object.keys(earlier.floor), ...Object.keys(later.floor)]);
	const differing = [...names].filter((name) => {
		const [before = 0, after = 0] = [earlier.floor[name], later.floor[name]];
		return Math.abs(after - before) > floorTolerance * Math.max(before, after);
	});
	if (differing.length > 0) {
		const faults = differing.map(
			(name) =>
				`The runs cannot be compared: the floor “${name}” was ${earlier.floor[name]}, and is ${later.floor[name]}. ` +
				"Measure both on an idle machine, one after the other.",
		);
		throw new FaultsError(faults);
	}
	const rowsByName = new Map(earlier.rows.map((row) => [nameOf(row), row]));
	return later.rows.flatMap((row) => {
		const before = rowsByName.get(nameOf(row));
		return before ? [subtract(row, before)] : [];
	});
}

/** Joins the texts of a row, which name it. */
function nameOf(row: Row): string {
	const texts = Object.values(row).filter((value) => typeof value === "string");
	return texts.join(" | ");
}

function subtract(row: Row, before: Row): Row {
	const entries = Object.entries(row).map(([column, value]) => {
		const previous = before[column];
		if (typeof value === "string" || typeof previous !== "number") return [column, value];
		return [column, Math.round((value - previous) * 1000) / 1000];
	});
	return Object.fromEntries(entries);
}
