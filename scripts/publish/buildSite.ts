import { constants } from "node:fs";
import { cp, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { formatReport } from "../../content/formatFinding.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { pull } from "../pull/pull.ts";
import { readReport } from "../pull/report.ts";
import { withDemoServices } from "../pull/withDemoServices.ts";
import { hashCode } from "../render/hashCode.ts";
import { rulesFile, writeNetlifyRules } from "../render/hostRules.ts";
import { discardFolder, emptyFolder } from "../shared/emptyFolder.ts";
import { listKnownPaths, liveBuildInfoFile } from "../shared/indexNow.js";
import { tryLock } from "../shared/tryLock.ts";
import { createVersion, type VersionOptions } from "./publishVersion.ts";
import { recordContentSource, refuseDemoOverRealSite } from "./refuseDemoOverRealSite.ts";

type BuildOptions = Pick<VersionOptions, "log" | "limits" | "cacheFolder"> & {
	/** Folder that contains `dist/` and `content/generated/`. The default is the working directory. */
	root?: string;
};

/** Folders of the project that a build replaces, in this order, by their results in the staging folder. */
const contentFolders = { content: "content/generated" };
const siteFolders = { ...contentFolders, ".": "dist" };

/** Fetches the content into `content/generated`, which stays unchanged after an error. */
export async function pullContent(environment: Environment, options: BuildOptions): Promise<void> {
	await replaceFolders(contentFolders, environment, options, async (services, folder) => {
		const { report } = await pull(services, join(folder, "content"), options);
		options.log(formatReport(report, "en-US"));
	});
}

/**
 * Fetches the content and builds the site into `dist/`, which stays unchanged after an error.
 * @throws FaultsError, or an Error when the demo site would replace a real site
 */
export async function buildSite(environment: Environment, options: BuildOptions): Promise<void> {
	const codeHash = await hashCode();
	await replaceFolders(siteFolders, environment, options, async (services, folder) => {
		const live = await readFile(liveBuildInfoFile, "utf8").catch(() => undefined);
		const earlierReport = readReport(join(options.root ?? "", contentFolders.content));
		const formerPaths = listKnownPaths(live);
		const versionOptions = { ...options, codeHash, formerPaths, earlierReport };
		const { bundleFolder } = await createVersion(services, folder, versionOptions);
		// Renderer of previews: api/preview.ts.
		await cp(join(bundleFolder, "server"), join(folder, "server"), { recursive: true });
		const rules = JSON.parse(await readFile(join(folder, rulesFile), "utf8"));
		await writeNetlifyRules(join(folder, "client"), rules);
	});
}

/**
 * Replaces folders by the results of a build, or leaves all of them unchanged after an error.
 * @throws Error when another build is under way, or when the demo would replace a real site
 */
async function replaceFolders(
	folders: Record<string, string>,
	environment: Environment,
	{ root = process.cwd(), log }: BuildOptions,
	build: (environmentWithServices: Environment, stagingFolder: string) => Promise<void>,
): Promise<void> {
	for (const warning of environment.warnings) log(warning);
	const paths = Object.values(folders).map((path) => join(root, path));
	for (const path of paths) await refuseDemoOverRealSite(environment, path);
	const lockFile = join(root, ".cache/lock.sqlite");
	const unlock = tryLock(lockFile);
	if (!unlock)
		throw new Error(
			`Another build is under way, and holds the lock ${lockFile}. Wait for its end.`,
		);
	try {
		const stagingFolder = join(root, ".cache/next");
		await emptyFolder(stagingFolder);
		await withDemoServices(environment, (services) => build(services, stagingFolder));
		try {
			for (const [name, path] of Object.entries(folders)) {
				const from = join(stagingFolder, name);
				await recordContentSource(from, environment);
				const next = nextOf(join(root, path));
				await emptyFolder(next);
				// Copied, because the two can be on different file systems.
				await cp(from, next, { recursive: true, mode: constants.COPYFILE_FICLONE });
				await discardFolder(from);
			}
			for (const path of paths) await replaceContents(path);
		} finally {
			for (const path of paths) await discardFolder(nextOf(path));
		}
	} finally {
		unlock();
	}
}

/** Returns the folder inside another one with what will replace its content. */
const nextOf = (folder: string) => join(folder, ".next");

/** Replaces what a folder contains by what is in `.next`. The folder itself can be a mount point. */
async function replaceContents(folder: string): Promise<void> {
	const [next, last] = [nextOf(folder), join(folder, ".last")];
	await emptyFolder(last);
	for (const name of await readdir(folder))
		if (![".next", ".last"].includes(name)) await rename(join(folder, name), join(last, name));
	for (const name of await readdir(next)) await rename(join(next, name), join(folder, name));
	await discardFolder(last);
}
