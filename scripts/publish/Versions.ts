import { hash } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../environment/environment.server.ts";
import { listFiles, listNewestFirst } from "../shared/listFiles.ts";
import { replaceFile } from "../shared/replaceFile.ts";
import { lockBuilds } from "./lockBuilds.ts";

/** Name of the file that describes a version (one published build of the site). The file is in the version's folder. */
export const descriptionFile = "version.json";

type VersionDescription = {
	id: string;
	/** Size of each file of the site, in bytes, by path. Files in `media/` have 0, because `MediaCache` checks them. */
	files: Record<string, number>;
};

/** Writes the description of a version. A version without a description is incomplete. */
export async function writeVersionDescription(folder: string, id: string): Promise<void> {
	const files = await measureFiles(join(folder, "client"));
	const description: VersionDescription = { id, files };
	await writeFile(join(folder, descriptionFile), JSON.stringify(description));
}

/**
 * Checks whether a folder contains the version `id`, and whether each file has the size that the version's description
 * records.
 */
async function isComplete(folder: string, id: string): Promise<boolean> {
	try {
		const description: VersionDescription = JSON.parse(await readFile(join(folder, descriptionFile), "utf8"));
		if (description.id !== id) return false;
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

/** Number of old versions to keep, so that the administrator can roll back to them. */
const keptVersions = 3;

/** Returns the name of the folder for all versions of a site: a hash that reveals no key. */
export function computeSiteId({ demo, contentful, stripe, site }: Environment): string {
	const { apiUrl, spaceId, environment: contentfulEnvironment } = contentful;
	// The id of a demo site excludes the services' addresses, because their ports change at each start.
	const source = demo ? [] : [apiUrl, spaceId, contentfulEnvironment, stripe.apiUrl, hash("sha256", stripe.key)];
	return hash("sha256", JSON.stringify([demo, site.url, ...source])).slice(0, 16);
}

/** Versions (published builds) of one site, in a folder. */
export class Versions {
	readonly #folder: string;
	readonly #liveFile: string;
	/** File with the id of the version to which the administrator has rolled back. */
	readonly #rollbackFile: string;

	constructor(folder: string) {
		this.#folder = folder;
		this.#liveFile = join(folder, "live");
		// The name is that of earlier releases, so that an update of the server does not end a rollback.
		this.#rollbackFile = join(folder, "held");
	}

	/**
	 * Returns the id of the version to serve: the target of a rollback, or else the live version, or else the newest.
	 * Removes each incomplete version on the way, and returns undefined when none is complete.
	 */
	async findServable(): Promise<string | undefined> {
		const preferred = (await this.readRollback()) ?? (await this.readLive()) ?? "";
		const newestFirst = (await this.list()).map(({ id }) => id);
		const others = newestFirst.filter((id) => id !== preferred);
		const candidates = newestFirst.includes(preferred) ? [preferred, ...others] : others;
		for (const id of candidates) {
			if (await isComplete(this.folderOf(id), id)) return id;
			// If the folder cannot be removed, an older version is still better than none.
			await rm(this.folderOf(id), { recursive: true, force: true }).catch(() => {});
		}
		return undefined;
	}

	/** Reads the id of the live version. Undefined when nothing has been published yet. */
	readLive(): Promise<string | undefined> {
		// When the file cannot be read, the newest version is served.
		return readId(this.#liveFile).catch(() => undefined);
	}

	/** Reads the id of the version to which the administrator has rolled back. Undefined when there is no rollback. */
	readRollback(): Promise<string | undefined> {
		return readId(this.#rollbackFile);
	}

	/**
	 * Rolls back to a version: until `endRollback` is called, servers serve this version and publish no newer one.
	 * @throws Error when the version does not exist or is damaged
	 */
	async rollBack(id: string): Promise<void> {
		if (!(await isComplete(this.folderOf(id), id))) throw new Error(`There is no complete version ${id}.`);
		await replaceFile(this.#rollbackFile, id);
	}

	/** Ends the rollback that `rollBack` started, so that servers publish new versions again. */
	async endRollback(): Promise<void> {
		await rm(this.#rollbackFile, { force: true });
	}

	/** Lists all versions with the times at which they were created, newest first. */
	async list(): Promise<{ id: string; madeAt: Date }[]> {
		const entries = await listNewestFirst(this.#folder).catch(() => []);
		const versions = entries.filter(({ name }) => isVersionId(name));
		return versions.map(({ name, mtimeMs }) => ({ id: name, madeAt: new Date(mtimeMs) }));
	}

	folderOf(id: string): string {
		return join(this.#folder, id);
	}

	/**
	 * Calls `build` with an empty temporary folder for a new version, and removes the folder afterwards.
	 * @throws Error when the folder of versions is not writable, or when another server builds in it
	 */
	async withStagingFolder(build: (stagingFolder: string) => Promise<void>): Promise<void> {
		// Replaces Node's message, because recursive `mkdir` reports a read-only disk as "no such file".
		const refuse = ({ code }: NodeJS.ErrnoException) => {
			throw new Error(
				`${this.#folder} cannot be written to (${code}). Check that the disk is neither full nor read-only, and that the folder belongs to the user who runs this.`,
			);
		};
		await mkdir(this.#folder, { recursive: true }).catch(refuse);
		const unlock = lockBuilds(this.#folder);
		const stagingFolder = join(this.#folder, "next");
		try {
			// A killed build may have left the folder.
			await rm(stagingFolder, { recursive: true, force: true });
			await mkdir(stagingFolder).catch(refuse);
			await build(stagingFolder);
		} finally {
			await rm(stagingFolder, { recursive: true, force: true });
			unlock();
		}
	}

	/**
	 * Moves a completed version from its temporary folder to its permanent folder.
	 * @param stagingFolder path of the temporary folder
	 */
	async add(id: string, stagingFolder: string): Promise<void> {
		const folder = this.folderOf(id);
		try {
			await rename(stagingFolder, folder);
		} catch {
			// Keeps the existing folder when it is complete, for example when the content is as it was before.
			if (await isComplete(folder, id)) {
				const now = new Date();
				await utimes(folder, now, now);
				return;
			}
			await rm(folder, { recursive: true, force: true });
			await rename(stagingFolder, folder);
		}
	}

	async setLive(id: string): Promise<void> {
		await replaceFile(this.#liveFile, id);
	}

	/**
	 * Removes old versions, except the target of a rollback.
	 * @param live id of the live version
	 */
	async prune(live: string): Promise<void> {
		const rollbackId = await this.readRollback();
		const newestFirst = (await this.list()).map(({ id }) => id);
		const old = newestFirst.filter((id) => id !== live).slice(keptVersions);
		for (const id of old) {
			if (id !== rollbackId) await rm(this.folderOf(id), { recursive: true, force: true });
		}
	}
}

/**
 * Reads the id of a version from a file. Undefined when the file is missing or empty.
 * @throws Error when the file cannot be read, because a rollback must not end for that reason
 */
async function readId(path: string): Promise<string | undefined> {
	const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "ENOENT") throw error;
	});
	return text || undefined;
}

/** Checks whether a name has the form of a version's id. A version's folder is named after its id. */
const isVersionId = (name: string): boolean => /^[0-9a-f]{16}$/.test(name);
