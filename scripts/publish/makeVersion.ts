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
import { describeVersion } from "./Versions.ts";

/** `cache` lies inside the project. */
export type VersionOptions = PullOptions & {
	/** The folder of bundles; one in `cache` unless given. */
	bundles?: string | undefined;
	/** The state of the code, from `hashCode`. */
	code: string;
	/** Whether severe rows of the report are faults. */
	strict?: boolean | undefined;
};

/**
 * Pulls content and prices and makes a version of the site of them in a new folder.
 * @param live the id of the version that is live
 * @param before what `build-info.json` says of the version that was live last
 * @returns its id, or undefined when there is nothing to do, because the version would be the one that is live
 * @throws FaultsError with all faults at once; the folder must then not be used
 */
export async function makeVersion(
	environment: Environment,
	folder: string,
	{ log, cache, bundles = join(cache, "bundles"), code, strict, limits }: VersionOptions,
	live?: string,
	before?: string,
): Promise<string | undefined> {
	const content = join(folder, "content");
	const [pulled, bundle] = await settleAll([
		pull(environment, content, { log, cache, limits }),
		obtainBundle(bundles, code, log),
	]);
	const { report } = pulled;
	const made = nameOf([pulled.snapshots, report, environment.site]);
	const id = nameOf({ code, content: made });
	const preview = environment.preview ? { rows: report, version: id } : undefined;
	const site = { ...environment.site, ...(preview && { preview }) };
	if (id === live) return undefined;
	log(formatReport(report));
	if (strict) refuseSevere(report);

	const since = stopwatch();
	const client = join(folder, "client");
	// Of other sites nobody asks when a page was changed.
	const known = site.indexable ? parsePages(before) : undefined;
	const rendered = await renderDated(bundle, pulled.snapshots, site, known);
	const { documents, snapshots } = rendered;
	const about = { report, content: made, commit: environment.commit };
	const files = new Map([...documents, ...(await makeMachineFiles(rendered, site, about))]);
	// Copied, since what is published may be written to, and the bundle may not.
	for (const part of environment.preview ? ["client", "preview"] : ["client"]) {
		await cp(join(bundle, part), client, { recursive: true });
	}
	for (const parent of new Set([...files.keys()].map(dirname))) await mkdir(join(client, parent), { recursive: true });
	await Promise.all([...files].map(([name, text]) => writeFile(join(client, name), text)));
	await rename(join(content, "media"), join(client, "media"));
	await checkSite(client, documents, snapshots);
	log(`Render: ${documents.size} documents in ${since()}`);
	await describeVersion(folder, id);
	return id;
}

/** A name for a value: sixteen hexadecimal digits. */
const nameOf = (value: unknown) => hash("sha256", JSON.stringify(value)).slice(0, 16);
