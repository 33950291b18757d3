import { hash } from "node:crypto";
import { cp, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../../environment/environment.server.ts";
import { type PullOptions, pull } from "../pull/pull.ts";
import { formatReport, refuseSevere } from "../pull/report.ts";
import { computePageStates } from "../render/buildInfo.ts";
import { checkSite } from "../render/checkSite.ts";
import {
	createHeaderRules,
	type HostRules,
	mergeRedirects,
	rulesFile,
} from "../render/hostRules.ts";
import { createMachineFiles } from "../render/machineFiles.ts";
import { obtainBundle } from "../render/obtainBundle.ts";
import { renderSite } from "../render/renderSite.ts";
import { settleAll } from "../shared/faults.ts";
import { listFiles } from "../shared/listFiles.ts";
import { parseBuildInfo } from "../shared/parseBuildInfo.js";
import { startStopwatch } from "../shared/startStopwatch.ts";
import { recordContentSource } from "./refuseDemoOverRealSite.ts";

/**
 * Options for creating a version (one build of the site). `cacheFolder` must be inside the project, because the bundler
 * requires this.
 */
export type VersionOptions = PullOptions & {
	bundlesFolder?: string | undefined;
	/** Hash of the source code, from `hashCode`. */
	codeHash: string;
	/** Whether the build fails when the content has a problem of severity `severe`. */
	strict?: boolean | undefined;
	/** Whether no version is created when source code and content are those of the previous version. */
	shouldSkipUnchanged?: boolean;
};

/**
 * Fetches content and prices, and creates a version of the site in `versionFolder`.
 * @param previousBuildInfo text of the previous version's `build-info.json`
 * @returns whether a version is created
 * @throws FaultsError, after which `versionFolder` contains an incomplete version
 */
export async function createVersion(
	environment: Environment,
	versionFolder: string,
	options: VersionOptions,
	previousBuildInfo?: string,
): Promise<boolean> {
	const {
		log,
		cacheFolder,
		bundlesFolder = join(cacheFolder, "bundles"),
		codeHash,
		strict,
	} = options;
	const contentFolder = join(versionFolder, "content");
	const clientFolder = join(versionFolder, "client");
	const copyBundle = async (): Promise<string> => {
		const bundleFolder = await obtainBundle(bundlesFolder, codeHash, log);
		// Copies files instead of creating hard links. Otherwise a changed published file would change the cached bundle.
		await cp(join(bundleFolder, "client"), clientFolder, { recursive: true });
		return bundleFolder;
	};
	const pulling = pull(environment, contentFolder, options);
	const [{ report, snapshots }, bundleFolder] = await settleAll([pulling, copyBundle()]);
	const inputHash = shortHash([codeHash, snapshots, report, environment.site]);
	const previous = parseBuildInfo(previousBuildInfo);
	if (options.shouldSkipUnchanged && inputHash === previous.inputHash) return false;
	log(formatReport(report));
	if (strict) refuseSevere(report);

	// Only search engines read the dates of pages, so a site that must not be indexed does not keep them.
	const previousPages = environment.site.indexable ? previous.pages : undefined;
	const { site } = environment;
	const formatElapsed = startStopwatch();
	const documents = await renderSite(bundleFolder, snapshots, site);
	const pages = computePageStates(documents, snapshots, previousPages);
	const mediaPaths = await listFiles(join(contentFolder, "media"));
	const machineFiles = await createMachineFiles({ snapshots, pages, inputHash }, site);
	const htmlFiles = [...documents].map(([file, { html }]) => [file, html] as const);
	const files = new Map([...htmlFiles, ...machineFiles]);
	await writeAll(clientFolder, files);
	await rename(join(contentFolder, "media"), join(clientFolder, "media"));
	await checkSite(clientFolder, documents, snapshots);
	log(`Render: ${documents.size} documents in ${formatElapsed()}`);
	const rules: HostRules = {
		headers: createHeaderRules(site, documents.values(), mediaPaths),
		redirects: mergeRedirects(snapshots),
	};
	await writeFile(join(versionFolder, rulesFile), JSON.stringify(rules));
	await recordContentSource(versionFolder, environment);
	return true;
}

async function writeAll(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
	const parents = new Set([...files.keys()].map(dirname));
	for (const parent of parents) await mkdir(join(folder, parent), { recursive: true });
	await Promise.all([...files].map(([name, text]) => writeFile(join(folder, name), text)));
}

/** Hashes a value to sixteen hexadecimal digits. */
const shortHash = (value: unknown) => hash("sha256", JSON.stringify(value)).slice(0, 16);
