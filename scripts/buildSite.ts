import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Environment } from "../content/environment.server.ts";
import { FaultsError, settleAll } from "./faults.ts";
import type { Limits } from "./limits.ts";
import { lockBuilds } from "./lockBuilds.ts";
import { formatManifest, manifestFile } from "./manifest.ts";
import { linkFolder } from "./media/linkFiles.ts";
import { pull } from "./pull.ts";
import { renderSite } from "./render.ts";
import { type Move, replaceFolders, restoreFolders } from "./replaceFolders.ts";
import { formatReport, refuseReport, type Strictness } from "./report.ts";
import { withSources } from "./sources.ts";
import { stopwatch } from "./stopwatch.ts";

export type BuildOptions = {
	/** Receives progress, a line at a time. */
	log: (line: string) => void;
	/** Which severe rows of the report stop the build; none unless said. */
	strictness?: Strictness;
	limits?: Limits;
	/** The folder of what was made of pictures by earlier builds; `.cache/media` in `root` unless a test says otherwise. */
	cache?: string;
	/** Where `dist/` and `content/generated/` lie; this project unless a test says otherwise. */
	root?: string;
};

/**
 * Pulls the content alone and puts it in the place of the last.
 * @throws FaultsError; the last content is then as it was
 */
export async function pullContent(environment: Environment, options: BuildOptions): Promise<void> {
	const { log, root = process.cwd(), cache = join(root, ".cache/media") } = options;
	for (const warning of environment.warnings) log(warning);
	await staged(root, async (stage) => {
		const { report } = await withSources(environment, (sources) =>
			pull(sources, join(stage, "generated"), { ...options, cache }),
		);
		log(formatReport(report));
		refuseReport(report, options.strictness ?? "none");
		return [{ from: join(stage, "generated"), to: join(root, "content/generated") }];
	});
}

/**
 * Builds the site into `dist/`, from a new pull. Everything is made beside what is there and put in place at the end.
 * @throws FaultsError with all faults at once; the last site and content are then as they were
 */
export async function buildSite(environment: Environment, options: BuildOptions): Promise<void> {
	const { log, root = process.cwd(), cache = join(root, ".cache/media") } = options;
	for (const warning of environment.warnings) log(warning);
	await staged(root, async (stage) => {
		const [dist, generated] = [join(stage, "dist"), join(stage, "generated")];
		const since = stopwatch();
		const [{ snapshots, report }] = await settleAll([
			withSources(environment, (sources) => pull(sources, generated, { ...options, cache })),
			bundle(dist).then(() => log(`Bundle: in ${since()}`)),
		]);
		log(formatReport(report));
		refuseReport(report, options.strictness ?? "none");
		const sinceRender = stopwatch();
		const documents = await renderSite(dist, snapshots, environment.site);
		for (const [name, document] of documents) {
			const file = join(dist, "client", name);
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, document);
		}
		await writeFile(join(dist, "client", manifestFile), formatManifest(snapshots));
		await linkFolder(join(generated, "media"), join(dist, "client/media"));
		log(`Render: ${documents.size} documents in ${sinceRender()}`);
		return [
			{ from: dist, to: join(root, "dist") },
			{ from: generated, to: join(root, "content/generated") },
		];
	});
}

/** Makes folders in a place of their own and puts them where they belong when all went well. */
async function staged(root: string, make: (stage: string) => Promise<Move[]>): Promise<void> {
	const unlock = await lockBuilds(join(root, ".cache"));
	// One name for all builds, since the bundle holds it and two builds must give the same bytes.
	const stage = join(root, ".cache/next");
	const replaced = join(stage, "replaced");
	try {
		await restoreFolders(replaced, [join(root, "dist"), join(root, "content/generated")]);
		await rm(stage, { recursive: true, force: true });
		await replaceFolders(await make(stage), replaced);
	} finally {
		await rm(stage, { recursive: true, force: true });
		await unlock();
	}
}

/** Bundles the code in a process of its own. */
async function bundle(folder: string): Promise<void> {
	const program = fileURLToPath(new URL("bundle.ts", import.meta.url));
	await promisify(execFile)(process.execPath, [program, folder]).catch(({ stdout, stderr }) => {
		throw new FaultsError([`The code cannot be bundled:\n${stdout}${stderr}`]);
	});
}
