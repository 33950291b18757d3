import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, parseMailSettings } from "../../site/environment.server.ts";
import type { PreviousVersion, VersionOptions } from "../publish/makeVersion.ts";
import { sourceOf, type Versions } from "../publish/Versions.ts";
import type { ReportRow } from "../pull/report.ts";
import { buildInfoFile } from "../render/buildInfo.ts";
import { hashCode } from "../render/hashCode.ts";
import { listChanged, submitToIndexNow } from "../shared/indexNow.js";
import { stopwatch } from "../shared/stopwatch.ts";
import { createServedFiles } from "./createServedFiles.ts";
import { createStatusMonitor } from "./createStatusMonitor.ts";
import { openPreviewChanges } from "./previewChanges.ts";
import { sendMail } from "./sendMail.ts";
import { loadSiteFiles, type SiteFiles } from "./siteFiles.ts";
import type { Mail } from "./statusMails.ts";

export type LiveSiteOptions = Pick<VersionOptions, "log" | "strict" | "limits" | "bundles"> & {
	/** Folder inside the project for files that outlast a run. Default: `.cache`. */
	cache?: string;
	/** Duration of failing rebuilds after which a mail reports them, in milliseconds. */
	mailAfterMs?: number;
	/** Delay before the first retry of a mail, in milliseconds. */
	mailRetryDelayMs?: number;
};

export type LiveSite = Awaited<ReturnType<typeof openLiveSite>>;

const defaultCache = ".cache";

/**
 * Opens the live site: its files, its status, and the rebuild that replaces it by the next version.
 * @param environment settings whose services can be reached, as `withServices` provides them
 */
export async function openLiveSite(environment: Environment, versions: Versions, options: LiveSiteOptions) {
	const { log, strict, limits, cache = defaultCache, bundles } = options;
	let liveId: string | undefined;
	let codeHash: string | undefined;
	const folders = createVersionFolders(versions);
	// The best compression is not worth its time in a preview, which has few readers and is soon replaced.
	const served = createServedFiles({ log, canCompressWell: !environment.preview });
	const changes = environment.preview ? openPreviewChanges(environment.contentful, log) : undefined;
	const monitor = await openMonitor(environment, options, () => liveId && folders.content(liveId));
	const loadFiles = (id: string) => loadSiteFiles(folders.client(id), served.current());

	/**
	 * Builds a version from the published content, and makes it the live one. Does nothing when nothing has changed.
	 * @throws the error of the build, after which the live version stays
	 */
	async function rebuild(): Promise<void> {
		const since = stopwatch();
		await refuseWhileHeld(versions);
		// Imported here, because loading this module takes as long as all others: a start serves the last version first.
		const { makeVersion } = await import("../publish/makeVersion.ts");
		codeHash ??= await hashCode(process.cwd());
		const stage = await versions.createStage();
		try {
			const previous: PreviousVersion = liveId ? await folders.readPrevious(liveId) : {};
			const versionOptions = { log, cache, bundles, codeHash, strict, limits };
			const id = await makeVersion(environment, stage, versionOptions, previous);
			if (!id) {
				log(`Rebuild: nothing has changed (${since()})`);
				return;
			}
			await versions.add(id, stage);
			const files = await loadFiles(id);
			// The administrator may have rolled back during the build.
			await refuseWhileHeld(versions);
			await versions.switchTo(id);
			await publish(id, files);
			log(`Live: version ${id} after ${since()}`);
			notifySearchEngines(environment, log, { before: previous.info, after: await folders.readInfo(id) });
			await versions.prune(id);
		} finally {
			await rm(stage, { recursive: true, force: true });
		}
	}

	/** Serves a version from the next request on. */
	async function publish(id: string, files: SiteFiles): Promise<void> {
		liveId = id;
		served.serveVersion(files);
		changes?.announce(id);
		const { rows, madeAt } = await loadReport(folders.content(id));
		monitor.recordLiveVersion(rows, madeAt);
		served.compressInBackground(files);
	}

	return {
		rebuild,
		/** Serves a version that was made before. */
		load: async (id: string): Promise<void> => publish(id, await loadFiles(id)),
		/** Returns the files that are served now. */
		files: served.current,
		attachServer: served.attachServer,
		/** Event stream for the open pages of a preview; undefined for a published site. */
		changes,
		monitor,
		/** Ends background work. Resolves when the state is on disk. */
		async close(): Promise<void> {
			served.close();
			await monitor.close();
		},
	};
}

/** @throws Error that names the command, when the administrator has rolled back to a version */
async function refuseWhileHeld(versions: Versions): Promise<void> {
	const id = await versions.readHeld();
	if (id === undefined) return;
	throw new Error(`Version ${id} is held, so nothing newer is published. To end that: npm run versions -- --release`);
}

/** Returns functions that name or read the parts of a version's folder. */
function createVersionFolders(versions: Versions) {
	const client = (id: string) => join(versions.folderOf(id), "client");
	const readInfo = (id: string) => readFile(join(client(id), buildInfoFile), "utf8").catch(() => undefined);
	return {
		client,
		content: (id: string) => join(versions.folderOf(id), "content"),
		/** Reads the build info of a version, or returns undefined when it cannot be read. */
		readInfo,
		/** Reads the facts about a version with which a build compares the next one. */
		async readPrevious(id: string): Promise<PreviousVersion> {
			return { inputs: await versions.readInputs(id), info: await readInfo(id) };
		},
	};
}

/** @param findContent returns the folder of the live snapshots, or undefined before the first version */
async function openMonitor(
	environment: Environment,
	{ log, cache = defaultCache, mailAfterMs, mailRetryDelayMs }: LiveSiteOptions,
	findContent: () => string | undefined,
) {
	const mailSettings = parseMailSettings();

	async function mailAdministrator(mail: Mail): Promise<void> {
		const content = findContent();
		if (!mailSettings || !content) throw new Error("there is no version yet, whose address it would come from");
		await sendMail(mailSettings, content, mail);
	}

	return createStatusMonitor({
		file: join(cache, "status", `${sourceOf(environment)}.${environment.port}.json`),
		log,
		sendMail: mailSettings && mailAdministrator,
		mailAfterMs,
		retryDelayMs: mailRetryDelayMs,
	});
}

/**
 * Notifies search engines of changed pages.
 * @param info text of the build info before and after the change
 */
function notifySearchEngines(
	{ site, indexNowUrl }: Environment,
	log: (line: string) => void,
	info: { before: string | undefined; after: string | undefined },
): void {
	if (!site.indexNowKey) return;
	const changed = listChanged(info.before, info.after ?? "");
	// IndexNow is not awaited: its response does not affect publishing.
	void submitToIndexNow(changed, { key: site.indexNowKey, service: indexNowUrl, site: site.url }, log);
}

/**
 * Loads the report of a version and the time at which the version was made. A version without a readable report is served
 * all the same, so its report counts as empty.
 */
async function loadReport(content: string): Promise<{ rows: ReportRow[]; madeAt: Date }> {
	const file = join(content, "report.json");
	try {
		const [text, { mtime }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
		return { rows: JSON.parse(text), madeAt: mtime };
	} catch {
		return { rows: [], madeAt: new Date() };
	}
}
