import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { localeCodes } from "../content/locales.ts";
import type { Snapshot, Snapshots } from "../content/snapshot.ts";

/** Writes each locale's snapshot as a JSON file. The same content gives the same bytes. */
export async function writeSnapshots(snapshots: Snapshots, folder: string): Promise<void> {
	for (const locale of localeCodes) {
		await writeFile(
			join(folder, `${locale}.json`),
			`${JSON.stringify(snapshots[locale], undefined, "\t")}\n`,
		);
	}
}

/** Reads a file that `writeSnapshots` wrote, without validating it again. */
export async function loadSnapshot(file: string | URL): Promise<Snapshot> {
	return JSON.parse(await readFile(file, "utf8")) as Snapshot;
}

export async function loadSnapshots(folder: string): Promise<Snapshots> {
	const files = localeCodes.map((locale) => join(folder, `${locale}.json`));
	const loaded = await Promise.all(files.map(loadSnapshot));
	return Object.fromEntries(loaded.map((snapshot) => [snapshot.locale, snapshot])) as Snapshots;
}
