import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, serviceKeys } from "../../site/environment.server.ts";
import { headersFile } from "../render/hostRules.ts";
import { isVersionId } from "./Versions.ts";

/** Name of the file in each built folder that records whether the folder comes from the demo. */
const sourceFile = "source.json";

type Source = { demo: boolean };

export async function recordContentSource(folder: string, { demo }: Environment): Promise<void> {
	const source: Source = { demo };
	await writeFile(join(folder, sourceFile), `${JSON.stringify(source)}\n`);
}

/** Throws an Error when a build of the demo, for example after `.env` was lost, would replace a real site. */
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

/** Lists the version folders of all sites. Each site has its own subfolder of `folder`. */
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
	// A site without `source.json`, built by an older release, counts as the demo if its headers contain `noindex`.
	const headers = await read(join("client", headersFile));
	return headers !== undefined && !headers.includes("X-Robots-Tag: noindex");
}

/** Checks whether a site is the demo, by its `source.json`. A damaged file counts as a real site. */
function isDemo(sourceText: string): boolean {
	try {
		const source: Partial<Source> | null = JSON.parse(sourceText);
		return source?.demo === true;
	} catch {
		return false;
	}
}
