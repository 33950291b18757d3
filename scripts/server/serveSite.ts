import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Environment, parseNotices, parseStatusKey } from "../../site/environment.server.ts";
import type { VersionOptions } from "../publish/makeVersion.ts";
import { sourceOf, Versions } from "../publish/Versions.ts";
import type { ReportRow } from "../pull/report.ts";
import { withServices } from "../pull/withServices.ts";
import { buildInfoFile } from "../render/buildInfo.ts";
import { hashCode } from "../render/hashCode.ts";
import { listChanged, tellSearchEngines } from "../shared/indexNow.js";
import { stopwatch } from "../shared/stopwatch.ts";
import { createApi } from "./api.ts";
import { followStatus, type Mail } from "./followStatus.ts";
import { openOutbox } from "./outbox.ts";
import { openPreviewChanges } from "./previewChanges.ts";
import { createRebuilds } from "./rebuilds.ts";
import { sendMail } from "./sendMail.ts";
import { compressWell, isNamedByContent, loadSiteFiles, type SiteFiles } from "./siteFiles.ts";
import { type RunningServer, startServer } from "./startServer.ts";
import { answerStatus } from "./statusPage.ts";

export type SiteServerOptions = Pick<VersionOptions, "log" | "strict" | "limits" | "bundles"> & {
	/** Called when the server serves; it ends when the promise resolves. */
	stop: () => Promise<void>;
	/** The folder of what is kept from one run to the next, inside the project; `.cache` unless a test says otherwise. */
	cache?: string;
	/** Milliseconds between two rebuilds. */
	pause?: number;
	/** Milliseconds for which rebuilds fail before somebody is told by mail. */
	patience?: number;
};

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** Milliseconds that a rebuild under way has to finish when the server ends. It may be cut off at any moment. */
const closingTime = 3_000;

/** Versions whose pictures are still served to pages that were loaded before. */
const remembered = 4;

/**
 * Serves the site and makes it anew whenever a webhook says that something has changed. Begins with the last good version
 * from the same source and looks for changes behind it; without one it builds first.
 * @throws FaultsError when there is nothing to serve, because the first build fails; Error when the port is in use
 */
export async function serveSite(environment: Environment, options: SiteServerOptions): Promise<void> {
	const { log, stop, strict, limits, cache = ".cache", bundles, pause, patience } = options;
	for (const warning of environment.warnings) log(warning);
	const versions = new Versions(join(cache, "versions", sourceOf(environment)));
	const last = await versions.load();

	await withServices(environment, async (reachable) => {
		let live: string | undefined;
		let code: string | undefined;
		let server: RunningServer | undefined;
		let compressing = new AbortController();
		/** The files of the last versions, and what of them requests are answered with. */
		let recent: SiteFiles[] = [];
		let current: SiteFiles = new Map();
		const changes = environment.preview ? openPreviewChanges(reachable.contentful, log) : undefined;
		const readInfo = (id: string) =>
			readFile(join(versions.folderOf(id), "client", buildInfoFile), "utf8").catch(() => undefined);
		const contentOf = (id: string) => join(versions.folderOf(id), "content");
		const notices = parseNotices();
		const tell = async (mail: Mail) => {
			if (notices && live) await sendMail(notices, contentOf(live), mail);
		};
		const follow = followStatus({ log, patience, sendMail: tell });

		async function rebuild(): Promise<void> {
			const since = stopwatch();
			// What makes a version is loaded after the last good one is served, since that takes as long as everything else.
			const { makeVersion } = await import("../publish/makeVersion.ts");
			code ??= await hashCode(process.cwd());
			const stage = await versions.stage();
			try {
				const before = live && (await readInfo(live));
				const options = { log, cache, bundles, code, strict, limits };
				const version = await makeVersion(reachable, stage, options, live, before);
				if (!version) return log(`Rebuild: nothing has changed (${since()})`);
				await versions.add(version, stage);
				const files = await loadSiteFiles(join(versions.folderOf(version), "client"), current);
				await versions.switchTo(version);
				await show(version, files);
				log(`Live: version ${version} after ${since()}`);
				const { url: site, indexNowKey: key } = environment.site;
				if (key) {
					const changed = listChanged(before, (await readInfo(version)) ?? "");
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

		if (last) {
			// Where nothing can be written, a disk that is full or read-only, it is served all the same.
			await versions.keep(last).catch(() => {});
			await show(last, await loadSiteFiles(join(versions.folderOf(last), "client")));
		} else await rebuild();

		const rebuilds = createRebuilds({ rebuild, log, watch: follow, pause });
		const key = parseStatusKey();
		server = await startServer({
			files: current,
			port: environment.port,
			api: createApi(),
			outbox: openOutbox("newsletter-outbox.ndjson"),
			rebuilds: { ...rebuilds, ofDrafts: environment.preview },
			answers: {
				"/status": key ? answerStatus(key, follow.status) : undefined,
				"/preview-changes": changes?.answer,
			},
		});
		log(`Serving ${last ? `version ${last}` : "the site"} at ${server.url} (Ctrl-C ends it)`);
		if (last) rebuilds.request("start");
		// Of drafts no webhook tells.
		const period = environment.preview ? minute : day;
		const checks = setInterval(() => rebuilds.request("regular check"), period).unref();
		changes?.watch(() => rebuilds.request("a draft was saved"));
		await stop();
		changes?.close();
		clearInterval(checks);
		compressing.abort();
		follow.close();
		await Promise.all([server.close(), Promise.race([rebuilds.close(), wait(closingTime)])]);
	});
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
