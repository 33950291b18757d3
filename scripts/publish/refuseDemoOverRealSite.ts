import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, serviceKeys } from "../../environment/environment.server.ts";
import { sourceFile } from "../shared/indexNow.js";

export async function recordContentSource(
	folder: string,
	{ demo, site, indexNowUrl }: Environment,
): Promise<void> {
	await writeFile(join(folder, sourceFile), JSON.stringify({ demo, site, indexNowUrl }));
}

/** Throws an Error when a build of the demo, for example after `.env` was lost, would replace a real site. */
export async function refuseDemoOverRealSite(
	{ demo, isDemoIntended }: Environment,
	folder: string,
): Promise<void> {
	if (!demo || isDemoIntended || (await isOfDemo(folder)) !== false) return;
	const reason = `${folder} holds what was made for a real practice, and without keys the demo would take its place.`;
	const keys = `Set ${serviceKeys.join(", ")} again (is .env missing?).`;
	throw new Error(`${reason} ${keys} If you want the demo here, set DEMO=1, or delete ${folder}.`);
}

/** Checks whether a folder was made for the demo. Returns undefined when nothing was made there. */
export async function isOfDemo(folder: string): Promise<boolean | undefined> {
	const source = await readFile(join(folder, sourceFile), "utf8").catch(() => undefined);
	return source?.includes('"demo":true');
}
