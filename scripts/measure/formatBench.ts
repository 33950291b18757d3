import { freemem } from "node:os";
import { type Audit, categories } from "./audit.ts";
import type { BenchResult } from "./bench.ts";
import { formatSpread, formatTable, formatKilobytes as kb, medianOf } from "./figures.ts";
import type { Growth } from "./growth.ts";
import type { BuildCost } from "./timeBuild.ts";
import type { Latencies, Weight } from "./visitPages.ts";

/** The figures of a bench as text with tables in Markdown. */
export function formatBench(result: BenchResult): string {
	const { weights, audits, latencies, builds, publications, growth, soak } = result;
	const parts = [
		formatMachine(result.machine),
		"## Bytes on a phone of 412 points, in KB of 1,000; HTML and CSS: raw → brotli",
		formatWeights(weights),
		"## On simulated slow 4G with a processor four times slower",
		formatAudits(audits),
		"## From a touch to its paint there, in ms",
		formatTable([
			{
				menu: spread(latencies, "menu"),
				language: spread(latencies, "toggle"),
				"until the page is in it": spread(latencies, "toggleUntilSwapped"),
				carousel: spread(latencies, "carousel"),
				section: spread(latencies, "section"),
			},
		]),
		"## Building, in seconds",
		formatTable(Object.entries(builds).map(([name, costs]) => ({ build: name, ...buildRow(costs) }))),
		`From webhook to live, with services that take 50 ms a request: ${formatSpread(publications)} ms`,
	];
	if (growth.length > 0) {
		parts.push("## As content grows (builds with pictures already encoded)", formatTable(growth.map(growthRow)));
	}
	if (soak) parts.push("## Requests and rebuilds without end", soak.report);
	return parts.join("\n\n");
}

function formatMachine({ processors, model, memory, load, node }: BenchResult["machine"]): string {
	const [total, free] = [(memory / 1000).toFixed(0), (freemem() / 1e9).toFixed(0)];
	return `${processors} × ${model}, ${total} GB (${free} free), Node ${node}, load ${load[0]?.toFixed(1)}. Medians (least–most).`;
}

function formatWeights(weights: Record<string, Weight>): string {
	const rows = Object.entries(weights).map(([path, { html, css, atFirst, inTheEnd, requests, requestsToPaint }]) => ({
		page: path,
		HTML: `${kb(html.raw)} → ${kb(html.brotli)}`,
		"CSS in it": `${kb(css.raw)} → ${kb(css.brotli)}`,
		script: kb(atFirst.script),
		fonts: kb(atFirst.font),
		pictures: kb(atFirst.image),
		"all at first": kb(atFirst.everything),
		"script in the end": kb(inTheEnd.script),
		"pictures in the end": kb(inTheEnd.image),
		"requests to paint": requestsToPaint,
		"requests at first": requests,
	}));
	return formatTable(rows);
}

/** The last row has the median of all pages. */
function formatAudits(audits: Record<string, Audit[]>): string {
	const row = (page: string, show: (name: keyof Audit["metrics"], digits: number, per?: number) => string) => ({
		page,
		"FCP s": show("fcp", 2, 1000),
		"LCP s": show("lcp", 2, 1000),
		"Speed Index s": show("speedIndex", 2, 1000),
		"blocking ms": show("blocking", 0),
		"layout shift": show("shift", 3),
	});
	const all = (runs: Audit[], name: keyof Audit["metrics"], per = 1) => runs.map(({ metrics }) => metrics[name] / per);
	const rows = Object.entries(audits).map(([path, runs]) => ({
		...row(path, (name, digits, per) => formatSpread(all(runs, name, per), digits)),
		"Lighthouse: performance, accessibility, practices, search": categories
			.map((name) => medianOf(runs.map(({ scores }) => scores[name] ?? 0)))
			.join(" "),
	}));
	const middle = row("their median", (name, digits, per) =>
		medianOf(Object.values(audits).map((runs) => medianOf(all(runs, name, per)))).toFixed(digits),
	);
	return formatTable([...rows, middle]);
}

function growthRow({ name, builds, documents }: Growth): Record<string, string> {
	const [heaviest = "", size] = Object.entries(documents).sort(([, a], [, b]) => b.brotli - a.brotli)[0] ?? [];
	return {
		content: name,
		...buildRow(builds),
		"home KB": `${kb(documents["index.html"]?.raw ?? 0)} → ${kb(documents["index.html"]?.brotli ?? 0)}`,
		"heaviest page KB": `${heaviest} ${kb(size?.raw ?? 0)} → ${kb(size?.brotli ?? 0)}`,
	};
}

function buildRow(costs: BuildCost[]): Record<string, string> {
	const of = (name: keyof BuildCost, digits = 2) =>
		formatSpread(
			costs.map((cost) => cost[name]),
			digits,
		);
	return {
		pull: of("pull"),
		bundle: of("bundle"),
		render: of("render"),
		whole: of("whole"),
		"peak memory MB": of("memory", 0),
	};
}

function spread(latencies: Latencies[], name: keyof Latencies): string {
	return formatSpread(latencies.map((run) => run[name]));
}
