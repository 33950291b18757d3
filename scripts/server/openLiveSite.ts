import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, parseNotices } from "../../site/environment.server.ts";
import type { VersionOptions } from "../publish/makeVersion.ts";
import type { Versions } from "../publish/Versions.ts";
import type { ReportRow } from "../pull/report.ts";
import { buildInfoFile } from "../render/buildInfo.ts";
import { hashCode } from "../render/hashCode.ts";
import { listChanged, tellSearchEngines } from "../shared/indexNow.js";
import { stopwatch } from "../shared/stopwatch.ts";
import { followStatus, type Mail } from "./followStatus.ts";
import { openPreviewChanges } from "./previewChanges.ts";
import { sendMail } from "./sendMail.ts";
import { compressWell, isNamedByContent, loadSiteFiles, type SiteFiles } from "./siteFiles.ts";
import type { RunningServer } from "./startServer.ts";

export type LiveSiteOptions = Pick<VersionOptions, "log" | "strict" | "limits" | "bundles"> & {
	/** The folder of what is kept from one run to the next, inside the project; `.cache` unless a test says otherwise. */
	cache?: string;
	/** Milliseconds for which rebuilds fail before somebody is told by mail. */
	patience?: number;
};

/** Versions whose pictures are still served to pages that were loaded before. */
const remembered = 4;

/**
 * What is live, and what makes the next version of it.
 * @param environment with services that can be reached
 */
export function openLiveSite(environment: Environment, versions: Versions, options: LiveSiteOptions) {
	const { log, strict, limits, cache = ".cache", bundles, patience } = options;
	let live: string | undefined;
	let code: string | undefined;
	let server: RunningServer | undefined;
	let compressing = new AbortController();
	/** The files of the last versions, and what of them requests are answered with. */
	let recent: SiteFiles[] = [];
	let current: SiteFiles = new Map();
	const changes = environment.preview ? openPreviewChanges(environment.contentful, log) : undefined;
	const filesOf = (id: string) => loadSiteFiles(join(versions.folderOf(id), "client"), current);
	const contentOf = (id: string) => join(versions.folderOf(id), "content");
	const readInfo = (id: string) =>
		readFile(join(versions.folderOf(id), "client", buildInfoFile), "utf8").catch(() => undefined);
	const notices = parseNotices();
	const tell = async (mail: Mail) => {
		if (notices && live) await sendMail(notices, contentOf(live), mail);
	};
	const follow = followStatus({ log, patience, sendMail: tell });

	/** Makes a version of what is published now, and shows it. Throws what went wrong; then what is live stays so. */
	async function rebuild(): Promise<void> {
		const since = stopwatch();
		// What makes a version is loaded after the last good one is served, since that takes as long as everything else.
		const { makeVersion } = await import("../publish/makeVersion.ts");
		code ??= await hashCode(process.cwd());
		const stage = await versions.stage();
		try {
			const inputs = live && (await versions.readInputs(live));
			const info = live && (await readInfo(live));
			const how = { log, cache, bundles, code, strict, limits };
			const version = await makeVersion(environment, stage, how, { inputs, info });
			if (!version) return log(`Rebuild: nothing has changed (${since()})`);
			await versions.add(version, stage);
			const files = await filesOf(version);
			await versions.switchTo(version);
			await show(version, files);
			log(`Live: version ${version} after ${since()}`);
			const { url: site, indexNowKey: key } = environment.site;
			if (key) {
				const changed = listChanged(info, (await readInfo(version)) ?? "");
				// Nobody waits for it.
				void tellSearchEngines(changed, { key, service: environment.indexNowUrl, site }, log);
			}
			await versions.prune(version);
		} finally {
			await rm(stage, { recursive: true, force: true });
		}
	}

	/** From now on requests are answered with this version, and with what of earlier ones pages that are open may still ask for. */
	async function show(version: string, files: SiteFiles): Promise<void> {
		live = version;
		recent = [...recent, files].slice(-remembered);
		const pictures = recent.flatMap((earlier) => [...earlier].filter(([address]) => isNamedByContent(address)));
		current = Object.assign(new Map([...pictures, ...files]), { redirects: files.redirects });
		server?.use(current);
		changes?.show(version);
		compressing.abort();
		compressing = new AbortController();
		follow.show(...(await loadReport(contentOf(version))));
		// Nobody far away reads drafts, and the next one may be on its way.
		if (changes) return;
		compressWell(files, compressing.signal).catch((error: unknown) => log(`✗ Compression: ${error}`));
	}

	return {
		rebuild,
		/** Shows a version that was made before. */
		load: async (version: string) => show(version, await filesOf(version)),
		/** What requests are answered with. */
		files: () => current,
		/** Has a server answer with that, now and whenever it changes. */
		serveBy(running: RunningServer): void {
			server = running;
			server.use(current);
		},
		/** Of previews alone. */
		changes,
		follow,
		close(): void {
			changes?.close();
			compressing.abort();
			follow.close();
		},
	};
}

/** The report of a version, and when it was made. What cannot be read is no reason to serve nothing. */
async function loadReport(content: string): Promise<[ReportRow[], Date]> {
	const file = join(content, "report.json");
	try {
		const [text, { mtime }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
		return [JSON.parse(text), mtime];
	} catch {
		return [[], new Date()];
	}
}
