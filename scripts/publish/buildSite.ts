import { cp, mkdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../site/environment.server.ts";
import { linkFolder } from "../pull/media/linkFiles.ts";
import { pull } from "../pull/pull.ts";
import { formatReport, refuseSevere } from "../pull/report.ts";
import { withServices } from "../pull/withServices.ts";
import { buildInfoFile } from "../render/buildInfo.ts";
import { hashCode } from "../render/hashCode.ts";
import { readLiveInfo } from "../shared/liveInfo.js";
import { makeVersion, type VersionOptions } from "./makeVersion.ts";
import { staged } from "./staged.ts";

type BuildOptions = Pick<VersionOptions, "log" | "strict" | "limits"> & {
	/** The folder of what is kept from one build to the next; `.cache` in `root` unless a test says otherwise. */
	cache?: string;
	/** Where `dist/` and `content/generated/` lie; this project unless a test says otherwise. */
	root?: string;
};

/**
 * Pulls the content alone and puts it in the place of the last.
 * @throws FaultsError; the last content is then as it was
 */
export async function pullContent(environment: Environment, options: BuildOptions): Promise<void> {
	const { log, root = process.cwd(), cache = join(root, ".cache") } = options;
	for (const warning of environment.warnings) log(warning);
	await staged(root, async (stage) => {
		const { report } = await withServices(environment, (reachable) =>
			pull(reachable, join(stage, "content/generated"), { ...options, cache }),
		);
		log(formatReport(report));
		if (options.strict) refuseSevere(report);
	});
}

/**
 * Builds the site into `dist/`, from a new pull. Everything is made beside what is there and put in place at the end.
 * @throws FaultsError with all faults at once; the last site and content are then as they were
 */
export async function buildSite(environment: Environment, options: BuildOptions): Promise<void> {
	const { log, root = process.cwd(), cache = join(root, ".cache"), strict, limits } = options;
	for (const warning of environment.warnings) log(warning);
	const code = await hashCode(process.cwd());
	const before = await readLast(join(root, "dist/client"), environment);
	await staged(root, async (stage) => {
		const version = join(stage, "version");
		await withServices(environment, (reachable) =>
			makeVersion(reachable, version, { log, cache, code, strict, limits }, undefined, before),
		);
		// `npm run dev` shows the content of the last build or pull.
		await linkFolder(join(version, "client/media"), join(version, "content/media"));
		for (const folder of ["dist", "content"]) await mkdir(join(stage, folder));
		await rename(join(version, "client"), join(stage, "dist/client"));
		await rename(join(version, "content"), join(stage, "content/generated"));
		// The renderer that made the pages, for tests to try it with other content.
		await cp(join(cache, "bundles", code, "server"), join(stage, "dist/server"), { recursive: true });
	});
}

/**
 * What is said of the version that is live: by the site itself where a host builds in an empty folder, else by the last build.
 * Undefined when nobody can say; then nothing is lost but the times of what has vanished since.
 */
async function readLast(folder: string, { site, commit }: Environment): Promise<string | undefined> {
	if (!site.indexable) return undefined;
	if (commit) return readLiveInfo(site.url, () => {});
	return readFile(join(folder, buildInfoFile), "utf8").catch(() => undefined);
}
