import { hash } from "node:crypto";
import { cp, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../../environment/environment.server.ts";
import { type PullOptions, pull } from "../pull/pull.ts";
import { formatReport, refuseSevere } from "../pull/report.ts";
import { checkSite } from "../render/checkSite.ts";
import { datePages } from "../render/datePages.ts";
import { createMachineFiles } from "../render/machineFiles.ts";
import { obtainBundle } from "../render/obtainBundle.ts";
import { renderSite } from "../render/renderSite.ts";
import { settleAll } from "../shared/faults.ts";
import { parsePageStates } from "../shared/indexNow.js";
import { startStopwatch } from "../shared/startStopwatch.ts";
import { recordContentSource } from "./refuseDemoOverRealSite.ts";
import { writeVersionDescription } from "./Versions.ts";

/**
 * Options for creating a version (one build of the site). The folder `cache` must be inside the project, because the
 * bundler requires this.
 */
export type VersionOptions = PullOptions & {
	/** Folder for cached bundles of the source code. */
	bundles?: string | undefined;
	/** Hash of the source code, from `hashCode`. */
	codeHash: string;
	/** Whether the build fails when the content has a problem of severity `severe`. */
	strict?: boolean | undefined;
};

/** The version (a build of the site) that a new version will replace. */
export type PreviousVersion = {
	/**
	 * Hash of the source code and content of the previous version. `createVersion` creates no version when they are still
	 * the same. When undefined, it always creates one.
	 */
	codeAndContentHash?: string | undefined;
	/** Text of the previous version's `build-info.json`. */
	info?: string | undefined;
};

/**
 * Fetches content and prices, and creates a version of the site in `folder`.
 * @returns the version's id, or undefined when source code and content have not changed
 * @throws FaultsError, after which `folder` contains an incomplete version
 */
export async function createVersion(
	environment: Environment,
	folder: string,
	options: VersionOptions,
	previous: PreviousVersion = {},
): Promise<string | undefined> {
	const { log, cache, bundles = join(cache, "bundles"), codeHash, strict, limits } = options;
	const content = join(folder, "content");
	const client = join(folder, "client");
	const bundleParts = environment.preview ? ["client", "preview"] : ["client"];
	const copyBundle = async (): Promise<string> => {
		const bundle = await obtainBundle(bundles, codeHash, log);
		// Copies files instead of creating hard links. Otherwise a changed published file would change the cached bundle.
		for (const part of bundleParts) await cp(join(bundle, part), client, { recursive: true });
		return bundle;
	};
	const [pulled, bundle] = await settleAll([pull(environment, content, { log, cache, limits }), copyBundle()]);
	const { report, snapshots } = pulled;
	const contentHash = shortHash([snapshots, report, environment.site]);
	const codeAndContentHash = shortHash({ code: codeHash, content: contentHash });
	if (codeAndContentHash === previous.codeAndContentHash) return undefined;
	log(formatReport(report));
	if (strict) refuseSevere(report);

	const previousPages = environment.site.indexable ? parsePageStates(previous.info) : undefined;
	// The id depends on `previousPages`, because unchanged pages keep the dates of the previous version.
	const id = shortHash({ inputs: codeAndContentHash, previousPages });
	const site = { ...environment.site };
	if (environment.preview) site.preview = { rows: report, version: id };

	const formatElapsed = startStopwatch();
	const rendered = await renderSite(bundle, snapshots, site);
	const { documents, pages } = datePages(rendered, snapshots, previousPages);
	const origin = { report, content: contentHash, commit: environment.commit };
	const machineFiles = await createMachineFiles({ documents, snapshots, pages }, site, origin);
	const htmlFiles = [...documents].map(([file, { html }]) => [file, html] as const);
	const files = new Map([...htmlFiles, ...machineFiles]);
	await writeAll(client, files);
	await rename(join(content, "media"), join(client, "media"));
	await checkSite(client, documents, snapshots);
	log(`Render: ${documents.size} documents in ${formatElapsed()}`);
	await recordContentSource(folder, environment);
	await writeVersionDescription(folder, { id, inputs: codeAndContentHash });
	return id;
}

async function writeAll(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
	const parents = new Set([...files.keys()].map(dirname));
	for (const parent of parents) await mkdir(join(folder, parent), { recursive: true });
	await Promise.all([...files].map(([name, text]) => writeFile(join(folder, name), text)));
}

/** Hashes a value to sixteen hexadecimal digits. */
const shortHash = (value: unknown) => hash("sha256", JSON.stringify(value)).slice(0, 16);
