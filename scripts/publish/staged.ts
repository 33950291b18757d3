import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lockBuilds } from "./lockBuilds.ts";

/** The folders of a project that builds replace. */
const places = ["dist", "content/generated"];

/**
 * Makes `dist` and `content/generated`, or one of them, in a place of their own, and puts them where they belong when all
 * went well. Else everything is as it was before.
 * @param root the folder of the project
 * @param make makes them in a folder that is there for this build alone
 * @throws what `make` throws; Error when another build is under way
 */
export async function staged(root: string, make: (stage: string) => Promise<unknown>): Promise<void> {
	const unlock = await lockBuilds(join(root, ".cache"));
	const stage = join(root, ".cache/next");
	const trash = join(stage, "replaced");
	/** Whether it was taken away, and nothing has come in its place. */
	const isGone = (place: string) => existsSync(join(trash, place)) && !existsSync(join(root, place));
	try {
		// A build was killed while it replaced them, or could not put them back.
		for (const place of places.filter(isGone)) await rename(join(trash, place), join(root, place));
		await rm(stage, { recursive: true, force: true });
		await mkdir(stage, { recursive: true });
		await make(stage);
		await replaceFolders(root, stage, trash);
	} finally {
		if (!places.some(isGone)) await rm(stage, { recursive: true, force: true });
		await unlock();
	}
}

/** Puts new folders in the place of old ones by renames alone. When one rename fails, everything is as it was before. */
async function replaceFolders(root: string, stage: string, trash: string): Promise<void> {
	const undo: (() => Promise<void>)[] = [];
	const move = async (from: string, to: string) => {
		await mkdir(dirname(to), { recursive: true });
		await rename(from, to);
		undo.unshift(() => rename(to, from));
	};
	try {
		for (const place of places.filter((place) => existsSync(join(stage, place)))) {
			if (existsSync(join(root, place))) await move(join(root, place), join(trash, place));
			await move(join(stage, place), join(root, place));
		}
	} catch (error) {
		const faults: unknown[] = [];
		for (const step of undo) await step().catch((fault: unknown) => faults.push(fault));
		if (faults.length === 0) throw error;
		throw new AggregateError([error, ...faults], "Folders could be neither replaced nor put back.");
	}
}
