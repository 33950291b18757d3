import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locale } from "../../content/locales.ts";
import { createFaultsError, Problem } from "../pull/problem.ts";
import { discardFolder } from "../shared/emptyFolder.ts";
import { type Manifest, readManifest, writeManifest } from "../shared/manifest.ts";
import { moveDurably } from "./moveDurably.ts";

/** Maximum number of versions: the live one, and those to which the administrator can roll back. */
const maxVersions = 5;

/** Words of the list of versions. */
const words = {
	"en-US": {
		live: "live",
		incomplete: "incomplete",
		noPage: "no newer page: code, settings, navigation or removed content",
	},
	ru: {
		live: "на\u00a0сайте",
		incomplete: "неполная",
		noPage: "без новых страниц: изменились код, настройки, меню или что-то удалено",
	},
};

/**
 * Versions (published builds) of the site. A version is a folder that never changes, named after the time at which it was
 * published. The newest complete one is live, or after a rollback the one that the file `rollback` names.
 */
export class Versions {
	readonly folder: string;
	readonly #rollbackFile: string;
	/** Manifests by the id of the version, with the paths of its changed pages. An incomplete version has none. */
	readonly #manifests = new Map<string, Manifest<string[]> | undefined>();

	/** Result of `listFolders`, with the time of the last change that it contains. */
	#listed = { mtimeMs: 0, folders: [] as string[] };

	constructor(folder: string) {
		this.folder = folder;
		this.#rollbackFile = join(folder, "rollback");
		mkdirSync(folder, { recursive: true });
	}

	/** Lists the ids of all versions, newest first. */
	list(): string[] {
		if (!existsSync(this.folder)) return [];
		const names = readdirSync(this.folder).filter((name) => /^\d{4}-\d\d-\d\dT/.test(name));
		return names.sort().reverse();
	}

	folderOf(id: string): string {
		return join(this.folder, id);
	}

	/** Checks whether a version has all its files, which a failing disk can lose. Checks each version once. */
	isComplete(id: string): boolean {
		if (!this.#manifests.has(id)) this.#manifests.set(id, readManifest(this.folderOf(id)));
		return this.#manifests.get(id) !== undefined;
	}

	/** Describes each version in a line, newest first: its id, its state, and the paths of its changed pages. */
	describe(locale: Locale): string[] {
		const { live, incomplete, noPage } = words[locale];
		const liveId = this.findLive();
		return this.list().map((id) => {
			const state = id === liveId ? live : "";
			const fault = this.isComplete(id) ? "" : incomplete;
			// Undefined when there was no version before.
			const paths = this.#manifests.get(id)?.facts;
			const change = paths && (paths.join(", ") || noPage);
			return [id, state, fault, change].filter(Boolean).join("  ");
		});
	}

	/**
	 * Returns the id of the version to serve. It is incomplete only when there is no complete one, as after an update from
	 * code that wrote no manifests.
	 */
	findLive(): string | undefined {
		const all = this.list();
		const complete = all.filter((id) => this.isComplete(id));
		const candidates = complete.length > 0 ? complete : all;
		const rollback = this.findRollback();
		return candidates.find((id) => id === rollback) ?? candidates[0];
	}

	/** Returns the folder of the version to serve. Before the first version, it has no files. */
	findLiveFolder(): string {
		return this.folderOf(this.findLive() ?? "");
	}

	/**
	 * Lists the folders of the version to serve, which is the first, and of all complete ones. Reads them again when the
	 * folder has changed that contains them and the rollback.
	 */
	listFolders(): string[] {
		const { mtimeMs = 0 } = statSync(this.folder, { throwIfNoEntry: false }) ?? {};
		// Two changes within a tick of the file system's clock have the same time.
		const isRecent = Date.now() - mtimeMs < 5_000;
		if (!isRecent && mtimeMs === this.#listed.mtimeMs) return this.#listed.folders;
		const all = this.list();
		for (const id of this.#manifests.keys()) if (!all.includes(id)) this.#manifests.delete(id);
		const live = this.findLive();
		const complete = all.filter((id) => this.isComplete(id));
		const folders = live ? [live, ...complete].map((id) => this.folderOf(id)) : [];
		this.#listed = { mtimeMs, folders };
		return folders;
	}

	/** Returns the id of the version to which the administrator has rolled back, whether it still exists or not. */
	findRollback(): string | undefined {
		if (!existsSync(this.#rollbackFile)) return undefined;
		// A power cut can leave the file empty.
		return readFileSync(this.#rollbackFile, "utf8") || undefined;
	}

	/** @throws FaultsError when the administrator has rolled back the site */
	refuseDuringRollback(): void {
		const rollback = this.findRollback();
		if (!rollback) return;
		const values = { rollback, live: this.findLive() ?? "" };
		throw createFaultsError(new Problem("rolledBack", values));
	}

	/**
	 * Makes the version in the staging folder the live one, and deletes those beyond `maxVersions`.
	 * @param changedPages paths of pages that differ from the version before, if there is one
	 * @returns the id of the new version
	 * @throws FaultsError when the administrator has rolled back the site
	 */
	async publish(stagingFolder: string, changedPages?: string[]): Promise<string> {
		this.refuseDuringRollback();
		const [newest = ""] = this.list();
		// A version from a time when the clock was wrong must not stay the newest one.
		const newestTime = Date.parse(newest.replace(/T(\d\d)-(\d\d)-/, "T$1:$2:")) || 0;
		const time = new Date(Math.max(Date.now(), newestTime + 1));
		// Colons are not allowed in names of files on Windows.
		const id = time.toISOString().replaceAll(":", "-");
		await writeManifest(stagingFolder, changedPages);
		await moveDurably(stagingFolder, this.folderOf(id));
		for (const old of this.list().slice(maxVersions)) await discardFolder(this.folderOf(old));
		return id;
	}

	/**
	 * Makes a running server serve an earlier version, and publish nothing newer until `release`.
	 * @throws Error when the version does not exist or is incomplete
	 */
	async rollBack(id: string): Promise<void> {
		if (!this.list().includes(id)) throw new Error(`There is no version ${id}.`);
		if (!this.isComplete(id)) throw new Error(`Version ${id} is incomplete.`);
		const unfinished = `${this.#rollbackFile}.new`;
		await writeFile(unfinished, id, { flush: true });
		await rename(unfinished, this.#rollbackFile);
	}

	/** Ends a rollback: removes the versions that are newer, and permits new ones. */
	async release(): Promise<void> {
		const live = this.findLive();
		if (live && live === this.findRollback()) {
			for (const newer of this.list().filter((id) => id > live))
				await discardFolder(this.folderOf(newer));
		}
		await rm(this.#rollbackFile, { force: true });
	}
}
