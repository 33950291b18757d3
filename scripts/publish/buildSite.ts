import { cp, mkdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../environment/environment.server.ts";
import { linkFolder } from "../pull/media/linkFiles.ts";
import { pull } from "../pull/pull.ts";
import { formatReport, refuseSevere } from "../pull/report.ts";
import { withDemoServices } from "../pull/withDemoServices.ts";
import { buildInfoFile } from "../render/buildInfo.ts";
import { hashCode } from "../render/hashCode.ts";
import { fetchBuildInfo } from "../shared/fetchBuildInfo.js";
import { createVersion, type VersionOptions } from "./createVersion.ts";
import { recordContentSource, refuseDemoOverRealSite } from "./refuseDemoOverRealSite.ts";
import { replaceBuiltFolders } from "./replaceBuiltFolders.ts";

type BuildOptions = Pick<VersionOptions, "log" | "strict" | "limits" | "recordDelivery"> & {
	/** Cache folder. The default is `.cache` in `root`. */
	cacheFolder?: string;
	/** Folder that contains `dist/` and `content/generated/`. The default is the working directory. */
	root?: string;
};

/** Fetches the content into `content/generated`, which stays unchanged after an error. */
export async function pullContent(environment: Environment, options: BuildOptions): Promise<void> {
	const { log, root = process.cwd(), cacheFolder = join(root, ".cache") } = options;
	for (const warning of environment.warnings) log(warning);
	await refuseDemoOverRealSite(environment, [join(root, "content/generated")]);
	await replaceBuiltFolders(root, async (stagingFolder) => {
		const contentFolder = join(stagingFolder, "content/generated");
		const { report } = await withDemoServices(environment, (environmentWithServices) =>
			pull(environmentWithServices, contentFolder, { ...options, cacheFolder }),
		);
		await recordContentSource(contentFolder, environment);
		log(formatReport(report));
		if (options.strict) refuseSevere(report);
	});
}

/**
 * Fetches the content and builds the site into `dist/`, which stays unchanged after an error.
 * @throws FaultsError, or an Error when the demo site would replace a real site
 */
export async function buildSite(environment: Environment, options: BuildOptions): Promise<void> {
	const { log, root = process.cwd(), cacheFolder = join(root, ".cache"), strict, limits } = options;
	for (const warning of environment.warnings) log(warning);
	await refuseDemoOverRealSite(environment, [join(root, "dist"), join(root, "content/generated")]);
	const codeHash = await hashCode(process.cwd());
	const versionOptions = { log, cacheFolder, codeHash, strict, limits };
	const buildInfo = await readPreviousBuildInfo(join(root, "dist/client"), environment, log);
	await replaceBuiltFolders(root, async (stagingFolder) => {
		const versionFolder = join(stagingFolder, "version");
		await withDemoServices(environment, (environmentWithServices) =>
			createVersion(environmentWithServices, versionFolder, versionOptions, buildInfo),
		);
		// Restores `content/media` with links, because `createVersion` has moved it to `client/media`.
		await linkFolder(join(versionFolder, "client/media"), join(versionFolder, "content/media"));
		for (const folder of ["dist", "content"]) await mkdir(join(stagingFolder, folder));
		await rename(join(versionFolder, "client"), join(stagingFolder, "dist/client"));
		// Renderer of previews: api/preview.ts.
		await cp(join(cacheFolder, "bundles", codeHash, "server"), join(stagingFolder, "dist/server"), { recursive: true });
		await rename(join(versionFolder, "content"), join(stagingFolder, "content/generated"));
		for (const folder of ["dist", "content/generated"])
			await recordContentSource(join(stagingFolder, folder), environment);
	});
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
		return fetchBuildInfo(site.url, (reason) => log(`Dates of the live pages are not known: ${reason}`));
	return readFile(join(folder, buildInfoFile), "utf8").catch(() => undefined);
}
