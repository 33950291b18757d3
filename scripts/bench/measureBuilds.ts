import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { listEntries } from "../../content/model.ts";
import type { ContentfulLink, ExportItem, SpaceExport } from "../../demo/contentfulService.ts";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { type Extent, formatSpread, formatTable, type Measured, medianOf } from "./figures.ts";
import { withFolder } from "./withRealSite.ts";

/**
 * Durations of a build's steps in seconds. `bundle` is 0 when the bundle was cached. `memory`: peak memory in megabytes.
 */
type BuildCost = { pull: number; bundle: number; render: number; whole: number; memory: number };

/** Maximum allowed memory of a build, in megabytes. */
const maxMemory = 1000;

const program = fileURLToPath(new URL("buildOnce.ts", import.meta.url));
const recorder = new URL("recordMemory.ts", import.meta.url).href;

/**
 * Measures builds with empty caches and with unchanged content. With `isFull`, also measures builds with a hundred
 * times as many entries as the demo has.
 */
export async function measureBuilds({ isFull, runs }: Extent): Promise<Measured> {
	return withFolder(async (root) => {
		const space = await readDemoSpace();
		const figures: Record<string, BuildCost[]> = { "empty caches": await timeBuilds(root, space, 1) };
		figures["nothing new"] = await timeBuilds(root, space, runs);
		if (isFull) {
			const large = multiplyEntries(space, 100);
			// Fills the caches with all pictures. The duration of this build is not reported.
			await timeBuilds(root, large, 1);
			figures["100 × the entries, nothing new"] = await timeBuilds(root, large, runs);
		}
		return { figures, report: formatBuilds(figures), faults: listFaults(figures) };
	});
}

/** Returns the space with `times` copies of each entry whose type is in `listEntries`. */
function multiplyEntries(space: SpaceExport, times: number): SpaceExport {
	const isEntryLink = (value: ContentfulLink) => value.sys?.linkType === "Entry";
	const isListed = ({ sys }: ExportItem) => (sys.contentType?.sys.id ?? "") in listEntries;
	const suffixes = Array.from({ length: times }, (_, index) => (index === 0 ? "" : `-${index + 1}`));
	const copy = <Named extends { sys: { id: string } }>(named: Named): Named[] =>
		suffixes.map((suffix) => ({ ...named, sys: { ...named.sys, id: named.sys.id + suffix } }));
	// Extends lists of links with links to the copied entries, because pages show only linked entries.
	const copyLinks = (_key: string, value: unknown) => {
		const isListOfLinks = Array.isArray(value) && value.every(isEntryLink);
		return isListOfLinks ? value.flatMap(copy) : value;
	};
	const entries: ExportItem[] = JSON.parse(JSON.stringify(space.entries), copyLinks);
	return { ...space, entries: entries.flatMap((entry) => (isListed(entry) ? copy(entry) : [entry])) };
}

const valuesOf = (costs: BuildCost[], name: keyof BuildCost) => costs.map((cost) => cost[name]);

function listFaults(figures: Record<string, BuildCost[]>): string[] {
	return Object.entries(figures).flatMap(([name, costs]) => {
		const memory = medianOf(valuesOf(costs, "memory"));
		return memory > maxMemory ? [`${name}: a build takes ${memory} MB, and at most ${maxMemory} are allowed.`] : [];
	});
}

function formatBuilds(figures: Record<string, BuildCost[]>): string {
	const rows = Object.entries(figures).map(([build, costs]) => {
		const spread = (name: keyof BuildCost, digits: number) => formatSpread(valuesOf(costs, name), digits);
		const seconds = (["pull", "bundle", "render", "whole"] as const).map((name) => [name, spread(name, 2)]);
		return { build, ...Object.fromEntries(seconds), "peak memory MB": spread("memory", 0) };
	});
	return formatTable(rows);
}

/** Builds the demo `runs` times, each time in a new process. All builds share the caches in `root`. */
async function timeBuilds(root: string, space: SpaceExport, runs: number): Promise<BuildCost[]> {
	const demo = await startDemo({ space });
	const costs: BuildCost[] = [];
	try {
		const variables = { ...demo.environment, SITE_URL: "https://bench.example" };
		while (costs.length < runs) costs.push(await timeBuild(root, variables));
	} finally {
		await demo.close();
	}
	return costs;
}

async function timeBuild(root: string, variables: Record<string, string>): Promise<BuildCost> {
	const memoryFolder = await mkdtemp(join(root, "memory-"));
	// Keeps the value that `isolateProcess` in scripts/bench.ts has set, and adds the memory recorder.
	const NODE_OPTIONS = `${process.env.NODE_OPTIONS} --import=${recorder}`;
	const env = { ...process.env, ...variables, BENCH_MEMORY: memoryFolder, NODE_OPTIONS };
	const { stdout } = await promisify(execFile)(process.execPath, ["scripts/setUp.js", program, root], { env });
	const names = await readdir(memoryFolder);
	const peaks = await Promise.all(names.map((name) => readFile(join(memoryFolder, name), "utf8")));
	const kibibytes = peaks.reduce((total, peak) => total + Number(peak), 0);
	const memory = Math.round((kibibytes * 1024) / 1e6);
	// Output of buildOnce.ts: the end time of each build step, in seconds since the build began.
	const marks = JSON.parse(stdout) as Record<"Pictures" | "Render" | "done", number> & { Bundle?: number };
	const { Pictures: pull, Bundle: bundle = 0, Render: render, done: whole } = marks;
	return { pull, bundle, render: render - Math.max(pull, bundle), whole, memory };
}
