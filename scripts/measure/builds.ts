import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { SpaceExport } from "../../demo/contentfulService.ts";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { type Extent, formatSpread, formatTable, type Measured, medianOf } from "./figures.ts";
import { addPictures, multiplyEntries } from "./otherDemos.ts";
import { withFolder } from "./realSite.ts";

/** Seconds, and the peak of memory in megabytes of all processes together (as if all had it at the same moment). */
type BuildCost = { pull: number; bundle: number; render: number; whole: number; memory: number };

/** The most memory that a build may take, in megabytes. */
const mostMemory = 1000;

const program = fileURLToPath(new URL("buildOnce.ts", import.meta.url));
const recorder = new URL("recordMemory.ts", import.meta.url).href;

/** Cold: with nothing kept from earlier builds. Warm: when nothing has changed. */
export async function measureBuilds({ runs }: Extent): Promise<Measured> {
	return withFolder(async (root) => {
		const space = await readDemoSpace();
		const cold = await timeBuilds(root, space, 1);
		const figures = { cold, warm: await timeBuilds(root, space, runs) };
		return { figures, report: formatBuilds(figures), faults: listFaults(figures) };
	});
}

/** Builds with more and more content. Nothing is bundled or encoded anew while it is measured. */
export function measureGrowth({ runs }: Extent): Promise<Measured> {
	return withFolder(async (root) => {
		const space = await readDemoSpace();
		// A cache of its own: what is drawn here would only take room in that of the project.
		for (const name of [".cache/bundles", ".cache/media"]) {
			if (existsSync(name)) await cp(name, join(root, name), { recursive: true });
		}
		const pictures = join(root, "pictures");
		await cp("demo/pictures", pictures, { recursive: true });
		const figures: Record<string, BuildCost[]> = {};
		const measure = async (name: string, content: SpaceExport) => {
			await timeBuilds(root, content, 1, pictures);
			figures[name] = await timeBuilds(root, content, runs, pictures);
		};
		for (const times of [1, 10, 100]) await measure(`×${times} entries`, multiplyEntries(space, times));
		for (const count of [60, 600]) await measure(`${count} pictures`, await addPictures(space, count, pictures));
		return { figures, report: formatBuilds(figures), faults: [...listFaults(figures), ...listGrowthFaults(figures)] };
	});
}

const valuesOf = (costs: BuildCost[], name: keyof BuildCost) => costs.map((cost) => cost[name]);

function listFaults(figures: Record<string, BuildCost[]>): string[] {
	return Object.entries(figures).flatMap(([name, costs]) => {
		const memory = medianOf(valuesOf(costs, "memory"));
		return memory > mostMemory ? [`${name}: a build takes ${memory} MB, at most ${mostMemory} are allowed.`] : [];
	});
}

/** Each content is at most ten times the one before. */
function listGrowthFaults(figures: Record<string, BuildCost[]>): string[] {
	const grown = Object.entries(figures).map(([name, costs]) => ({ name, whole: medianOf(valuesOf(costs, "whole")) }));
	return grown.flatMap(({ name, whole }, index) => {
		const smaller = grown[index - 1];
		if (!smaller || whole <= 10 * smaller.whole) return [];
		return [`${name}: a build takes ${whole.toFixed(1)} s, more than ten times that of ${smaller.name}.`];
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

/** Builds the demo as an indexable site into a folder that keeps its cache, each time in a process of its own. */
async function timeBuilds(root: string, space: SpaceExport, runs: number, pictures?: string): Promise<BuildCost[]> {
	const demo = await startDemo({ space, ...(pictures && { pictures }) });
	const costs: BuildCost[] = [];
	try {
		const variables = { ...demo.environment, SITE_URL: "https://bench.example" };
		while (costs.length < runs) costs.push(await timeBuild(root, variables));
	} finally {
		await demo.close();
	}
	return costs;
}

/** `bundle` is 0 when the code had been bundled before. */
async function timeBuild(root: string, variables: Record<string, string>): Promise<BuildCost> {
	const memory = await mkdtemp(join(root, "memory-"));
	const NODE_OPTIONS = `${process.env.NODE_OPTIONS} --import=${recorder}`;
	const env = { ...process.env, ...variables, BENCH_MEMORY: memory, NODE_OPTIONS };
	const { stdout } = await promisify(execFile)(process.execPath, ["scripts/setUp.js", program, root], { env });
	const peaks = await Promise.all((await readdir(memory)).map((name) => readFile(join(memory, name), "utf8")));
	const marks = JSON.parse(stdout) as Record<"Pictures" | "Render" | "done", number> & { Bundle?: number };
	const { Pictures: pull, Bundle: bundle = 0, Render: render, done: whole } = marks;
	const kilobytes = peaks.reduce((total, peak) => total + Number(peak), 0);
	return { pull, bundle, render: render - Math.max(pull, bundle), whole, memory: Math.round((kilobytes * 1024) / 1e6) };
}
