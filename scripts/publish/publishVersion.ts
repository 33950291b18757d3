import { hash } from "node:crypto";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatReport } from "../../content/formatFinding.ts";
import type { Environment } from "../../environment/environment.server.ts";
import type { Delivery } from "../pull/contentful/createDeliveryCheck.ts";
import { type PullOptions, pull } from "../pull/pull.ts";
import { readReport } from "../pull/report.ts";
import { fileOf } from "../render/fileOf.ts";
import { createHeaderRules, mergeRedirects, rulesFile } from "../render/hostRules.ts";
import { buildInfoFile, createMachineFiles } from "../render/machineFiles.ts";
import { obtainBundle } from "../render/obtainBundle.ts";
import { renderSite } from "../render/renderSite.ts";
import { discardFolder, emptyFolder } from "../shared/emptyFolder.ts";
import { settleAll } from "../shared/faults.ts";
import { listChangedPages, listKnownPaths, notifySearchEngines } from "../shared/indexNow.js";
import { listFiles } from "../shared/listFiles.ts";
import { readManifest } from "../shared/manifest.ts";
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
 * @returns facts of the content, for `createDeliveryCheck`
 * @throws FaultsError
 */
export async function publishVersion(
	environment: Environment,
	versions: Versions,
	options: VersionOptions,
): Promise<Delivery> {
	const { log } = options;
	const formatElapsed = startStopwatch();
	versions.refuseDuringRollback();
	const liveFolder = versions.findLiveFolder();
	const liveClient = join(liveFolder, "client");
	const before = await readFile(join(liveClient, buildInfoFile), "utf8").catch(() => undefined);
	const isSameSite = (await isOfDemo(liveFolder)) === environment.demo;
	const formerPaths = isSameSite ? listKnownPaths(before) : [];
	// A damaged version is replaced even when its content is the current one.
	const isIntact = readManifest(liveFolder) !== undefined;
	const earlierReport = isSameSite ? readReport(join(liveFolder, "content")) : undefined;
	const stagingFolder = join(versions.folder, "next");
	await emptyFolder(stagingFolder);
	try {
		const { buildInfo, delivery, findings } = await createVersion(
			environment,
			stagingFolder,
			{ ...options, formerPaths, earlierReport },
			isIntact ? before : undefined,
		);
		if (isIntact && buildInfo === before) {
			log(`Rebuild: nothing has changed (${formatElapsed()})`);
			return delivery;
		}
		await compressFiles(join(stagingFolder, "client"), isIntact ? liveClient : undefined);
		await recordContentSource(stagingFolder, environment);
		const changedPages = before ? listChangedPages(before, buildInfo) : undefined;
		const id = await versions.publish(stagingFolder, changedPages);
		const newCount = findings.filter(({ isNew }) => isNew).length;
		const counts = `${findings.length} findings, ${newCount} of them new`;
		log(`Live: version ${id} after ${formatElapsed()}: ${counts}`);
		// The response of IndexNow does not affect publishing, so it is not awaited.
		void notifySearchEngines(before, buildInfo, environment, log);
		return delivery;
	} finally {
		await discardFolder(stagingFolder);
	}
}

/**
 * Fetches content and prices, and creates a version of the site in `versionFolder`.
 * @param previousBuildInfo text of the previous version's `build-info.json`
 * @returns facts of the content, and text of the version's `build-info.json`. When that equals the previous one, source
 * code and content have not changed, and no version is created.
 * @throws FaultsError, after which `versionFolder` contains an incomplete version
 */
export async function createVersion(
	environment: Environment,
	versionFolder: string,
	options: VersionOptions,
	previousBuildInfo?: string,
) {
	const { log, codeHash } = options;
	const { site } = environment;
	const clientFolder = join(versionFolder, "client");
	const copyBundle = async () => {
		const folder = await obtainBundle(codeHash, log);
		// Copies files instead of creating hard links. Otherwise a changed published file would change the cached bundle.
		await cp(join(folder, "client"), clientFolder, { recursive: true });
		return folder;
	};
	// Copying takes no time from a publication while the services are asked.
	const [pulled, bundleFolder] = await settleAll([
		pull(environment, join(versionFolder, "content"), options),
		copyBundle(),
	]);
	const { snapshots, report, findings, gonePaths, linkMedia, delivery } = pulled;
	const inputs = JSON.stringify([codeHash, snapshots, report, site]);
	const inputHash = hash("sha256", inputs).slice(0, 16);
	const files = createMachineFiles(snapshots, inputHash, site, gonePaths);
	const buildInfo = files.get(buildInfoFile) ?? "";
	const result = { buildInfo, delivery, bundleFolder, findings };
	if (buildInfo === previousBuildInfo) return result;
	log(formatReport(findings, "en-US"));
	await linkMedia(join(clientFolder, "media"));

	const documents = await renderSite(bundleFolder, snapshots, site);
	for (const [path, { html }] of documents) files.set(fileOf(path), html);
	for (const [name, text] of files) {
		await mkdir(join(clientFolder, dirname(name)), { recursive: true });
		await writeFile(join(clientFolder, name), text);
	}
	const mediaPaths = await listFiles(join(clientFolder, "media"));
	const headers = createHeaderRules(site, documents, mediaPaths);
	const rules = JSON.stringify({ headers, redirects: mergeRedirects(snapshots) });
	await writeFile(join(versionFolder, rulesFile), rules);
	return result;
}
