import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Mail, sendMail } from "../../api/http/sendMail.ts";
import { defaultLocale } from "../../content/locales.ts";
import { type Environment, parseMailSettings } from "../../environment/environment.server.ts";
import type { ReportRow } from "../../environment/site.ts";
import type { VersionOptions } from "../publish/createVersion.ts";
import type { Versions } from "../publish/Versions.ts";
import { hasHashedName } from "../render/addresses.ts";
import { buildInfoFile } from "../render/buildInfo.ts";
import { hashCode } from "../render/hashCode.ts";
import { listChangedPages, submitToIndexNow } from "../shared/indexNow.js";
import { startStopwatch } from "../shared/startStopwatch.ts";
import { createStatusMonitor } from "./createStatusMonitor.ts";
import { emptySiteFiles, loadSiteFiles, type SiteFiles } from "./siteFiles.ts";

export type LiveSiteOptions = Pick<VersionOptions, "log" | "strict" | "limits" | "bundlesFolder"> & {
	/** Folder inside the project for files that the server keeps across restarts. Default: `.cache`. */
	cacheFolder?: string;
};

/** Number of published versions whose assets are served, because pages of old versions may still be open. */
const servedVersions = 4;

/** The site that our own server serves. `rebuild` and `switchTo` replace its live version. */
export class LiveSite {
	readonly #environment: Environment;
	readonly #versions: Versions;
	readonly #options: LiveSiteOptions;
	/** Files of the last versions that were live. The oldest version comes first. */
	#recentFiles: SiteFiles[] = [];
	/** Files of the live version, and assets of earlier versions. */
	files = emptySiteFiles;
	readonly monitor: ReturnType<typeof createStatusMonitor>;
	#liveId: string | undefined;
	#codeHash: string | undefined;

	constructor(environment: Environment, versions: Versions, options: LiveSiteOptions) {
		const { log } = options;
		this.#environment = environment;
		this.#versions = versions;
		this.#options = options;
		const findContentFolder = () => (this.#liveId ? this.#contentFolderOf(this.#liveId) : undefined);
		this.monitor = createStatusMonitor({ log, sendMail: createMailer(findContentFolder) });
	}

	/**
	 * Builds a version from the current content and makes it the live version, unless nothing has changed.
	 * @throws the build's error; the previous version stays live
	 */
	async rebuild(recordDelivery?: VersionOptions["recordDelivery"]): Promise<void> {
		await refuseDuringRollback(this.#versions);
		await this.#versions.withStagingFolder((stagingFolder) => this.#buildAndServe(stagingFolder, recordDelivery));
	}

	async #buildAndServe(stagingFolder: string, recordDelivery: VersionOptions["recordDelivery"]): Promise<void> {
		const { log, strict, limits, cacheFolder = ".cache", bundlesFolder } = this.#options;
		const versions = this.#versions;
		const formatElapsed = startStopwatch();
		// Imported here, because a static import would double the time to start the server.
		const { createVersion } = await import("../publish/createVersion.ts");
		// Hashes the code only once, because a running server does not load changed code.
		this.#codeHash ??= await hashCode(process.cwd());
		const codeHash = this.#codeHash;
		const before = this.#liveId ? await this.#readBuildInfo(this.#liveId) : undefined;
		const versionOptions = {
			log,
			cacheFolder,
			bundlesFolder,
			codeHash,
			strict,
			limits,
			shouldSkipUnchanged: true,
			recordDelivery,
		};
		const id = await createVersion(this.#environment, stagingFolder, versionOptions, before);
		if (!id) {
			log(`Rebuild: nothing has changed (${formatElapsed()})`);
			return;
		}
		await versions.add(id, stagingFolder);
		const files = await this.#loadFiles(id);
		// Repeats this check, because the administrator may have rolled back the site during the build.
		await refuseDuringRollback(versions);
		await versions.setLive(id);
		await this.#serve(id, files);
		log(`Live: version ${id} after ${formatElapsed()}`);
		notifySearchEngines(this.#environment, log, { before, after: await this.#readBuildInfo(id) });
		await versions.prune(id);
	}

	/** Serves an existing version instead of the present one, without a build. */
	async switchTo(id: string): Promise<void> {
		await this.#serve(id, await this.#loadFiles(id));
	}

	async #serve(id: string, files: SiteFiles): Promise<void> {
		this.#liveId = id;
		this.#recentFiles = [...this.#recentFiles, files].slice(-servedVersions);
		const assets = this.#recentFiles.flatMap(({ byAddress }) =>
			[...byAddress].filter(([address]) => hasHashedName(address)),
		);
		this.files = { byAddress: new Map([...assets, ...files.byAddress]), redirects: files.redirects };
		const { rows, madeAt } = await loadReport(this.#contentFolderOf(id));
		this.monitor.recordLiveVersion(rows, madeAt);
	}

	/** Loads the files of a version, and reuses unchanged files that are served already. */
	#loadFiles(id: string): Promise<SiteFiles> {
		return loadSiteFiles(this.#clientFolderOf(id), this.files);
	}

	#readBuildInfo(id: string): Promise<string | undefined> {
		return readFile(join(this.#clientFolderOf(id), buildInfoFile), "utf8").catch(() => undefined);
	}

	#clientFolderOf(id: string): string {
		return join(this.#versions.folderOf(id), "client");
	}

	#contentFolderOf(id: string): string {
		return join(this.#versions.folderOf(id), "content");
	}
}

/**
 * Checks that the site is not rolled back to an earlier version.
 * @throws Error that names the command that ends the rollback
 */
async function refuseDuringRollback(versions: Versions): Promise<void> {
	const id = await versions.readRollback();
	if (id === undefined) return;
	throw new Error(
		`The site is rolled back to version ${id}, so nothing newer is published. To end that: npm run versions -- --release`,
	);
}

/** Returns a function that sends mails, or undefined when the mail service is not configured. */
function createMailer(findLiveContentFolder: () => string | undefined) {
	const settings = parseMailSettings();
	if (!settings) return undefined;
	return async (mail: Mail): Promise<void> => {
		const contentFolder = findLiveContentFolder();
		if (!contentFolder) throw new Error("there is no version yet, whose address it would come from");
		await sendMail(settings, join(contentFolder, `${defaultLocale}.json`), mail);
	};
}

/**
 * Notifies search engines of changed pages, through IndexNow.
 * @param buildInfo texts of the files `build-info.json` of the previous and the new version
 */
function notifySearchEngines(
	{ site, indexNowUrl }: Environment,
	log: (line: string) => void,
	buildInfo: { before: string | undefined; after: string | undefined },
): void {
	if (!site.indexNowKey) return;
	const changed = listChangedPages(buildInfo.before, buildInfo.after ?? "");
	// Runs in the background, because the response of IndexNow does not affect publishing.
	void submitToIndexNow(changed, { key: site.indexNowKey, service: indexNowUrl, site: site.url }, log);
}

/** Loads a version's report.json, or an empty report when that file cannot be read. */
async function loadReport(contentFolder: string): Promise<{ rows: ReportRow[]; madeAt: Date }> {
	const file = join(contentFolder, "report.json");
	try {
		const [text, { mtime }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
		return { rows: JSON.parse(text), madeAt: mtime };
	} catch {
		return { rows: [], madeAt: new Date() };
	}
}
