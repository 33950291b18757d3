import { hash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Environment } from "../content/environment.server.ts";
import { checkSite } from "./checkSite.ts";
import { makeCompanions } from "./companions.ts";
import { settleAll } from "./faults.ts";
import { hashContent } from "./hashContent.ts";
import type { Limits } from "./limits.ts";
import { obtainBundle } from "./obtainBundle.ts";
import { pull } from "./pull.ts";
import { formatReport, refuseReport, type Strictness } from "./report.ts";
import { stopwatch } from "./stopwatch.ts";
import { writeSite } from "./writeSite.ts";

export type VersionOptions = {
	/** Receives progress, a line at a time. */
	log: (line: string) => void;
	/** The folder of what is kept from one run to the next, inside the project. */
	cache: string;
	/** The folder of bundles; one in `cache` unless given. */
	bundles?: string | undefined;
	/** The state of the code, from `hashCode`. */
	code: string;
	/** Which severe rows of the report are faults; none unless said. */
	strictness?: Strictness | undefined;
	limits?: Limits | undefined;
};

/** What is known of a version of the site, beside the files in its folder: `client`, the site, and `content`, the snapshots. */
export type Version = {
	/** Made of the two below: the same code and content is the same version. */
	id: string;
	code: string;
	content: string;
	/** The files of the site and their sizes in bytes. */
	files: Record<string, number>;
};

const description = "version.json";

/**
 * Pulls content and prices and makes a version of the site of them in a new folder.
 * @param live the id of the version that is live
 * @returns undefined when there is nothing to do, because the version would be the one that is live
 * @throws FaultsError with all faults at once; the folder must then not be used
 */
export async function makeVersion(
	environment: Environment,
	folder: string,
	{ log, cache, bundles = join(cache, "bundles"), code, strictness = "none", limits }: VersionOptions,
	live?: string,
): Promise<Version | undefined> {
	const content = join(folder, "content");
	const [pulled, bundle] = await settleAll([
		pull(environment, content, { log, cache, ...(limits ? { limits } : {}) }),
		obtainBundle(bundles, code, log),
	]);
	const version = { code, content: hashContent(pulled, environment.site) };
	const id = hash("sha256", JSON.stringify(version)).slice(0, 16);
	if (id === live) return undefined;
	log(formatReport(pulled.report));
	refuseReport(pulled.report, strictness);

	const since = stopwatch();
	const client = join(folder, "client");
	const { snapshots } = pulled;
	const documents = await writeSite(client, {
		bundle,
		snapshots,
		site: environment.site,
		media: join(content, "media"),
		companions: await makeCompanions(pulled, version.content, environment),
	});
	await checkSite(client, documents, snapshots);
	const whole = { id, ...version, files: await measureFiles(client) };
	await writeFile(join(folder, description), JSON.stringify(whole));
	log(`Render: ${documents.size} documents in ${since()}`);
	return whole;
}

/** Reads what `makeVersion` wrote; undefined when it is not there or has been damaged since. */
export async function loadVersion(folder: string): Promise<Version | undefined> {
	try {
		const version = JSON.parse(await readFile(join(folder, description), "utf8")) as Version;
		const found = await measureFiles(join(folder, "client"));
		const isWhole = Object.entries(version.files).every(([file, size]) => found[file] === size);
		return isWhole ? version : undefined;
	} catch {
		return undefined;
	}
}

async function measureFiles(folder: string): Promise<Record<string, number>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const measure = async (path: string) =>
		[relative(folder, path).split(sep).join("/"), (await stat(path)).size] as const;
	return Object.fromEntries(await Promise.all(paths.sort().map(measure)));
}
