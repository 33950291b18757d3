import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, parseNotices } from "../../site/environment.server.ts";
import type { VersionOptions } from "../publish/makeVersion.ts";
import { sourceOf, type Versions } from "../publish/Versions.ts";
import type { ReportRow } from "../pull/report.ts";
import { buildInfoFile } from "../render/buildInfo.ts";
import { hashCode } from "../render/hashCode.ts";
import { listChanged, tellSearchEngines } from "../shared/indexNow.js";
import { stopwatch } from "../shared/stopwatch.ts";
import { createStatusMonitor } from "./createStatusMonitor.ts";
import { openPreviewChanges } from "./previewChanges.ts";
import { sendMail } from "./sendMail.ts";
import { compressWell, isNamedByContent, loadSiteFiles, noFiles, type SiteFiles } from "./siteFiles.ts";
import type { RunningServer } from "./startServer.ts";
import type { Mail } from "./statusMails.ts";

export type LiveSiteOptions = Pick<VersionOptions, "log" | "strict" | "limits" | "bundles"> & {
	/** Folder inside the project of what is kept from one run to the next; `.cache` unless given. */
	cache?: string;
	/** Duration of failing rebuilds after which a mail reports them, in milliseconds. */
	mailAfterMs?: number;
	/** Pause before a mail that could not be sent is sent again, in milliseconds. */
	mailRetryDelayMs?: number;
};

export type LiveSite = Awaited<ReturnType<typeof openLiveSite>>;

/** Versions whose pictures and scripts are still served, to pages that were loaded before. */
const servedVersions = 4;

/**
 * Opens the live site: its files, its status, and the rebuild that replaces it by the next version.
 * @param environment names services that can be reached
 */
export async function openLiveSite(environment: Environment, versions: Versions, options: LiveSiteOptions) {
	const { log, strict, limits, cache = ".cache", bundles, mailAfterMs, mailRetryDelayMs } = options;
	let liveId: string | undefined;
	let code: string | undefined;
	let server: RunningServer | undefined;
	let compression = new AbortController();
	/** Files of the last versions, the newest last. */
	let recent: SiteFiles[] = [];
	/** Files of the live version, and those of earlier versions that open pages may still request. */
	let served: SiteFiles = noFiles;
	const changes = environment.preview ? openPreviewChanges(environment.contentful, log) : undefined;
	const contentOf = (id: string) => join(versions.folderOf(id), "content");
	const loadFiles = (id: string) => loadSiteFiles(join(versions.folderOf(id), "client"), served);
	const readInfo = (id: string) =>
		readFile(join(versions.folderOf(id), "client", buildInfoFile), "utf8").catch(() => undefined);

	const notices = parseNotices();
	async function mailAdministrator(mail: Mail): Promise<void> {
		if (!notices || !liveId) throw new Error("there is no version yet, whose address it would come from");
		await sendMail(notices, contentOf(liveId), mail);
	}
	const monitor = await createStatusMonitor({
		file: join(cache, "status", `${sourceOf(environment)}.${environment.port}.json`),
		log,
		sendMail: notices && mailAdministrator,
		mailAfterMs,
		retryDelayMs: mailRetryDelayMs,
	});

	/**
	 * Makes a version from what is published now, and makes it the live one. Does nothing when nothing has changed.
	 * @throws what went wrong; the live version then stays
	 */
	async function rebuild(): Promise<void> {
		const since = stopwatch();
		// Loaded late, so that a start serves the last version first: this takes as long as everything else together.
		const { makeVersion } = await import("../publish/makeVersion.ts");
		code ??= await hashCode(process.cwd());
		const stage = await versions.stage();
		try {
			const inputs = liveId && (await versions.readInputs(liveId));
			const info = liveId && (await readInfo(liveId));
			const versionOptions = { log, cache, bundles, code, strict, limits };
			const id = await makeVersion(environment, stage, versionOptions, { inputs, info });
			if (!id) {
				log(`Rebuild: nothing has changed (${since()})`);
				return;
			}
			await versions.add(id, stage);
			const files = await loadFiles(id);
			await versions.switchTo(id);
			await show(id, files);
			log(`Live: version ${id} after ${since()}`);
			await notifySearchEngines(info, id);
			await versions.prune(id);
		} finally {
			await rm(stage, { recursive: true, force: true });
		}
	}

	async function notifySearchEngines(previousInfo: string | undefined, id: string): Promise<void> {
		const { url: site, indexNowKey: key } = environment.site;
		if (!key) return;
		const changed = listChanged(previousInfo, (await readInfo(id)) ?? "");
		// IndexNow is not awaited: its answer does not affect publishing.
		void tellSearchEngines(changed, { key, service: environment.indexNowUrl, site }, log);
	}

	/** Serves a version from the next request on. */
	async function show(id: string, files: SiteFiles): Promise<void> {
		liveId = id;
		recent = [...recent, files].slice(-servedVersions);
		const assets = recent.flatMap(({ byAddress }) => [...byAddress].filter(([address]) => isNamedByContent(address)));
		served = { byAddress: new Map([...assets, ...files.byAddress]), redirects: files.redirects };
		server?.use(served);
		changes?.announce(id);
		const { rows, madeAt } = await loadReport(contentOf(id));
		monitor.showVersion(rows, madeAt);
		compression.abort();
		compression = new AbortController();
		// A preview is read on this machine, and its next version may follow at once.
		if (environment.preview) return;
		compressWell(files, compression.signal).catch((error: unknown) => log(`✗ Compression: ${error}`));
	}

	return {
		rebuild,
		/** Shows a version that was made before. */
		load: async (id: string): Promise<void> => show(id, await loadFiles(id)),
		/** Returns the files that are served now. */
		files: (): SiteFiles => served,
		/** Connects the server that serves the files, now and after each rebuild. */
		serveBy(running: RunningServer): void {
			server = running;
			server.use(served);
		},
		/** Changes that open pages of a preview learn of; undefined for a published site. */
		changes,
		monitor,
		/** Ends background work. Resolves when the state is on disk. */
		async close(): Promise<void> {
			compression.abort();
			await monitor.close();
		},
	};
}

/** Loads the report of a version and the time at which the version was made. A version without a readable report is served, too. */
async function loadReport(content: string): Promise<{ rows: ReportRow[]; madeAt: Date }> {
	const file = join(content, "report.json");
	try {
		const [text, { mtime }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
		return { rows: JSON.parse(text), madeAt: mtime };
	} catch {
		return { rows: [], madeAt: new Date() };
	}
}
