import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyFolder } from "../shared/emptyFolder.ts";
import { replaceFile } from "../shared/replaceFile.ts";

/** Number of versions to keep: the live one, and those to which the administrator can roll back. */
const keptVersions = 5;

/**
 * Versions (published builds) of the site. A version is a folder that never changes, named after the time at which it was
 * published. The file `live` names the version that is served.
 */
export class Versions {
	readonly folder: string;
	readonly #liveFile: string;
	/** File that exists after a rollback, until the administrator permits newer versions again. */
	readonly #heldFile: string;

	constructor(folder: string) {
		this.folder = folder;
		this.#liveFile = join(folder, "live");
		this.#heldFile = join(folder, "held");
		mkdirSync(folder, { recursive: true });
	}

	/** Lists the ids of all versions, newest first. */
	list(): string[] {
		const names = readdirSync(this.folder).filter((name) => /^\d{4}-\d\d-\d\dT/.test(name));
		return names.sort().reverse();
	}

	/** Returns the id of the version to serve: the live one, or else the newest. */
	findLive(): string | undefined {
		const id = existsSync(this.#liveFile) ? readFileSync(this.#liveFile, "utf8") : "";
		return existsSync(join(this.folder, id, "client")) ? id : this.list()[0];
	}

	folderOf(id: string): string {
		return join(this.folder, id);
	}

	/**
	 * Calls `build` with an empty staging folder, and makes its version the live one if `build` returns true.
	 * @returns the id of the new version
	 * @throws Error during a rollback, when the disk cannot be written, and the error of `build`
	 */
	async publish(build: (stagingFolder: string) => Promise<boolean>): Promise<string | undefined> {
		this.#refuseDuringRollback();
		const stagingFolder = join(this.folder, "next");
		try {
			await emptyFolder(stagingFolder);
			if (!(await build(stagingFolder))) return undefined;
			// Repeats this check, because the administrator may have rolled back the site during the build.
			this.#refuseDuringRollback();
			// Colons are not allowed in names of files on Windows.
			const id = new Date().toISOString().replaceAll(":", "-");
			await rename(stagingFolder, this.folderOf(id));
			await replaceFile(this.#liveFile, id);
			for (const old of this.list().slice(keptVersions))
				await rm(this.folderOf(old), { recursive: true });
			return id;
		} finally {
			await rm(stagingFolder, { recursive: true, force: true });
		}
	}

	/**
	 * Makes a running server serve an earlier version, and publish nothing newer until `release`.
	 * @throws Error when the version does not exist
	 */
	async rollBack(id: string): Promise<void> {
		if (!this.list().includes(id)) throw new Error(`There is no version ${id}.`);
		await writeFile(this.#heldFile, "");
		await replaceFile(this.#liveFile, id);
	}

	/** Checks whether the administrator has rolled back, and not yet permitted newer versions. */
	isHeld(): boolean {
		return existsSync(this.#heldFile);
	}

	/** Permits newer versions again after `rollBack`. */
	async release(): Promise<void> {
		await rm(this.#heldFile, { force: true });
	}

	#refuseDuringRollback(): void {
		if (!this.isHeld()) return;
		throw new Error(
			`The site is rolled back to version ${this.findLive()}, so nothing newer is published. To end that: npm run versions -- --release`,
		);
	}
}
