import { hash } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../../environment/environment.server.ts";
import { type PullOptions, pull } from "../pull/pull.ts";
import { formatReport } from "../pull/report.ts";
import { fileOf } from "../render/addresses.ts";
import { createHeaderRules, mergeRedirects, rulesFile } from "../render/hostRules.ts";
import { buildInfoFile, createMachineFiles } from "../render/machineFiles.ts";
import { obtainBundle } from "../render/obtainBundle.ts";
import { renderSite } from "../render/renderSite.ts";
import { settleAll } from "../shared/faults.ts";
import { listKnownPaths, notifySearchEngines } from "../shared/indexNow.js";
import { listFiles } from "../shared/listFiles.ts";
import { startStopwatch } from "../shared/startStopwatch.ts";
import { compressFiles } from "./compressFiles.ts";
import { isOfDemo, recordContentSource } from "./refuseDemoOverRealSite.ts";
import type { Versions } from "./Versions.ts";

/** Options for creating a version (one build of the site). */
export type VersionOptions = PullOptions & {
	/** Hash of the source code, from `hashCode`. */
	codeHash: string;
};

/**
 * Creates a version from the current content, and makes it the live one, unless nothing has changed.
 * @throws FaultsError, or an Error of `Versions`
 */
export async function publishVersion(
	environment: Environment,
	versions: Versions,
	options: VersionOptions,
): Promise<void> {
	const { log } = options;
	const { site, indexNowUrl: service } = environment;
	const formatElapsed = startStopwatch();
	const live = versions.findLive();
	const liveFolder = live && join(versions.folderOf(live), "client");
	const before = liveFolder && (await readFile(join(liveFolder, buildInfoFile), "utf8"));
	const isSameSite = live && (await isOfDemo(versions.folderOf(live))) === environment.demo;
	const formerPaths = isSameSite ? listKnownPaths(before) : [];
	const stagingFolder = await versions.prepare();
	try {
		const versionOptions = { ...options, formerPaths };
		const after = await createVersion(environment, stagingFolder, versionOptions, before);
		if (!after) return log(`Rebuild: nothing has changed (${formatElapsed()})`);
		await compressFiles(join(stagingFolder, "client"), liveFolder);
		await recordContentSource(stagingFolder, environment);
		const id = await versions.publish(stagingFolder);
		log(`Live: version ${id} after ${formatElapsed()}`);
		const to = { key: site.indexNowKey, service, site: site.url };
		// The response of IndexNow does not affect publishing, so it is not awaited.
		void notifySearchEngines(before, after, to, log);
	} finally {
		await rm(stagingFolder, { recursive: true, force: true });
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
	const { log, codeHash } = options;
	const { site } = environment;
	const clientFolder = join(versionFolder, "client");
	const copyBundle = async () => {
		const folder = await obtainBundle(".cache/bundles", codeHash, log);
		// Copies files instead of creating hard links. Otherwise a changed published file would change the cached bundle.
		await cp(join(folder, "client"), clientFolder, { recursive: true });
		return folder;
	};
	// Copying takes no time from a publication while the services are asked.
	const [{ report, snapshots, gonePaths, linkMedia }, bundleFolder] = await settleAll([
		pull(environment, join(versionFolder, "content"), options),
		copyBundle(),
	]);
	const inputs = JSON.stringify([codeHash, snapshots, report, site]);
	const inputHash = hash("sha256", inputs).slice(0, 16);
	const files = createMachineFiles(snapshots, inputHash, site, gonePaths);
	const buildInfo = files.get(buildInfoFile);
	if (buildInfo === previousBuildInfo) return undefined;
	log(formatReport(report));
	await linkMedia(join(clientFolder, "media"));

	const formatElapsed = startStopwatch();
	const documents = await renderSite(bundleFolder, snapshots, site);
	for (const [path, { html }] of documents) files.set(fileOf(path), html);
	for (const [name, text] of files) {
		await mkdir(join(clientFolder, dirname(name)), { recursive: true });
		await writeFile(join(clientFolder, name), text);
	}
	log(`Render: ${documents.size} documents in ${formatElapsed()}`);
	const mediaPaths = await listFiles(join(clientFolder, "media"));
	const headers = createHeaderRules(site, documents, mediaPaths);
	const rules = JSON.stringify({ headers, redirects: mergeRedirects(snapshots) });
	await writeFile(join(versionFolder, rulesFile), rules);
	return buildInfo;
}
