import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../../environment/environment.server.ts";
import { type PullOptions, pull } from "../pull/pull.ts";
import { formatReport, refuseSevere } from "../pull/report.ts";
import { withDemoServices } from "../pull/withDemoServices.ts";
import { hashCode } from "../render/hashCode.ts";
import {
	createHeaderRules,
	mergeRedirects,
	rulesFile,
	writeNetlifyRules,
} from "../render/hostRules.ts";
import { buildInfoFile, createMachineFiles } from "../render/machineFiles.ts";
import { obtainBundle } from "../render/obtainBundle.ts";
import { renderSite } from "../render/renderSite.ts";
import { parseBuildInfo } from "../shared/buildInfo.js";
import { emptyFolder } from "../shared/emptyFolder.ts";
import { settleAll } from "../shared/faults.ts";
import { listFiles } from "../shared/listFiles.ts";
import { startStopwatch } from "../shared/startStopwatch.ts";
import { tryLock } from "../shared/tryLock.ts";
import { recordContentSource, refuseDemoOverRealSite } from "./refuseDemoOverRealSite.ts";

type BuildOptions = Pick<PullOptions, "log" | "limits"> & {
	/** Cache folder. The default is `.cache` in the working directory. */
	cacheFolder?: string;
	/** Folder that contains `dist/` and `content/generated/`. The default is the working directory. */
	root?: string;
	/** Whether the build fails when the content has a problem of severity `severe`. */
	strict?: boolean | undefined;
};

/** Options for creating a version (one build of the site). */
export type VersionOptions = PullOptions & {
	/** Hash of the source code, from `hashCode`. */
	codeHash: string;
	/** Folder for the content. Default: `content` in the folder of the version. */
	contentFolder?: string;
	strict?: boolean | undefined;
};

/** Fetches the content into `content/generated`, which stays unchanged after an error. */
export async function pullContent(environment: Environment, options: BuildOptions): Promise<void> {
	const { log, strict, cacheFolder = ".cache" } = options;
	await replaceBuiltFolders(environment, options, async (services, stagingFolder) => {
		const contentFolder = join(stagingFolder, "content/generated");
		const { report } = await pull(services, contentFolder, { ...options, cacheFolder });
		log(formatReport(report));
		if (strict) refuseSevere(report);
	});
}

/**
 * Fetches the content and builds the site into `dist/`, which stays unchanged after an error.
 * @throws FaultsError, or an Error when the demo site would replace a real site
 */
export async function buildSite(environment: Environment, options: BuildOptions): Promise<void> {
	const { cacheFolder = ".cache" } = options;
	const codeHash = await hashCode(process.cwd());
	await replaceBuiltFolders(environment, options, async (services, stagingFolder) => {
		const folder = join(stagingFolder, "dist");
		const contentFolder = join(stagingFolder, "content/generated");
		const versionOptions = { ...options, cacheFolder, codeHash, contentFolder };
		await createVersion(services, folder, versionOptions);
		// Renderer of previews: api/preview.ts.
		await cp(join(".cache/bundles", codeHash, "server"), join(folder, "server"), {
			recursive: true,
		});
		const rules = JSON.parse(await readFile(join(folder, rulesFile), "utf8"));
		await writeNetlifyRules(join(folder, "client"), rules);
	});
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
		await withDemoServices(environment, (services) => build(services, stagingFolder));
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

/**
 * Fetches content and prices, and creates a version of the site in `versionFolder`.
 * @param previousBuildInfo text of the previous version's `build-info.json`
 * @returns text of the new version's `build-info.json`, or undefined when source code and content are those of the
 * previous version, and no version is created
 * @throws FaultsError, after which `versionFolder` contains an incomplete version
 */
export async function createVersion(
	environment: Environment,
	versionFolder: string,
	options: VersionOptions,
	previousBuildInfo?: string,
): Promise<string | undefined> {
	const { contentFolder = join(versionFolder, "content") } = options;
	const { log, codeHash, strict } = options;
	const { site } = environment;
	const clientFolder = join(versionFolder, "client");
	const copyBundle = async (): Promise<string> => {
		const bundleFolder = await obtainBundle(".cache/bundles", codeHash, log);
		// Copies files instead of creating hard links. Otherwise a changed published file would change the cached bundle.
		await cp(join(bundleFolder, "client"), clientFolder, { recursive: true });
		return bundleFolder;
	};
	const pulling = pull(environment, contentFolder, options);
	const [{ report, snapshots, linkMedia }, bundleFolder] = await settleAll([pulling, copyBundle()]);
	const inputs = JSON.stringify([codeHash, snapshots, report, site]);
	const inputHash = hash("sha256", inputs).slice(0, 16);
	if (inputHash === parseBuildInfo(previousBuildInfo).inputHash) return undefined;
	log(formatReport(report));
	if (strict) refuseSevere(report);
	await linkMedia(join(clientFolder, "media"));

	const formatElapsed = startStopwatch();
	const documents = await renderSite(bundleFolder, snapshots, site);
	const files = createMachineFiles(snapshots, inputHash, site);
	const buildInfo = files.get(buildInfoFile);
	for (const [name, { html }] of documents) files.set(name, html);
	for (const [name, text] of files) {
		await mkdir(join(clientFolder, dirname(name)), { recursive: true });
		await writeFile(join(clientFolder, name), text);
	}
	log(`Render: ${documents.size} documents in ${formatElapsed()}`);
	const mediaPaths = await listFiles(join(clientFolder, "media"));
	const headers = createHeaderRules(site, documents.values(), mediaPaths);
	const rules = JSON.stringify({ headers, redirects: mergeRedirects(snapshots) });
	await writeFile(join(versionFolder, rulesFile), rules);
	await recordContentSource(versionFolder, environment);
	return buildInfo;
}
