import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** Seconds, and the peak of memory in megabytes of all processes together (as if all had it at the same moment). */
export type BuildCost = { pull: number; bundle: number; render: number; whole: number; memory: number };

const program = fileURLToPath(new URL("buildOnce.ts", import.meta.url));
const recorder = pathToFileURL(fileURLToPath(new URL("recordMemory.ts", import.meta.url))).href;

/** Builds a site once, in a process of its own. `bundle` is 0 when the code had been bundled before. */
export async function timeBuild(root: string, cache: string, variables: Record<string, string>): Promise<BuildCost> {
	const folder = await mkdtemp(join(tmpdir(), "bench-memory-"));
	try {
		const env = { ...process.env, ...variables, BENCH_MEMORY: folder, NODE_OPTIONS: `--import ${recorder}` };
		const { stdout } = await promisify(execFile)(process.execPath, [program, root, cache], { env });
		const peaks = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")));
		const marks = JSON.parse(stdout) as Record<"Pictures" | "Render" | "done", number> & { Bundle?: number };
		const { Pictures: pull, Bundle: bundle = 0, Render: render, done } = marks;
		return {
			pull: pull / 1000,
			bundle: bundle / 1000,
			render: (render - Math.max(pull, bundle)) / 1000,
			whole: done / 1000,
			memory: Math.round(peaks.reduce((total, peak) => total + Number(peak) * 1024, 0) / 1_000_000),
		};
	} finally {
		await rm(folder, { recursive: true });
	}
}
