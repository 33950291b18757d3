import { constants, copyFile, link, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listFiles } from "../../shared/listFiles.ts";

/** Gives a file a second name, which costs no space; across file systems it is copied. Neither may be written to. */
export async function linkFile(from: string, to: string): Promise<void> {
	await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
		// Names are made of the content: what is there already is the same.
		if (error.code === "EEXIST") return;
		await copyFile(from, to, constants.COPYFILE_FICLONE);
	});
}

/** Links all files of a folder, and of the folders in it, into another that need not exist. */
export async function linkFolder(from: string, to: string): Promise<void> {
	const names = await listFiles(from);
	for (const folder of new Set(["", ...names.map(dirname)])) await mkdir(join(to, folder), { recursive: true });
	await Promise.all(names.map((name) => linkFile(join(from, name), join(to, name))));
}
