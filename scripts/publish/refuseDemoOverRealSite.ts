import { glob, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Environment, serviceKeys } from "../../environment/environment.server.ts";
import { descriptionFile } from "./Versions.ts";

/** Name of the file in each built folder that records whether the folder comes from the demo. */
const sourceFile = "source.json";

function formatSource(demo: boolean): string {
	return `${JSON.stringify({ demo })}\n`;
}

export async function recordContentSource(folder: string, { demo }: Environment): Promise<void> {
	await writeFile(join(folder, sourceFile), formatSource(demo));
}

/** Throws an Error when a build of the demo, for example after `.env` was lost, would replace a real site. */
export async function refuseDemoOverRealSite(
	{ demo, isDemoIntended }: Environment,
	folders: readonly string[],
	place?: string,
): Promise<void> {
	if (!demo || isDemoIntended) return;
	for (const folder of folders) {
		if (await isEmptyOrDemo(folder)) continue;
		const named = place ?? folder;
		const reason = `${named} holds what was made for a real practice, and without keys the demo would take its place.`;
		const keys = `Set ${serviceKeys.join(", ")} again (is .env missing?).`;
		throw new Error(`${reason} ${keys} If you want the demo here, set DEMO=1, or delete ${named}.`);
	}
}

/** Lists the version folders of all sites. Each site has its own subfolder of `folder`. */
export async function listVersionFolders(folder: string): Promise<string[]> {
	const versions: string[] = [];
	for await (const path of glob(`*/*/${descriptionFile}`, { cwd: folder })) versions.push(join(folder, dirname(path)));
	return versions;
}

/** Checks whether a folder is missing or empty, or records that it comes from the demo. */
async function isEmptyOrDemo(folder: string): Promise<boolean> {
	const names = await readdir(folder).catch(() => []);
	if (names.length === 0) return true;
	const source = await readFile(join(folder, sourceFile), "utf8").catch(() => undefined);
	return source === formatSource(true);
}
