import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, serviceKeys } from "../../site/environment.server.ts";
import { headersFile } from "../render/hostRules.ts";
import { isVersionId } from "./Versions.ts";

/**
 * Name of the file that records whether a built folder comes from the demo. The file is in the built folder, beside
 * the folder of the published files.
 */
const sourceFile = "source.json";

type Source = { demo: boolean };

/**
 * Writes `source.json` into a folder. The file records whether the folder was built from the demo or from the content
 * of a real practice (a consultancy that owns a site).
 */
export async function recordContentSource(folder: string, { demo }: Environment): Promise<void> {
	const source: Source = { demo };
	await writeFile(join(folder, sourceFile), `${JSON.stringify(source)}\n`);
}

/**
 * Throws when the demo would replace the site of a real practice (a consultancy that owns a site). Without the keys in
 * `.env`, the generator builds the demo. This check prevents that the demo is published when `.env` is lost. The
 * environment variable `DEMO=1` allows the replacement.
 * @param folders folders of sites, content or versions. Missing folders are ignored
 * @param place folder that the error names. Default: the first folder in `folders` that was built for a real practice
 * @throws Error that names the folder and the remedies
 */
export async function refuseDemoOverRealSite(
	{ demo, isDemoIntended }: Environment,
	folders: readonly string[],
	place?: string,
): Promise<void> {
	if (!demo || isDemoIntended) return;
	for (const folder of folders) {
		if (!(await isRealSite(folder))) continue;
		const named = place ?? folder;
		const reason = `${named} holds what was made for a real practice, and without keys the demo would take its place.`;
		const keys = `Set ${serviceKeys.join(", ")} again (is .env missing?).`;
		throw new Error(`${reason} ${keys} If you want the demo here, set DEMO=1, or delete ${named}.`);
	}
}

/**
 * Lists the folders of all versions of all sites.
 * @param folder contains one subfolder for each site. A subfolder contains the folders of the site's versions
 */
export async function listVersionFolders(folder: string): Promise<string[]> {
	const sources = await readdir(folder).catch(() => []);
	const listVersions = async (source: string) => {
		const names = await readdir(join(folder, source)).catch(() => []);
		return names.filter(isVersionId).map((name) => join(folder, source, name));
	};
	return (await Promise.all(sources.map(listVersions))).flat();
}

async function isRealSite(folder: string): Promise<boolean> {
	const read = (path: string) => readFile(join(folder, path), "utf8").catch(() => undefined);
	const sourceText = await read(sourceFile);
	if (sourceText !== undefined) return !isDemo(sourceText);
	// Earlier releases of the generator did not write `source.json`. Without this file, a version that search engines
	// are allowed to index belongs to a real practice, because the demo is never indexable.
	const headers = await read(join("client", headersFile));
	return headers !== undefined && !headers.includes("X-Robots-Tag: noindex");
}

/**
 * Checks whether the text of `source.json` says that its folder was built from the demo. Returns false for a damaged
 * text, so that the demo does not replace a site of unknown origin.
 */
function isDemo(sourceText: string): boolean {
	try {
		const source: Partial<Source> | null = JSON.parse(sourceText);
		return source?.demo === true;
	} catch {
		return false;
	}
}
