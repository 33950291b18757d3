import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../../environment/environment.server.ts";
import { linkFolder } from "../pull/media/linkFiles.ts";
import { pull } from "../pull/pull.ts";
import { formatReport, refuseSevere } from "../pull/report.ts";
import { withDemoServices } from "../pull/withDemoServices.ts";
import { buildInfoFile } from "../render/buildInfo.ts";
import { hashCode } from "../render/hashCode.ts";
import { rulesFile, writeNetlifyRules } from "../render/hostRules.ts";
import { emptyFolder } from "../shared/emptyFolder.ts";
import { fetchBuildInfo } from "../shared/fetchBuildInfo.js";
import { tryLock } from "../shared/tryLock.ts";
import { createVersion, type VersionOptions } from "./createVersion.ts";
import { recordContentSource, refuseDemoOverRealSite } from "./refuseDemoOverRealSite.ts";

type BuildOptions = Pick<VersionOptions, "log" | "strict" | "limits" | "recordDelivery"> & {
	/** Cache folder. The default is `.cache` in `root`. */
	cacheFolder?: string;
	/** Folder that contains `dist/` and `content/generated/`. The default is the working directory. */
	root?: string;
};

/** Fetches the content into `content/generated`, which stays unchanged after an error. */
export async function pullContent(environment: Environment, options: BuildOptions): Promise<void> {
	const { log, root = process.cwd(), cacheFolder = join(root, ".cache"), strict } = options;
	await replaceBuiltFolders(
		environment,
		options,
		async (environmentWithServices, stagingFolder) => {
			const contentFolder = join(stagingFolder, "content/generated");
			const { report } = await pull(environmentWithServices, contentFolder, {
				...options,
				cacheFolder,
			});
			log(formatReport(report));
			if (strict) refuseSevere(report);
		},
	);
}

/**
 * Fetches the content and builds the site into `dist/`, which stays unchanged after an error.
 * @throws FaultsError, or an Error when the demo site would replace a real site
 */
export async function buildSite(environment: Environment, options: BuildOptions): Promise<void> {
	const { log, root = process.cwd(), cacheFolder = join(root, ".cache") } = options;
	const versionOptions = { ...options, cacheFolder, codeHash: await hashCode(process.cwd()) };
	const buildInfo = await readPreviousBuildInfo(join(root, "dist/client"), environment, log);
	await replaceBuiltFolders(
		environment,
		options,
		async (environmentWithServices, stagingFolder) => {
			const [versionFolder, contentFolder] = [
				join(stagingFolder, "dist"),
				join(stagingFolder, "content"),
			];
			await createVersion(environmentWithServices, versionFolder, versionOptions, buildInfo);
			// Restores `content/media` with links, because `createVersion` has moved it to `client/media`.
			await linkFolder(join(versionFolder, "client/media"), join(versionFolder, "content/media"));
			// Renderer of previews: api/preview.ts.
			const bundle = join(cacheFolder, "bundles", versionOptions.codeHash);
			await cp(join(bundle, "server"), join(versionFolder, "server"), { recursive: true });
			await mkdir(contentFolder);
			await rename(join(versionFolder, "content"), join(contentFolder, "generated"));
			const rules = JSON.parse(await readFile(join(versionFolder, rulesFile), "utf8"));
			await writeNetlifyRules(join(versionFolder, "client"), rules);
		},
	);
}

/**
 * Replaces `dist` and `content/generated` by the results of a build, or leaves both unchanged after an error.
 * @param build creates one or both folders in the staging folder
 * @throws Error when another build is under way, or when the demo would replace a real site
 */
async function replaceBuiltFolders(
	environment: Environment,
	{ root = process.cwd(), log }: BuildOptions,
	build: (environmentWithServices: Environment, stagingFolder: string) => Promise<void>,
): Promise<void> {
	for (const warning of environment.warnings) log(warning);
	const folders = ["dist", "content/generated"];
	for (const folder of folders) await refuseDemoOverRealSite(environment, join(root, folder));
	const lockFile = join(root, ".cache/lock.sqlite");
	const unlock = tryLock(lockFile);
	if (!unlock)
		throw new Error(
			`Another build is under way, and holds the lock ${lockFile}. Wait for its end.`,
		);
	const stagingFolder = join(root, ".cache/next");
	try {
		await emptyFolder(stagingFolder);
		await withDemoServices(environment, (environmentWithServices) =>
			build(environmentWithServices, stagingFolder),
		);
		for (const folder of folders) {
			const [from, to] = [join(stagingFolder, folder), join(root, folder)];
			if (!existsSync(from)) continue;
			await recordContentSource(from, environment);
			await rm(to, { recursive: true, force: true });
			await mkdir(dirname(to), { recursive: true });
			await rename(from, to);
		}
	} finally {
		await rm(stagingFolder, { recursive: true, force: true });
		unlock();
	}
}

async function readPreviousBuildInfo(
	folder: string,
	{ site, commit }: Environment,
	log: (line: string) => void,
): Promise<string | undefined> {
	if (!site.indexable) return undefined;
	// Only hosts such as Netlify set `commit`.
	const isBuildOfHost = Boolean(commit);
	if (isBuildOfHost)
		return fetchBuildInfo(site.url, (reason) =>
			log(`Dates of the live pages are not known: ${reason}`),
		);
	return readFile(join(folder, buildInfoFile), "utf8").catch(() => undefined);
}
