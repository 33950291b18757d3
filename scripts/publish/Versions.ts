import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Number of versions to keep: the live one, and those to which the administrator can roll back. */
const keptVersions = 5;

/**
 * Versions (published builds) of the site. A version is a folder that never changes, named after the time at which it was
 * published. The newest one is live, or after a rollback the one that the file `rollback` names.
 */
export class Versions {
	readonly folder: string;
	readonly #rollbackFile: string;

	constructor(folder: string) {
		this.folder = folder;
		this.#rollbackFile = join(folder, "rollback");
		mkdirSync(folder, { recursive: true });
	}

	/** Lists the ids of all versions, newest first. */
	list(): string[] {
		const names = readdirSync(this.folder).filter((name) => /^\d{4}-\d\d-\d\dT/.test(name));
		return names.sort().reverse();
	}

	folderOf(id: string): string {
		return join(this.folder, id);
	}

	/** Returns the id of the version to serve. */
	findLive(): string | undefined {
		return this.findRollback() ?? this.list()[0];
	}

	/** Returns the folder of the version to serve. Before the first version, it has no files. */
	findLiveFolder(): string {
		return this.folderOf(this.findLive() ?? "");
	}

	/** Lists the folders of all versions, that of the version to serve first. */
	listFolders(): string[] {
		return [this.findLive() ?? "", ...this.list()].map((id) => this.folderOf(id));
	}

	/** Returns the id of the version to which the administrator has rolled back. */
	findRollback(): string | undefined {
		if (!existsSync(this.#rollbackFile)) return undefined;
		// The file is empty for a moment while it is written.
		return readFileSync(this.#rollbackFile, "utf8") || undefined;
	}

	/** @throws Error when the administrator has rolled back the site */
	refuseDuringRollback(): void {
		const rollback = this.findRollback();
		if (!rollback) return;
		throw new Error(
			`The site is rolled back to version ${rollback}, so nothing newer is published. To end that: npm run versions -- --release`,
		);
	}

	/**
	 * Makes the version in the staging folder the live one, and deletes the oldest version.
	 * @returns the id of the new version
	 * @throws Error when the administrator has rolled back the site
	 */
	async publish(stagingFolder: string): Promise<string> {
		this.refuseDuringRollback();
		const [newest = ""] = this.list();
		// A version from a time when the clock was wrong must not stay the newest one.
		const newestTime = Date.parse(newest.replace(/T(\d\d)-(\d\d)-/, "T$1:$2:")) || 0;
		const time = new Date(Math.max(Date.now(), newestTime + 1));
		// Colons are not allowed in names of files on Windows.
		const id = time.toISOString().replaceAll(":", "-");
		await rename(stagingFolder, this.folderOf(id));
		for (const old of this.list().slice(keptVersions))
			await rm(this.folderOf(old), { recursive: true });
		return id;
	}

	/**
	 * Makes a running server serve an earlier version, and publish nothing newer until `release`.
	 * @throws Error when the version does not exist
	 */
	async rollBack(id: string): Promise<void> {
		if (!this.list().includes(id)) throw new Error(`There is no version ${id}.`);
		await writeFile(this.#rollbackFile, id);
	}

	/** Ends a rollback: removes the versions that are newer, and permits new ones. */
	async release(): Promise<void> {
		const live = this.findLive() ?? "";
		for (const newer of this.list().filter((id) => id > live))
			await rm(this.folderOf(newer), { recursive: true });
		await rm(this.#rollbackFile, { force: true });
	}
}
