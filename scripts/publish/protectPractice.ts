import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, serviceKeys } from "../../site/environment.server.ts";
import { headersFile } from "../render/hostRules.ts";
import { isVersionId } from "./Versions.ts";

/** File that records whether a site or its content was made from the demo. It is never published. */
const sourceFile = "source.json";

type Source = { demo: boolean };

/** Records whether the content of a folder was made from the demo or from a real practice. */
export async function recordSource(folder: string, { demo }: Environment): Promise<void> {
	const source: Source = { demo };
	await writeFile(join(folder, sourceFile), `${JSON.stringify(source)}\n`);
}

/**
 * Refuses to replace the site of a real practice by the demo site, which would happen when `.env` is lost. `DEMO=1` allows it.
 * @param folders folders of sites, contents or versions; a missing folder counts as empty
 * @param place folder that the error names. Default: the folder that contains the real practice's site or content
 * @throws Error that names the folder and the remedies
 */
export async function protectPractice(
	{ demo, isDemoIntended }: Environment,
	folders: readonly string[],
	place?: string,
): Promise<void> {
	if (!demo || isDemoIntended) return;
	for (const folder of folders) {
		if (!(await isRealPractice(folder))) continue;
		const named = place ?? folder;
		const reason = `${named} holds what was made for a real practice, and without keys the demo would take its place.`;
		const keys = `Set ${serviceKeys.join(", ")} again (is .env missing?).`;
		throw new Error(`${reason} ${keys} If you want the demo here, set DEMO=1, or delete ${named}.`);
	}
}

/**
 * Lists the folders of all versions from all sources.
 * @param folder contains a folder of versions for each source
 */
export async function listVersionFolders(folder: string): Promise<string[]> {
	const sources = await readdir(folder).catch(() => []);
	const listVersions = async (source: string) => {
		const names = await readdir(join(folder, source)).catch(() => []);
		return names.filter(isVersionId).map((name) => join(folder, source, name));
	};
	return (await Promise.all(sources.map(listVersions))).flat();
}

async function isRealPractice(folder: string): Promise<boolean> {
	const read = (path: string) => readFile(join(folder, path), "utf8").catch(() => undefined);
	const record = await read(sourceFile);
	if (record !== undefined) return !isDemo(record);
	// Versions of earlier releases have no record. A site that search engines may index is a real practice.
	const headers = await read(join("client", headersFile));
	return headers !== undefined && !headers.includes("X-Robots-Tag: noindex");
}

/** @param record text of a source file; a damaged one counts as that of a real practice */
function isDemo(record: string): boolean {
	try {
		const source: Partial<Source> | null = JSON.parse(record);
		return source?.demo === true;
	} catch {
		return false;
	}
}
