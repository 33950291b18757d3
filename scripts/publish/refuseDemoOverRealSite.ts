import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, serviceKeys } from "../../environment/environment.server.ts";

/** Name of the file in each built folder that records whether the folder comes from the demo. */
const sourceFile = "source.json";

const formatSource = (demo: boolean): string => `${JSON.stringify({ demo })}\n`;

export async function recordContentSource(folder: string, { demo }: Environment): Promise<void> {
	await writeFile(join(folder, sourceFile), formatSource(demo));
}

/** Throws an Error when a build of the demo, for example after `.env` was lost, would replace a real site. */
export async function refuseDemoOverRealSite(
	{ demo, isDemoIntended }: Environment,
	folder: string,
): Promise<void> {
	if (!demo || isDemoIntended || (await isEmptyOrDemo(folder))) return;
	const reason = `${folder} holds what was made for a real practice, and without keys the demo would take its place.`;
	const keys = `Set ${serviceKeys.join(", ")} again (is .env missing?).`;
	throw new Error(`${reason} ${keys} If you want the demo here, set DEMO=1, or delete ${folder}.`);
}

/** Checks whether a folder is missing or empty, or records that it comes from the demo. */
export async function isEmptyOrDemo(folder: string): Promise<boolean> {
	const names = await readdir(folder).catch(() => []);
	if (names.length === 0) return true;
	const source = await readFile(join(folder, sourceFile), "utf8").catch(() => undefined);
	return source === formatSource(true);
}
