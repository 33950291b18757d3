import { constants, copyFile, link, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listFiles } from "../../shared/listFiles.ts";

/** Creates a hard link to a file, or a copy on another file system. Neither file may be changed later: a link shares its content. */
export async function linkFile(from: string, to: string): Promise<void> {
	await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
		// File names contain a hash of the content, so an existing file has the same content.
		if (error.code === "EEXIST") return;
		await copyFile(from, to, constants.COPYFILE_FICLONE);
	});
}

/** Links all files of a folder and its subfolders into another folder, which is created. */
export async function linkFolder(from: string, to: string): Promise<void> {
	const names = await listFiles(from);
	const subfolders = new Set(["", ...names.map(dirname)]);
	for (const subfolder of subfolders) await mkdir(join(to, subfolder), { recursive: true });
	await Promise.all(names.map((name) => linkFile(join(from, name), join(to, name))));
}
