import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Mail, sendMail } from "../../api/http/sendMail.ts";
import { defaultLocale } from "../../content/locales.ts";
import { type Environment, parseMailSettings } from "../../environment/environment.server.ts";
import type { ReportRow } from "../../environment/site.ts";
import type { PreviousVersion, VersionOptions } from "../publish/createVersion.ts";
import type { Versions } from "../publish/Versions.ts";
import { buildInfoFile } from "../render/buildInfo.ts";
import { hashCode } from "../render/hashCode.ts";
import { listChangedPages, submitToIndexNow } from "../shared/indexNow.js";
import { startStopwatch } from "../shared/startStopwatch.ts";
import { createServedFiles } from "./createServedFiles.ts";
import { createStatusMonitor } from "./createStatusMonitor.ts";
import { openPreviewChanges } from "./previewChanges.ts";
import { loadSiteFiles, type SiteFiles } from "./siteFiles.ts";

export type LiveSiteOptions = Pick<VersionOptions, "log" | "strict" | "limits" | "bundles"> & {
	/** Folder inside the project for files that the server keeps across restarts. Default: `.cache`. */
	cache?: string;
	/** Time from the first failed rebuild until a mail reports the failure, in milliseconds. */
	mailAfterMs?: number;
};

export type LiveSite = Awaited<ReturnType<typeof openLiveSite>>;

/** Opens the live site: its files, its status, and the function that builds its next version. */
export async function openLiveSite(environment: Environment, versions: Versions, options: LiveSiteOptions) {
	const { log, strict, limits, cache = ".cache", bundles, mailAfterMs } = options;
	let liveId: string | undefined;
	let codeHash: string | undefined;
	const folders = createVersionFolders(versions);
	// A preview is not compressed at the highest quality, because it has few visitors and its versions are replaced soon.
	const served = createServedFiles({ log, canCompressThoroughly: !environment.preview });
	const changes = environment.preview ? openPreviewChanges() : undefined;
	const sendMail = createMailer(() => (liveId ? folders.contentOf(liveId) : undefined));
	const monitor = createStatusMonitor({ log, sendMail, mailAfterMs });
	/** Loads the files of a version, and reuses unchanged files that are served already. */
	const loadFiles = (id: string) => loadSiteFiles(folders.clientOf(id), served.current());

	/**
	 * Builds a version from the current content and makes it the live version, unless nothing has changed.
	 * @throws the build's error; the previous version stays live
	 */
	async function rebuild(): Promise<void> {
		const formatElapsed = startStopwatch();
		await refuseDuringRollback(versions);
		// Imported here, because a static import would double the time to start the server.
		const { createVersion } = await import("../publish/createVersion.ts");
		// Hashes the code only once, because a running server does not load changed code.
		codeHash ??= await hashCode(process.cwd());
		const stagingFolder = await versions.createStagingFolder();
		try {
			const previous: PreviousVersion = liveId ? await folders.readPrevious(liveId) : {};
			const versionOptions = { log, cache, bundles, codeHash, strict, limits };
			const id = await createVersion(environment, stagingFolder, versionOptions, previous);
			if (!id) {
				log(`Rebuild: nothing has changed (${formatElapsed()})`);
				return;
			}
			await versions.add(id, stagingFolder);
			const files = await loadFiles(id);
			// Repeats this check, because the administrator may have rolled back the site during the build.
			await refuseDuringRollback(versions);
			await versions.setLive(id);
			await publish(id, files);
			log(`Live: version ${id} after ${formatElapsed()}`);
			notifySearchEngines(environment, log, { before: previous.info, after: await folders.readInfo(id) });
			await versions.prune(id);
		} finally {
			await rm(stagingFolder, { recursive: true, force: true });
		}
	}

	/** Makes a version the live version, from the next request on. */
	async function publish(id: string, files: SiteFiles): Promise<void> {
		liveId = id;
		served.serveVersion(files);
		changes?.announce(id);
		const { rows, madeAt } = await loadReport(folders.contentOf(id));
		monitor.recordLiveVersion(rows, madeAt);
		served.compressInBackground(files);
	}

	return {
		rebuild,
		/** Makes an existing version the live version, without a build. */
		load: async (id: string): Promise<void> => publish(id, await loadFiles(id)),
		files: served.current,
		attachServer: served.attachServer,
		/** Announces new versions to the open pages of a preview. Undefined when the site is not a preview. */
		changes,
		monitor,
		/** Stops compressing files. */
		close: served.close,
	};
}

/**
 * Checks that the site is not rolled back to an earlier version.
 * @throws Error that names the command that ends the roll back
 */
async function refuseDuringRollback(versions: Versions): Promise<void> {
	const id = await versions.readRollback();
	if (id === undefined) return;
	throw new Error(
		`The site is rolled back to version ${id}, so nothing newer is published. To end that: npm run versions -- --release`,
	);
}

/** Returns functions that locate or read the files of a version, by the version's id. */
function createVersionFolders(versions: Versions) {
	const clientOf = (id: string) => join(versions.folderOf(id), "client");
	const readInfo = (id: string) => readFile(join(clientOf(id), buildInfoFile), "utf8").catch(() => undefined);
	return {
		clientOf,
		contentOf: (id: string) => join(versions.folderOf(id), "content"),
		readInfo,
		/** Reads the hash and the build info of a version, which `createVersion` needs to build the next version. */
		async readPrevious(id: string): Promise<PreviousVersion> {
			return { inputsHash: await versions.readInputsHash(id), info: await readInfo(id) };
		},
	};
}

/** Returns a function that sends mails, or undefined when the mail service is not configured. */
function createMailer(findLiveContent: () => string | undefined) {
	const settings = parseMailSettings();
	if (!settings) return undefined;
	return async (mail: Mail): Promise<void> => {
		const content = findLiveContent();
		if (!content) throw new Error("there is no version yet, whose address it would come from");
		await sendMail(settings, join(content, `${defaultLocale}.json`), mail);
	};
}

/**
 * Notifies search engines of changed pages, through IndexNow.
 * @param info texts of the files `build-info.json` of the previous and the new version
 */
function notifySearchEngines(
	{ site, indexNowUrl }: Environment,
	log: (line: string) => void,
	info: { before: string | undefined; after: string | undefined },
): void {
	if (!site.indexNowKey) return;
	const changed = listChangedPages(info.before, info.after ?? "");
	// Runs in the background, because the response of IndexNow does not affect publishing.
	void submitToIndexNow(changed, { key: site.indexNowKey, service: indexNowUrl, site: site.url }, log);
}

/** Loads a version's report.json, or an empty report when that file cannot be read. */
async function loadReport(content: string): Promise<{ rows: ReportRow[]; madeAt: Date }> {
	const file = join(content, "report.json");
	try {
		const [text, { mtime }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
		return { rows: JSON.parse(text), madeAt: mtime };
	} catch {
		return { rows: [], madeAt: new Date() };
	}
}
