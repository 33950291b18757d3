import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { discardFolder } from "../../shared/emptyFolder.ts";
import { listNewestFirst } from "../../shared/listFiles.ts";
import { readManifest, writeManifest } from "../../shared/manifest.ts";

/** Content of a new cache entry: JSON data (`facts`), and files by the suffix of their names, such as `-672.avif`. */
export type NewEntry<Facts> = { facts: Facts; files: Record<string, Uint8Array> };

const dayMs = 24 * 60 * 60 * 1000;

/** Cache of files that are costly to create. Each entry is a folder on disk, whose modification time is its last use. */
export class MediaCache {
	readonly #folder: string;
	missCount = 0;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/**
	 * Returns the JSON data (`facts`) of an entry. Creates the entry when the cache does not have it, or has it damaged.
	 * @param key hash of everything that the entry depends on
	 * @param create may also write files into the folder that it receives, under names that begin with the key
	 */
	async obtain<Facts>(
		key: string,
		create: (folder: string) => Promise<NewEntry<Facts>>,
	): Promise<Facts> {
		const entry = join(this.#folder, key);
		if (!readManifest(entry)) await this.#store(key, create);
		const now = new Date();
		await utimes(entry, now, now);
		return readManifest<Facts>(entry)?.facts as Facts;
	}

	/** Returns the path of the file whose name is the cache key. Callers must not change the file. */
	pathOf(key: string): string {
		return join(this.#folder, key, key);
	}

	/** Hard-links the files of a cache entry into a folder. Callers must call `obtain` with the key first. */
	async linkFiles(key: string, folder: string): Promise<void> {
		const entry = join(this.#folder, key);
		const names = Object.keys(readManifest(entry)?.sizes ?? {});
		await Promise.all(names.map((name) => linkFile(join(entry, name), join(folder, name))));
	}

	/**
	 * Removes the entries that no pull has requested for some days, and what interrupted processes have left. Does nothing
	 * while the cache has not grown.
	 */
	async prune({ maxUnusedDays }: { maxUnusedDays: number }): Promise<void> {
		if (this.missCount === 0) return;
		for (const { name, mtimeMs } of await listNewestFirst(this.#folder)) {
			if (Date.now() - mtimeMs > maxUnusedDays * dayMs)
				await rm(join(this.#folder, name), { recursive: true, force: true });
		}
	}

	/** Writes an entry into a folder of its own, and renames that, so that an interruption leaves no part of an entry. */
	async #store(key: string, create: (folder: string) => Promise<NewEntry<unknown>>): Promise<void> {
		const entry = join(this.#folder, key);
		const unfinished = `${entry}.${randomUUID()}`;
		try {
			await mkdir(unfinished, { recursive: true });
			const { facts, files } = await create(unfinished);
			for (const [suffix, content] of Object.entries(files))
				await writeFile(join(unfinished, key + suffix), content);
			await writeManifest(unfinished, facts);
			await replaceEntry(unfinished, entry);
			this.missCount++;
		} finally {
			await discardFolder(unfinished);
		}
	}
}

/**
 * Renames a finished entry. Keeps an intact one, which another process, or another asset with the same picture, has
 * created at the same time; a damaged one is removed.
 */
async function replaceEntry(unfinished: string, entry: string): Promise<void> {
	try {
		await rename(unfinished, entry);
	} catch {
		if (readManifest(entry)) return;
		await rm(entry, { recursive: true, force: true });
		await rename(unfinished, entry);
	}
}

/** Creates a hard link to a file. On another file system, creates a copy instead. Callers must change neither file. */
export async function linkFile(from: string, to: string): Promise<void> {
	await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
		// File names contain a hash of the content, so an existing file has the same content.
		if (error.code === "EEXIST") return;
		await copyFile(from, to, constants.COPYFILE_FICLONE);
	});
}
