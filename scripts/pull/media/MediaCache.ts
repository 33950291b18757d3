import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { linkFile } from "./linkFiles.ts";

/** Content of a new cache entry: JSON data (`facts`), and files by the suffix of their names, such as `-672.avif`. */
export type NewEntry<Facts> = { facts: Facts; files: Record<string, Uint8Array> };

/**
 * Manifest of a cache entry, stored as a JSON file in the entry's folder. `files` has the size of each file, in bytes.
 */
type Manifest<Facts> = { facts: Facts; files: Record<string, number> };

const manifestName = "facts.json";
const dayMs = 24 * 60 * 60 * 1000;

/** Cache of files that are costly to create. Each entry is a folder on disk. */
export class MediaCache {
	readonly #folder: string;
	/** Entries that were requested through this object, by cache key. */
	readonly #entries = new Map<string, Promise<Manifest<unknown>>>();
	missCount = 0;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/**
	 * Returns the JSON data (`facts`) of an entry. Creates the entry when the cache does not have it.
	 * @param key hash of everything that the entry depends on
	 */
	async obtain<Facts>(key: string, create: () => Promise<NewEntry<Facts>>): Promise<Facts> {
		const entry = this.#entries.get(key) ?? this.#loadOrStore(key, create);
		this.#entries.set(key, entry);
		const { facts } = await entry;
		return facts as Facts;
	}

	/** Returns the path of the file whose name is the cache key. Callers must not change the file. */
	pathOf(key: string): string {
		return join(this.#folder, key, key);
	}

	/** Hard-links the files of a cache entry into a folder. Callers must call `obtain` with the key first. */
	async linkFiles(key: string, folder: string): Promise<void> {
		const manifest = await this.#entries.get(key);
		const names = Object.keys(manifest?.files ?? {});
		await Promise.all(
			names.map((name) => linkFile(join(this.#folder, key, name), join(folder, name))),
		);
	}

	/** Removes the entries that no pull has requested for some days, and what interrupted processes have left. */
	async prune(maxUnusedDays: number): Promise<void> {
		for (const name of await readdir(this.#folder)) {
			const path = join(this.#folder, name);
			// An unfinished entry (`<key>.<UUID>`) has no manifest until it is complete.
			const isUnfinished = name.includes(".");
			const lastUseMs = await modifiedMs(isUnfinished ? path : join(path, manifestName));
			const maxAgeDays = isUnfinished ? 1 : maxUnusedDays;
			if (Date.now() - lastUseMs > maxAgeDays * dayMs)
				await rm(path, { recursive: true, force: true });
		}
	}

	async #loadOrStore(
		key: string,
		create: () => Promise<NewEntry<unknown>>,
	): Promise<Manifest<unknown>> {
		return (await this.#load(key)) ?? this.#store(key, await create());
	}

	/** Reads the manifest of an entry. Returns undefined when the entry does not exist or is damaged. */
	async #load(key: string): Promise<Manifest<unknown> | undefined> {
		const path = join(this.#folder, key);
		const manifestPath = join(path, manifestName);
		try {
			const manifest = JSON.parse(await readFile(manifestPath, "utf8")) as Manifest<unknown>;
			for (const [name, bytes] of Object.entries(manifest.files)) {
				const { size } = await stat(join(path, name));
				if (size !== bytes) return undefined;
			}
			// Updates the manifest's modification time, which `prune` takes as the time of the entry's last use.
			const now = new Date();
			await utimes(manifestPath, now, now);
			return manifest;
		} catch {
			return undefined;
		}
	}

	async #store(key: string, { facts, files }: NewEntry<unknown>): Promise<Manifest<unknown>> {
		const path = join(this.#folder, key);
		// The name is random, so that two processes that create the same entry write into different folders.
		const unfinished = `${path}.${randomUUID()}`;
		await mkdir(unfinished, { recursive: true });
		const manifest: Manifest<unknown> = { facts, files: {} };
		try {
			for (const [suffix, content] of Object.entries(files)) {
				await writeFile(join(unfinished, key + suffix), content);
				manifest.files[key + suffix] = content.byteLength;
			}
			await writeFile(join(unfinished, manifestName), JSON.stringify(manifest));
			await rm(path, { recursive: true, force: true });
			await rename(unfinished, path);
		} catch (error) {
			await rm(unfinished, { recursive: true, force: true });
			// Another process may have created the same entry at the same time.
			const other = await this.#load(key);
			if (!other) throw error;
			return other;
		}
		this.missCount++;
		return manifest;
	}
}

/** Returns the modification time of a file, or 0 when the file does not exist. */
async function modifiedMs(path: string): Promise<number> {
	const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
	return mtimeMs;
}
