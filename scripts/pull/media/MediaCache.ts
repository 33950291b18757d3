import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { linkFile } from "./linkFiles.ts";

/** Derived data of a file: facts that can be stored as JSON, and files by the suffix of their names. */
export type Made<Facts> = { facts: Facts; files: Record<string, Uint8Array> };

/** An entry as it is described beside its files: their sizes in bytes, by name. */
type Description<Facts> = { facts: Facts; files: Record<string, number> };

const description = "entry.json";
const day = 24 * 60 * 60 * 1000;

/**
 * Files that are costly to make, kept from one pull to the next. An entry is a folder that appears whole, by a rename,
 * and one that has been damaged since is made again.
 */
export class MediaCache {
	readonly #folder: string;
	/** The entries of this pull, under way or there. */
	readonly #entries = new Map<string, Promise<Description<unknown>>>();
	/** Number of cache misses. */
	made = 0;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/**
	 * The facts of an entry, which is made when it is not there.
	 * @param key made of everything that the entry depends on; letters and digits
	 * @throws what `make` throws
	 */
	async obtain<Facts>(key: string, make: () => Promise<Made<Facts>>): Promise<Facts> {
		const entry = this.#entries.get(key) ?? this.#load(key).then((known) => known ?? this.#make(key, make));
		this.#entries.set(key, entry);
		return (await entry).facts as Facts;
	}

	/** Returns the path of an entry's main file, whose name is the key. It must not be written to. */
	pathOf(key: string): string {
		return join(this.#folder, key, key);
	}

	/** Puts the files of an entry that was obtained into a folder. */
	async publish(key: string, folder: string): Promise<void> {
		const { files } = (await this.#entries.get(key)) ?? { files: {} };
		await Promise.all(Object.keys(files).map((name) => linkFile(join(this.#folder, key, name), join(folder, name))));
	}

	/**
	 * Removes entries that this pull has not used: those not used for `days`, then the longest unused until all
	 * together have at most `bytes`. What an interrupted pull has left goes after a day.
	 */
	async prune({ days = 30, bytes = 1024 ** 3 } = {}): Promise<void> {
		const now = Date.now();
		const entries = [];
		for (const name of await readdir(this.#folder)) {
			const path = join(this.#folder, name);
			const isWhole = !name.includes(".");
			const { mtimeMs } = await stat(isWhole ? join(path, description) : path).catch(() => ({ mtimeMs: 0 }));
			if (!isWhole && now - mtimeMs > day) await rm(path, { recursive: true, force: true });
			if (isWhole) entries.push({ path, used: this.#entries.has(name), mtimeMs, size: await sizeOf(path) });
		}
		let total = entries.reduce((sum, { size }) => sum + size, 0);
		for (const { path, used, mtimeMs, size } of entries.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
			if (used || (now - mtimeMs <= days * day && total <= bytes)) continue;
			await rm(path, { recursive: true, force: true });
			total -= size;
		}
	}

	async #load(key: string): Promise<Description<unknown> | undefined> {
		const path = join(this.#folder, key);
		try {
			const known = JSON.parse(await readFile(join(path, description), "utf8")) as Description<unknown>;
			const isThere = Object.entries(known.files).map(
				async ([name, size]) => (await stat(join(path, name))).size === size,
			);
			if ((await Promise.all(isThere)).includes(false)) return undefined;
			// When it was last used.
			await utimes(join(path, description), new Date(), new Date());
			return known;
		} catch {
			return undefined;
		}
	}

	async #make(key: string, make: () => Promise<Made<unknown>>): Promise<Description<unknown>> {
		const { facts, files } = await make();
		const path = join(this.#folder, key);
		// Its name is that of no other attempt, whether an earlier one has left it or another is at work.
		const next = `${path}.${randomUUID()}`;
		await mkdir(next, { recursive: true });
		const sizes: Record<string, number> = {};
		try {
			for (const [suffix, content] of Object.entries(files)) {
				await writeFile(join(next, key + suffix), content);
				sizes[key + suffix] = content.byteLength;
			}
			await writeFile(join(next, description), JSON.stringify({ facts, files: sizes }));
			await rm(path, { recursive: true, force: true });
			await rename(next, path);
		} catch (error) {
			await rm(next, { recursive: true, force: true });
			throw error;
		}
		this.made++;
		return { facts, files: sizes };
	}
}

/** Returns the size of an entry's files, in bytes. */
async function sizeOf(folder: string): Promise<number> {
	const names = (await readdir(folder).catch(() => [])).filter((name) => name !== description);
	const stats = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => ({ size: 0 }))));
	return stats.reduce((sum, { size }) => sum + size, 0);
}
