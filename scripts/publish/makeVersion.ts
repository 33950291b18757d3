import { hash } from "node:crypto";
import { cp, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../../site/environment.server.ts";
import { type PullOptions, pull } from "../pull/pull.ts";
import { formatReport, refuseSevere } from "../pull/report.ts";
import { checkSite } from "../render/checkSite.ts";
import { makeMachineFiles } from "../render/machineFiles.ts";
import { obtainBundle } from "../render/obtainBundle.ts";
import { renderDated } from "../render/renderDated.ts";
import { settleAll } from "../shared/faults.ts";
import { parsePages } from "../shared/indexNow.js";
import { stopwatch } from "../shared/stopwatch.ts";
import { recordSource } from "./protectPractice.ts";
import { describeVersion } from "./Versions.ts";

/** The folder `cache` lies inside the project, as the bundler demands. */
export type VersionOptions = PullOptions & {
	/** Folder of bundles; `bundles` in `cache` unless given. */
	bundles?: string | undefined;
	/** State of the code, from `hashCode`. */
	code: string;
	/** Whether severe rows of the report are faults. */
	strict?: boolean | undefined;
};

/** The version that the new one will replace. */
export type PreviousVersion = {
	/** Hash of its code and content, from `Versions.readInputs`. When it is absent, the new version is made in any case. */
	inputs?: string | undefined;
	/** Text of its `build-info.json`, which says when each page was last changed. */
	info?: string | undefined;
};

/**
 * Pulls content and prices and makes a version of the site from them in a new folder.
 * @returns the id of the new version, or undefined when code and content are those of the previous version
 * @throws FaultsError with all faults at once; the folder must then not be used
 */
export async function makeVersion(
	environment: Environment,
	folder: string,
	options: VersionOptions,
	previous: PreviousVersion = {},
): Promise<string | undefined> {
	const { log, cache, bundles = join(cache, "bundles"), code, strict, limits } = options;
	const content = join(folder, "content");
	const [pulled, bundle] = await settleAll([
		pull(environment, content, { log, cache, limits }),
		obtainBundle(bundles, code, log),
	]);
	const { report, snapshots } = pulled;
	const contentHash = shortHash([snapshots, report, environment.site]);
	const inputs = shortHash({ code, content: contentHash });
	if (inputs === previous.inputs) return undefined;
	log(formatReport(report));
	if (strict) refuseSevere(report);

	// Search engines ignore the dates of sites that are not to be indexed, so those need no earlier ones.
	const previousPages = environment.site.indexable ? parsePages(previous.info) : undefined;
	// The dates of pages depend on the previous version. When A follows B again, it is not the version that B replaced.
	const id = shortHash({ inputs, previousPages });
	const site = { ...environment.site };
	if (environment.preview) site.preview = { rows: report, version: id };

	const since = stopwatch();
	const rendered = await renderDated(bundle, snapshots, site, previousPages);
	const { documents } = rendered;
	const about = { report, content: contentHash, commit: environment.commit };
	const files = new Map([...documents, ...(await makeMachineFiles(rendered, site, about))]);
	const client = join(folder, "client");
	const bundleParts = environment.preview ? ["client", "preview"] : ["client"];
	// Copied and not linked: a published file may be written to, a bundled one may not.
	for (const part of bundleParts) await cp(join(bundle, part), client, { recursive: true });
	await writeAll(client, files);
	await rename(join(content, "media"), join(client, "media"));
	await checkSite(client, documents, rendered.snapshots);
	log(`Render: ${documents.size} documents in ${since()}`);
	await recordSource(folder, environment);
	await describeVersion(folder, { id, inputs });
	return id;
}

async function writeAll(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
	const parents = new Set([...files.keys()].map(dirname));
	for (const parent of parents) await mkdir(join(folder, parent), { recursive: true });
	await Promise.all([...files].map(([name, text]) => writeFile(join(folder, name), text)));
}

/** Hashes a value to sixteen hexadecimal digits. */
const shortHash = (value: unknown) => hash("sha256", JSON.stringify(value)).slice(0, 16);
