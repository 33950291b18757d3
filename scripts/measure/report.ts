import { readFile } from "node:fs/promises";
import { barX, barY, plot } from "@observablehq/plot";
import { JSDOM } from "jsdom";
import { medianOf } from "./figures.ts";
import type { FilmFigures } from "./film.ts";
import type { Weight } from "./weights.ts";

/** What the page is drawn from: the figures of the parts that were measured. */
export type ReportFigures = {
	films?: FilmFigures;
	weights?: Record<string, Weight>;
	growth?: Record<string, { whole: number }[]>;
};

/** Draws the figures of the bench as one page that needs nothing else, no script either. */
export async function drawReport({ films = {}, weights, growth }: ReportFigures): Promise<string> {
	const { document } = new JSDOM("").window;
	const sections: string[] = [];
	for (const [path, { file, firstPaint, largestPaint }] of Object.entries(films)) {
		const picture = (await readFile(file)).toString("base64");
		const title = `First load of ${path}: first paint ${seconds(firstPaint)} (green), largest ${seconds(largestPaint)} (red)`;
		sections.push(`<h2>${title}</h2><img alt="" src="data:image/webp;base64,${picture}">`);
	}
	if (weights) {
		const kinds = { document: "brotli", script: "script", font: "font", picture: "image" } as const;
		const bars = Object.entries(weights).flatMap(([page, weight]) =>
			Object.entries(kinds).map(([kind, name]) => ({ page, kind, KB: weight[name] / 1000 })),
		);
		const y = { label: null, domain: Object.keys(weights) };
		const color = { legend: true, domain: Object.keys(kinds) };
		const marks = [barX(bars, { x: "KB", y: "page", fill: "kind" })];
		const chart = plot({ document, marks, y, color, marginLeft: 150, width: 900, grid: true });
		sections.push(`<h2>Bytes before scrolling, on a phone</h2>${chart.outerHTML}`);
	}
	if (growth) {
		const bars = Object.entries(growth).map(([content, runs]) => ({
			content,
			seconds: medianOf(runs.map(({ whole }) => whole)),
		}));
		const x = { label: null, domain: Object.keys(growth) };
		const chart = plot({ document, marks: [barY(bars, { x: "content", y: "seconds" })], x, width: 900, grid: true });
		sections.push(`<h2>A build, as content grows</h2>${chart.outerHTML}`);
	}
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title><style>body{font:1rem system-ui;margin:2rem;background:#fbf8f2}img{max-width:100%}</style><h1>Bench</h1>${sections.join("")}</html>\n`;
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
