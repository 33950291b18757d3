import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lockBuilds } from "./lockBuilds.ts";

/** Folders of a project that a build replaces. */
const builtFolders = ["dist", "content/generated"];

/**
 * Replaces `dist` and `content/generated` by the results of a build, or leaves both unchanged after an error.
 * @param build creates one or both folders in the staging folder
 * @throws Error when another build is under way
 */
export async function replaceBuiltFolders(
	root: string,
	build: (stagingFolder: string) => Promise<unknown>,
): Promise<void> {
	const unlock = lockBuilds(join(root, ".cache"));
	const stagingFolder = join(root, ".cache/next");
	try {
		await restoreFolders(root, stagingFolder);
		await rm(stagingFolder, { recursive: true, force: true });
		await mkdir(stagingFolder, { recursive: true });
		try {
			await build(stagingFolder);
			await replaceFolders(root, stagingFolder);
		} finally {
			await restoreFolders(root, stagingFolder);
			await rm(stagingFolder, { recursive: true, force: true });
		}
	} finally {
		unlock();
	}
}

/** Returns the place of a replaced folder, until the new folder has its name. */
const trashOf = (stagingFolder: string, folder: string) => join(stagingFolder, "replaced", folder);

async function replaceFolders(root: string, stagingFolder: string): Promise<void> {
	for (const folder of builtFolders) {
		if (!existsSync(join(stagingFolder, folder))) continue;
		await move(join(root, folder), trashOf(stagingFolder, folder));
		await move(join(stagingFolder, folder), join(root, folder));
	}
}

/** Restores folders that a failed or killed build has moved, and not replaced. */
async function restoreFolders(root: string, stagingFolder: string): Promise<void> {
	for (const folder of builtFolders) {
		if (!existsSync(join(root, folder))) await move(trashOf(stagingFolder, folder), join(root, folder));
	}
}

async function move(from: string, to: string): Promise<void> {
	if (!existsSync(from)) return;
	await mkdir(dirname(to), { recursive: true });
	await rename(from, to);
}
