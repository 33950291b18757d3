import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Mail, sendMail } from "../../api/http/sendMail.ts";
import { defaultLocale } from "../../content/locales.ts";
import {
	type Environment,
	type MailSettings,
	parseMailSettings,
	parseServerSettings,
} from "../../environment/environment.server.ts";
import type { RenderPreview } from "../preview/createPreviewRenderer.ts";
import { compressFiles } from "../publish/compressFiles.ts";
import type { VersionOptions } from "../publish/createVersion.ts";
import { isEmptyOrDemo, refuseDemoOverRealSite } from "../publish/refuseDemoOverRealSite.ts";
import { Versions } from "../publish/Versions.ts";
import { withDemoServices } from "../pull/withDemoServices.ts";
import { buildInfoFile } from "../render/buildInfo.ts";
import { hashCode } from "../render/hashCode.ts";
import { obtainBundle } from "../render/obtainBundle.ts";
import { listChangedPages, submitToIndexNow } from "../shared/indexNow.js";
import { startStopwatch } from "../shared/startStopwatch.ts";
import { tryLock } from "../shared/tryLock.ts";
import { createRebuildQueue } from "./createRebuildQueue.ts";
import { openNewsletterFiles } from "./newsletterFiles.ts";
import { startHttpServer } from "./startHttpServer.ts";
import { createStatusHandler } from "./statusPage.ts";

export type SiteServerOptions = Pick<
	VersionOptions,
	"log" | "strict" | "limits" | "bundlesFolder"
> & {
	/** Folder inside the project for files that the server keeps across restarts. Default: `.cache`. */
	cacheFolder?: string;
	/** Returns a promise that resolves when the server should close. */
	stop: () => Promise<void>;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Maximum time that a stopping server waits for a running rebuild, in milliseconds. */
const maxRebuildWaitMs = 3_000;

/**
 * Serves the site's last version, or builds one if there is none. Rebuilds the site after each webhook.
 * @throws Error when the first build fails or the server cannot start
 */
export async function serveLiveSite(
	environment: Environment,
	options: SiteServerOptions,
): Promise<void> {
	const { log, cacheFolder = ".cache" } = options;
	for (const warning of environment.warnings) log(warning);
	const versions = new Versions(join(cacheFolder, "versions"));
	const unlock = tryLock(join(versions.folder, "lock.sqlite"));
	if (!unlock)
		throw new Error(
			`Another server publishes into ${versions.folder}. Stop it, or start it again instead.`,
		);
	try {
		for (const id of versions.list())
			await refuseDemoOverRealSite(environment, versions.folderOf(id));
		await withDemoServices(environment, (environmentWithServices) =>
			serveVersions(environmentWithServices, versions, { ...options, cacheFolder }),
		);
	} finally {
		unlock();
	}
}

type RunOptions = SiteServerOptions & { cacheFolder: string };

async function serveVersions(
	environment: Environment,
	versions: Versions,
	options: RunOptions,
): Promise<void> {
	const { log, stop, cacheFolder } = options;
	const findLiveFolder = () => versions.folderOf(versions.findLive() ?? "");
	const rebuild = createRebuild(environment, versions, options);
	// Versions of the demo are not served in place of a real practice.
	const isServable =
		versions.findLive() && (await isEmptyOrDemo(findLiveFolder())) === environment.demo;
	// Called without the queue, which retries a failed rebuild: without a first version, the command must fail.
	if (!isServable) await rebuild();

	const mailSettings = parseMailSettings();
	const send = (mail: Mail, settings: MailSettings) =>
		sendMail(settings, join(findLiveFolder(), "content", `${defaultLocale}.json`), mail);
	const rebuildQueue = createRebuildQueue({
		rebuild,
		log,
		sendMail: mailSettings && ((mail) => send(mail, mailSettings)),
	});
	const readStatus = () => {
		const report = join(findLiveFolder(), "content/report.json");
		const live = { rows: JSON.parse(readFileSync(report, "utf8")), since: statSync(report).mtime };
		return { ...rebuildQueue.status, live };
	};
	const { statusKey, host, trustedProxies } = parseServerSettings();
	const server = await startHttpServer({
		listVersions: () => [findLiveFolder(), ...versions.list().map((id) => versions.folderOf(id))],
		context: {
			...openNewsletterFiles({ folder: join(cacheFolder, "newsletter-mails") }),
			rebuildQueue,
			renderPreview: createLazyPreviewRenderer(environment, options),
		},
		host,
		port: environment.port,
		trustedProxies,
		respondWithStatus: statusKey ? createStatusHandler(statusKey, readStatus) : undefined,
	});
	log(`Serving version ${versions.findLive()} at ${server.url} (Ctrl-C ends it)`);
	if (isServable) rebuildQueue.request("start");
	// Regular rebuilds publish changes whose webhook was lost.
	const checks = setInterval(() => rebuildQueue.request("daily check"), dayMs).unref();
	await stop();
	clearInterval(checks);
	await Promise.all([server.close(), Promise.race([rebuildQueue.close(), wait(maxRebuildWaitMs)])]);
}

/** Returns a function that builds a version from the current content and publishes it, unless nothing has changed. */
function createRebuild(environment: Environment, versions: Versions, options: RunOptions) {
	const { log } = options;
	let codeHash: string | undefined;
	return async (recordDelivery?: VersionOptions["recordDelivery"]): Promise<void> => {
		const formatElapsed = startStopwatch();
		// Imported here, because a static import would double the time to start the server.
		const { createVersion } = await import("../publish/createVersion.ts");
		// Hashes the code only once, because a running server does not load changed code.
		codeHash ??= await hashCode(process.cwd());
		const versionOptions = { ...options, codeHash, shouldSkipUnchanged: true, recordDelivery };
		const live = versions.findLive();
		const liveFolder = live && join(versions.folderOf(live), "client");
		const before = liveFolder && readFileSync(join(liveFolder, buildInfoFile), "utf8");
		let after = "";
		const id = await versions.publish(async (stagingFolder) => {
			const isCreated = await createVersion(environment, stagingFolder, versionOptions, before);
			if (!isCreated) return false;
			const folder = join(stagingFolder, "client");
			await compressFiles(folder, liveFolder);
			after = await readFile(join(folder, buildInfoFile), "utf8");
			return true;
		});
		log(
			id
				? `Live: version ${id} after ${formatElapsed()}`
				: `Rebuild: nothing has changed (${formatElapsed()})`,
		);
		const { site, indexNowUrl: service } = environment;
		if (!id || !site.indexNowKey) return;
		// The response of IndexNow does not affect publishing, so it is not awaited.
		void submitToIndexNow(
			listChangedPages(before, after),
			{ key: site.indexNowKey, service, site: site.url },
			log,
		);
	};
}

/** Creates a renderer of previews whose modules and bundle are loaded when somebody opens the first preview. */
function createLazyPreviewRenderer(environment: Environment, options: RunOptions): RenderPreview {
	const { log, cacheFolder, bundlesFolder = join(cacheFolder, "bundles") } = options;
	// Hashed at the start, because a running server does not load changed code.
	const codeHash = hashCode(process.cwd());
	let renderer: RenderPreview | undefined;
	return async (path, base) => {
		const { createPreviewRenderer } = await import("../preview/createPreviewRenderer.ts");
		renderer ??= createPreviewRenderer(environment, async () =>
			obtainBundle(bundlesFolder, await codeHash, log),
		);
		return renderer(path, base);
	};
}
