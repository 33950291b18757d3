import { hash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../site/environment.server.ts";
import { listFiles, listNewest } from "../shared/listFiles.ts";
import { isRunning } from "./lockBuilds.ts";

const description = "version.json";

/**
 * Writes down what a folder is a version of, when all its files are there: `client`, the site, and `content`, the snapshots.
 * @param id made of code and content: the same is the same version
 */
export async function describeVersion(folder: string, id: string): Promise<void> {
	const files = await measureFiles(join(folder, "client"));
	await writeFile(join(folder, description), JSON.stringify({ id, files }));
}

/** Whether a folder is the version that `describeVersion` wrote down, and none of its files was damaged since. */
async function isWhole(folder: string, id: string): Promise<boolean> {
	try {
		const version = JSON.parse(await readFile(join(folder, description), "utf8"));
		const found = await measureFiles(join(folder, "client"));
		return version.id === id && Object.entries(version.files).every(([file, size]) => found[file] === size);
	} catch {
		return false;
	}
}

/** The files of a site; the sizes in bytes of those that were written for it, 0 for pictures, which were only linked. */
async function measureFiles(folder: string): Promise<Record<string, number>> {
	const measure = async (name: string) =>
		[name, name.startsWith("media/") ? 0 : (await stat(join(folder, name))).size] as const;
	return Object.fromEntries(await Promise.all((await listFiles(folder)).map(measure)));
}

/** Good versions that are kept beside the live one. */
const kept = 3;

/**
 * A name for where the content comes from and where it is shown. Versions of different sources have nothing to do with
 * each other. Keys are in it as hashes alone.
 */
export function sourceOf({ demo, preview, contentful, stripe, site }: Environment): string {
	const { apiUrl, spaceId, environment } = contentful;
	// The demo's services are the same on whatever port they run.
	const source = demo ? [] : [apiUrl, spaceId, environment, stripe.apiUrl, hash("sha256", stripe.key)];
	return hash("sha256", JSON.stringify([demo, preview, site.url, ...source])).slice(0, 16);
}

/**
 * The versions of the site from one source: a folder each, which appears whole by a rename and is never changed. Which
 * one is live stands in the file `live`, which is replaced by a rename. Servers on other ports may share them: each keeps
 * what it shows, as `shown.<process id>` says.
 */
export class Versions {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** The id of the version that is live or, should it have been damaged, of the last good one. */
	async load(): Promise<string | undefined> {
		const live = await readFile(join(this.#folder, "live"), "utf8").catch(() => "");
		const all = await this.#list();
		for (const id of [...all.filter((id) => id === live), ...all.filter((id) => id !== live)]) {
			if (await isWhole(this.folderOf(id), id)) return id;
			// It would be in the way of being made again.
			await rm(this.folderOf(id), { recursive: true, force: true });
		}
		return undefined;
	}

	/** Where a version lies. */
	folderOf(id: string): string {
		return join(this.#folder, id);
	}

	/**
	 * A new folder to make a version in. What builds that were killed have left is removed.
	 * @throws Error naming the folder that cannot be written to
	 */
	async stage(): Promise<string> {
		// Node calls a folder in a read-only place "no such file", so that its own words would lead astray.
		const refuse = ({ code }: NodeJS.ErrnoException) => {
			throw new Error(
				`${this.#folder} cannot be written to (${code}). Check that the disk is neither full nor read-only.`,
			);
		};
		await mkdir(this.#folder, { recursive: true }).catch(refuse);
		await this.#listRunning("next");
		const stage = join(this.#folder, `next.${process.pid}`);
		await rm(stage, { recursive: true, force: true });
		await mkdir(stage).catch(refuse);
		return stage;
	}

	/** Takes a version in from the folder it was made in. */
	async add(id: string, stage: string): Promise<void> {
		const folder = this.folderOf(id);
		try {
			await rename(stage, folder);
		} catch {
			// The same was there before, or another server has just made it.
			if (await isWhole(folder, id)) return utimes(folder, new Date(), new Date());
			await rm(folder, { recursive: true, force: true });
			await rename(stage, folder);
		}
	}

	/** Makes a version the live one. */
	async switchTo(id: string): Promise<void> {
		await this.keep(id);
		const next = join(this.#folder, `live.${process.pid}`);
		await writeFile(next, id);
		await rename(next, join(this.#folder, "live"));
	}

	/** Keeps others from removing a version as long as this process runs and keeps no other. */
	async keep(id: string): Promise<void> {
		await writeFile(join(this.#folder, `shown.${process.pid}`), id);
	}

	/** Removes versions that are too old to be of use, but none that another server shows. */
	async prune(id: string): Promise<void> {
		const shown = await Promise.all((await this.#listRunning("shown")).map((file) => readFile(file, "utf8")));
		const others = (await this.#list()).filter((other) => other !== id);
		const old = others.slice(kept).filter((other) => !shown.includes(other));
		for (const other of old) await rm(this.folderOf(other), { recursive: true, force: true });
	}

	/** What processes that run have put here under a name and their number. What others have left is removed. */
	async #listRunning(kind: "next" | "shown"): Promise<string[]> {
		const running: string[] = [];
		for (const name of await readdir(this.#folder)) {
			const [found, pid] = name.split(".");
			const path = join(this.#folder, name);
			if (found === kind && isRunning(Number(pid))) running.push(path);
			else if (found === kind) await rm(path, { recursive: true, force: true });
		}
		return running;
	}

	/** The ids of all versions, the newest first. */
	async #list(): Promise<string[]> {
		const found = await listNewest(this.#folder).catch(() => []);
		return found.map(({ name }) => name).filter((name) => /^[0-9a-f]{16}$/.test(name));
	}
}
