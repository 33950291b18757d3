import { hash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../site/environment.server.ts";
import { listFiles, listNewestFirst } from "../shared/listFiles.ts";
import { replaceFile } from "../shared/replaceFile.ts";
import { isProcessRunning } from "./lockBuilds.ts";

/** Name of the file that describes a version (one published build of the site). The file is in the version's folder. */
const descriptionFile = "version.json";

type VersionDescription = {
	/** Name of the version's folder. */
	id: string;
	/**
	 * Hash of the source code and content from which the version was built. Versions with the same hash differ only in
	 * the dates of pages.
	 */
	inputs: string;
	/**
	 * Sizes of the site's files, in bytes, by path. Pictures count as 0, because they are hard links to the media cache,
	 * which checks their sizes.
	 */
	files: Record<string, number>;
};

/**
 * Writes a description of a version into the version's folder. The description marks the version as complete.
 * @param folder folder of the version, which contains the site in `client`
 */
export async function writeVersionDescription(
	folder: string,
	{ id, inputs }: Pick<VersionDescription, "id" | "inputs">,
): Promise<void> {
	const description: VersionDescription = { id, inputs, files: await measureFiles(join(folder, "client")) };
	await writeFile(join(folder, descriptionFile), JSON.stringify(description));
}

/** Reads the description of a version. Returns undefined when the folder has no readable description. */
async function readDescription(folder: string): Promise<VersionDescription | undefined> {
	try {
		return JSON.parse(await readFile(join(folder, descriptionFile), "utf8"));
	} catch {
		return undefined;
	}
}

/**
 * Checks whether a folder contains the version `id`, and whether each file has the size that the version's description
 * records.
 */
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

/** Number of old versions to keep, so that the administrator can roll back to them. */
const keptVersions = 3;

/**
 * Returns the name of the folder that contains all versions of one site. The name is a hash of the site's address,
 * Contentful space, Stripe account and similar settings.
 * @returns sixteen hexadecimal digits, which reveal no key
 */
export function computeSiteId({ demo, preview, contentful, stripe, site }: Environment): string {
	const { apiUrl, spaceId, environment } = contentful;
	// The demo's services listen on other ports at each start. Their addresses are left out, because otherwise each start
	// would use a new folder.
	const source = demo ? [] : [apiUrl, spaceId, environment, stripe.apiUrl, hash("sha256", stripe.key)];
	return hash("sha256", JSON.stringify([demo, preview, site.url, ...source])).slice(0, 16);
}

/**
 * Versions (published builds) of one site. Each version is a folder. A version is built in a temporary folder, which is
 * renamed when it is complete. The files of a version never change afterwards.
 * Several servers can use the same versions. These files coordinate them:
 * - `live` contains the id of the live version.
 * - `shown.<process id>` contains the id of the version that a server serves, so no other server removes this version.
 * - `held` contains the id of the version to which the administrator has rolled back. While `held` exists, servers
 * publish no newer version.
 */
export class Versions {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/**
	 * Finds the version that a starting server serves. If the administrator has rolled back, first tries the version of
	 * the roll back. Otherwise first tries the live version. If this version is missing or damaged, tries the other
	 * versions, newest first. Removes damaged versions that it finds, so that they can be built again.
	 * @returns the id of the version, or undefined when there is no complete version
	 */
	async findServable(): Promise<string | undefined> {
		const preferred = (await this.readRollback()) ?? (await this.readLive()) ?? "";
		const newestFirst = (await this.list()).map(({ id }) => id);
		const others = newestFirst.filter((id) => id !== preferred);
		const candidates = newestFirst.includes(preferred) ? [preferred, ...others] : others;
		for (const id of candidates) {
			if (await isComplete(this.folderOf(id), id)) return id;
			await rm(this.folderOf(id), { recursive: true, force: true });
		}
		return undefined;
	}

	/** Reads the id of the live version. Undefined when nothing has been published yet. */
	readLive(): Promise<string | undefined> {
		return readId(join(this.#folder, "live"));
	}

	/** Reads the id of the version to which the administrator has rolled back. Undefined when there is no roll back. */
	readRollback(): Promise<string | undefined> {
		return readId(join(this.#folder, "held"));
	}

	/**
	 * Rolls back to a version. Running servers serve this version within a second. They publish no newer version until
	 * `endRollback` is called.
	 * @throws Error when the version does not exist or is damaged
	 */
	async rollBack(id: string): Promise<void> {
		if (!(await isComplete(this.folderOf(id), id))) throw new Error(`There is no complete version ${id}.`);
		await replaceFile(join(this.#folder, "held"), id);
	}

	/** Ends a roll back, so that running servers publish new versions again. */
	async endRollback(): Promise<void> {
		await rm(join(this.#folder, "held"), { force: true });
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
	 * Reads the hash of the source code and content from which a version was built. Undefined when no hash is recorded.
	 */
	async readInputsHash(id: string): Promise<string | undefined> {
		const description = await readDescription(this.folderOf(id));
		return description?.inputs;
	}

	/**
	 * Creates an empty temporary folder for building a new version. Removes the temporary folders that killed builds have
	 * left.
	 * @throws Error that names the folder of versions when it is not writable
	 */
	async createStagingFolder(): Promise<string> {
		// Replaces Node's error, because on a read-only disk its message "no such file" would mislead administrators.
		const refuse = ({ code }: NodeJS.ErrnoException) => {
			throw new Error(
				`${this.#folder} cannot be written to (${code}). Check that the disk is neither full nor read-only.`,
			);
		};
		await mkdir(this.#folder, { recursive: true }).catch(refuse);
		await this.#removeEnded("next");
		const stagingFolder = join(this.#folder, `next.${process.pid}`);
		await rm(stagingFolder, { recursive: true, force: true });
		await mkdir(stagingFolder).catch(refuse);
		return stagingFolder;
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
			// The permanent folder exists already. For example, another server has just created the same version.
			if (await isComplete(folder, id)) {
				const now = new Date();
				await utimes(folder, now, now);
				return;
			}
			await rm(folder, { recursive: true, force: true });
			await rename(stagingFolder, folder);
		}
	}

	/** Makes a version the live version. */
	async setLive(id: string): Promise<void> {
		await this.protect(id);
		await replaceFile(join(this.#folder, "live"), id);
	}

	/** Prevents other servers from removing a version, until this process ends or protects another version. */
	async protect(id: string): Promise<void> {
		await writeFile(join(this.#folder, `shown.${process.pid}`), id);
	}

	/**
	 * Removes old versions. Keeps the newest versions, the version of a roll back, and all versions that running servers
	 * serve.
	 * @param live id of the live version, which is never removed
	 */
	async prune(live: string): Promise<void> {
		const files = await this.#removeEnded("shown");
		const servedIds = await Promise.all(files.map((file) => readFile(file, "utf8")));
		const idsInUse = [...servedIds, await this.readRollback()];
		const newestFirst = (await this.list()).map(({ id }) => id);
		const old = newestFirst.filter((id) => id !== live).slice(keptVersions);
		for (const id of old) {
			if (!idsInUse.includes(id)) await rm(this.folderOf(id), { recursive: true, force: true });
		}
	}

	/**
	 * Removes the files or folders named `<kind>.<process id>` whose process has ended.
	 * @param kind `next` is the folder in which a process builds a version. `shown` is the file with the id of the
	 * version that a process serves
	 * @returns the paths of the files or folders whose process is running
	 */
	async #removeEnded(kind: "next" | "shown"): Promise<string[]> {
		const running: string[] = [];
		for (const name of await readdir(this.#folder)) {
			const [prefix, pid] = name.split(".");
			if (prefix !== kind) continue;
			const path = join(this.#folder, name);
			if (isProcessRunning(Number(pid))) running.push(path);
			else await rm(path, { recursive: true, force: true });
		}
		return running;
	}
}

/** Reads the id of a version from a file. Undefined when the file is missing or empty. */
async function readId(path: string): Promise<string | undefined> {
	const text = await readFile(path, "utf8").catch(() => "");
	return text || undefined;
}

/** Checks whether a name has the form of a version's id. A version's folder is named after its id. */
export const isVersionId = (name: string): boolean => /^[0-9a-f]{16}$/.test(name);
