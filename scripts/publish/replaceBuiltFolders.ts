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
	const unlock = await lockBuilds(join(root, ".cache"));
	const stagingFolder = join(root, ".cache/next");
	const trash = join(stagingFolder, "replaced");
	const isInTrash = (folder: string) => existsSync(join(trash, folder)) && !existsSync(join(root, folder));
	try {
		// Restores folders that a killed build left in the trash.
		for (const folder of builtFolders.filter(isInTrash)) await rename(join(trash, folder), join(root, folder));
		await rm(stagingFolder, { recursive: true, force: true });
		await mkdir(stagingFolder, { recursive: true });
		await build(stagingFolder);
		await replaceFolders(root, stagingFolder, trash);
	} finally {
		const isTrashEmpty = !builtFolders.some(isInTrash);
		if (isTrashEmpty) await rm(stagingFolder, { recursive: true, force: true });
		unlock();
	}
}

/**
 * Replaces the project's folders by the folders that the build has created in `stagingFolder`. Renames the folders, and
 * undoes all renames when one rename fails.
 */
async function replaceFolders(root: string, stagingFolder: string, trash: string): Promise<void> {
	const undoSteps: (() => Promise<void>)[] = [];
	const move = async (from: string, to: string) => {
		await mkdir(dirname(to), { recursive: true });
		await rename(from, to);
		undoSteps.unshift(() => rename(to, from));
	};
	const newFolders = builtFolders.filter((folder) => existsSync(join(stagingFolder, folder)));
	try {
		for (const folder of newFolders) {
			if (existsSync(join(root, folder))) await move(join(root, folder), join(trash, folder));
			await move(join(stagingFolder, folder), join(root, folder));
		}
	} catch (error) {
		const undoFaults: unknown[] = [];
		for (const undo of undoSteps) await undo().catch((fault: unknown) => undoFaults.push(fault));
		if (undoFaults.length === 0) throw error;
		throw new AggregateError([error, ...undoFaults], "Folders could be neither replaced nor put back.");
	}
}
