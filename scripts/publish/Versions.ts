import { hash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../site/environment.server.ts";
import { listFiles, listNewest } from "../shared/listFiles.ts";
import { replaceFile } from "../shared/replaceFile.ts";
import { isRunning } from "./lockBuilds.ts";

/** File in a version's folder that describes the version. */
const descriptionFile = "version.json";

type VersionDescription = {
	/** Name of the version's folder. */
	id: string;
	/** Hash of the code and content that the version was made from. Versions with the same hash differ only in dates. */
	inputs: string;
	/** Sizes of the site's files in bytes, by path. Pictures are hard links to the media cache and count as 0. */
	files: Record<string, number>;
};

/**
 * Writes the description of a version into its folder, which marks the version as complete.
 * @param folder holds the site in `client` and the snapshots in `content`
 */
export async function describeVersion(
	folder: string,
	{ id, inputs }: Pick<VersionDescription, "id" | "inputs">,
): Promise<void> {
	const description: VersionDescription = { id, inputs, files: await measureFiles(join(folder, "client")) };
	await writeFile(join(folder, descriptionFile), JSON.stringify(description));
}

/** @returns undefined when the folder has no readable description */
async function readDescription(folder: string): Promise<VersionDescription | undefined> {
	try {
		return JSON.parse(await readFile(join(folder, descriptionFile), "utf8"));
	} catch {
		return undefined;
	}
}

/** Checks whether a folder holds the complete version `id`, with every file as it was written. */
async function isComplete(folder: string, id: string): Promise<boolean> {
	const description = await readDescription(folder);
	if (description?.id !== id) return false;
	try {
		const sizes = await measureFiles(join(folder, "client"));
		return Object.entries(description.files).every(([path, size]) => sizes[path] === size);
	} catch {
		return false;
	}
}

async function measureFiles(folder: string): Promise<Record<string, number>> {
	const measure = async (path: string) => {
		const size = path.startsWith("media/") ? 0 : (await stat(join(folder, path))).size;
		return [path, size] as const;
	};
	const paths = await listFiles(folder);
	return Object.fromEntries(await Promise.all(paths.map(measure)));
}

/** Number of complete versions that are kept beside the live one, for a roll back. */
const keptVersions = 3;

/**
 * Returns the name of a source: the services that the content comes from, and the address of the site. Each source has versions
 * of its own.
 * @returns a hash of sixteen hexadecimal digits, which reveals no key
 */
export function sourceOf({ demo, preview, contentful, stripe, site }: Environment): string {
	const { apiUrl, spaceId, environment } = contentful;
	// The ports of the demo's services do not matter.
	const source = demo ? [] : [apiUrl, spaceId, environment, stripe.apiUrl, hash("sha256", stripe.key)];
	return hash("sha256", JSON.stringify([demo, preview, site.url, ...source])).slice(0, 16);
}

/**
 * Versions of the site from one source. A version is a folder, which a rename puts in place and which never changes afterwards.
 * A rename also replaces the file `live`, which names the live version.
 * Servers on several ports may use the same versions. The file `shown.<process id>` names the version that a server serves, and
 * no other server removes that version. The file `held` names a version to which the administrator has rolled back: nothing newer
 * is published while it exists.
 */
export class Versions {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/**
	 * Finds the version that a starting server serves: the one to which `npm run versions` has rolled back, or else the live one.
	 * When that version is damaged or missing, the newest complete version takes its place. Removes damaged versions, so that they can be created again.
	 * @returns the id of the version, or undefined when there is none
	 */
	async findServable(): Promise<string | undefined> {
		const preferred = (await this.readHeld()) ?? (await this.readLive()) ?? "";
		const newestFirst = (await this.list()).map(({ id }) => id);
		const others = newestFirst.filter((id) => id !== preferred);
		const candidates = newestFirst.includes(preferred) ? [preferred, ...others] : others;
		for (const id of candidates) {
			if (await isComplete(this.folderOf(id), id)) return id;
			await rm(this.folderOf(id), { recursive: true, force: true });
		}
		return undefined;
	}

	/** Reads the id of the live version; undefined before the first one. */
	readLive(): Promise<string | undefined> {
		return readId(join(this.#folder, "live"));
	}

	/** Reads the id of the version to which the administrator has rolled back, if there is one. */
	readHeld(): Promise<string | undefined> {
		return readId(join(this.#folder, "held"));
	}

	/**
	 * Rolls back to a version: running servers serve it within a second, and publish nothing newer until `release`.
	 * @throws Error when there is no such version, or when it is damaged
	 */
	async hold(id: string): Promise<void> {
		if (!(await isComplete(this.folderOf(id), id))) throw new Error(`There is no complete version ${id}.`);
		await replaceFile(join(this.#folder, "held"), id);
	}

	/** Ends a roll back, so that running servers publish new versions again. */
	async release(): Promise<void> {
		await rm(join(this.#folder, "held"), { force: true });
	}

	/** Lists all versions with the times at which they were made, the newest first. */
	async list(): Promise<{ id: string; madeAt: Date }[]> {
		const entries = await listNewest(this.#folder).catch(() => []);
		const versions = entries.filter(({ name }) => isVersionId(name));
		return versions.map(({ name, mtimeMs }) => ({ id: name, madeAt: new Date(mtimeMs) }));
	}

	/** Returns the folder of a version. */
	folderOf(id: string): string {
		return join(this.#folder, id);
	}

	/** Reads the hash of the code and content that a version was made from; undefined when it is not recorded. */
	async readInputs(id: string): Promise<string | undefined> {
		const description = await readDescription(this.folderOf(id));
		return description?.inputs;
	}

	/**
	 * Creates an empty folder for a new version, and removes the folders of builds that were killed.
	 * @throws Error that names the folder when it cannot be written to
	 */
	async createStage(): Promise<string> {
		// On a read-only disk, Node's own message is "no such file", which would mislead.
		const refuse = ({ code }: NodeJS.ErrnoException) => {
			throw new Error(
				`${this.#folder} cannot be written to (${code}). Check that the disk is neither full nor read-only.`,
			);
		};
		await mkdir(this.#folder, { recursive: true }).catch(refuse);
		await this.#removeEnded("next");
		const stage = join(this.#folder, `next.${process.pid}`);
		await rm(stage, { recursive: true, force: true });
		await mkdir(stage).catch(refuse);
		return stage;
	}

	/** Moves a finished version from its stage to its own folder. */
	async add(id: string, stage: string): Promise<void> {
		const folder = this.folderOf(id);
		try {
			await rename(stage, folder);
		} catch {
			// The rename fails when the folder exists, for example because another server has just created the same version.
			if (await isComplete(folder, id)) {
				const now = new Date();
				await utimes(folder, now, now);
				return;
			}
			await rm(folder, { recursive: true, force: true });
			await rename(stage, folder);
		}
	}

	/** Sets the live version. */
	async switchTo(id: string): Promise<void> {
		await this.protect(id);
		await replaceFile(join(this.#folder, "live"), id);
	}

	/** Protects a version from being removed by other servers, until this process ends or protects another version. */
	async protect(id: string): Promise<void> {
		await writeFile(join(this.#folder, `shown.${process.pid}`), id);
	}

	/**
	 * Removes old versions, except for those that other servers serve.
	 * @param live id of the live version, which is never removed
	 */
	async prune(live: string): Promise<void> {
		const files = await this.#removeEnded("shown");
		const shown: (string | undefined)[] = await Promise.all(files.map((file) => readFile(file, "utf8")));
		shown.push(await this.readHeld());
		const newestFirst = (await this.list()).map(({ id }) => id);
		const old = newestFirst.filter((id) => id !== live).slice(keptVersions);
		for (const id of old) {
			if (!shown.includes(id)) await rm(this.folderOf(id), { recursive: true, force: true });
		}
	}

	/**
	 * Removes the files or folders `<kind>.<process id>` of processes that have ended.
	 * @param kind `next`: the folder in which a process creates a version; `shown`: the file that names the version it serves
	 * @returns the paths of those that belong to running processes
	 */
	async #removeEnded(kind: "next" | "shown"): Promise<string[]> {
		const running: string[] = [];
		for (const name of await readdir(this.#folder)) {
			const [prefix, pid] = name.split(".");
			if (prefix !== kind) continue;
			const path = join(this.#folder, name);
			if (isRunning(Number(pid))) running.push(path);
			else await rm(path, { recursive: true, force: true });
		}
		return running;
	}
}

/** Reads the id of a version from a file; undefined when it is missing or empty. */
async function readId(path: string): Promise<string | undefined> {
	const text = await readFile(path, "utf8").catch(() => "");
	return text || undefined;
}

/** Checks whether a file name is that of a version's folder. */
export const isVersionId = (name: string): boolean => /^[0-9a-f]{16}$/.test(name);
