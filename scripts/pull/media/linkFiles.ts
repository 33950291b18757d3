import { constants, copyFile, link, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listFiles } from "../../shared/listFiles.ts";

/** Creates a hard link to a file. On another file system, creates a copy instead. Callers must change neither file. */
export async function linkFile(from: string, to: string): Promise<void> {
	await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
		// File names contain a hash of the content, so an existing file has the same content.
		if (error.code === "EEXIST") return;
		await copyFile(from, to, constants.COPYFILE_FICLONE);
	});
}

/** Creates the folder `to`, with hard links to all files in the folder `from` and its subfolders. */
export async function linkFolder(from: string, to: string): Promise<void> {
	const names = await listFiles(from);
	const subfolders = new Set(["", ...names.map(dirname)]);
	for (const subfolder of subfolders) await mkdir(join(to, subfolder), { recursive: true });
	await Promise.all(names.map((name) => linkFile(join(from, name), join(to, name))));
}
