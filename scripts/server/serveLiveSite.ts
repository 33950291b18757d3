import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sendMail } from "../../api/http/sendMail.ts";
import { defaultLocale } from "../../content/locales.ts";
import { type Environment, parseSettings } from "../../environment/environment.server.ts";
import type { RenderPreview } from "../preview/createPreviewRenderer.ts";
import type { VersionOptions } from "../publish/publishVersion.ts";
import { isOfDemo, refuseDemoOverRealSite } from "../publish/refuseDemoOverRealSite.ts";
import { Versions } from "../publish/Versions.ts";
import { withDemoServices } from "../pull/withDemoServices.ts";
import { hashCode } from "../render/hashCode.ts";
import { obtainBundle } from "../render/obtainBundle.ts";
import { tryLock } from "../shared/tryLock.ts";
import { createRebuildQueue } from "./createRebuildQueue.ts";
import { openNewsletterFiles } from "./newsletterFiles.ts";
import { startHttpServer } from "./startHttpServer.ts";
import { createStatusHandler } from "./statusPage.ts";

export type SiteServerOptions = Pick<VersionOptions, "log" | "limits"> & {
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
			serveVersions(environmentWithServices, versions, { cacheFolder, ...options }),
		);
	} finally {
		unlock();
	}
}

async function serveVersions(
	environment: Environment,
	versions: Versions,
	options: SiteServerOptions & { cacheFolder: string },
): Promise<void> {
	const { log, stop, cacheFolder } = options;
	// Hashed only once, because a running server does not load changed code.
	const codeHash = await hashCode(process.cwd());
	const rebuild = async (recordDelivery?: VersionOptions["recordDelivery"]): Promise<void> => {
		// Imported here, because a static import would double the time to start the server.
		const { publishVersion } = await import("../publish/publishVersion.ts");
		await publishVersion(environment, versions, { ...options, codeHash, recordDelivery });
	};
	const findLiveFolder = () => versions.folderOf(versions.findLive() ?? "");
	// Versions of the demo are not served in place of a real practice.
	const isServable = (await isOfDemo(findLiveFolder())) === environment.demo;
	// Called without the queue, which retries a failed rebuild: without a first version, the command must fail.
	if (!isServable) await rebuild();

	const { mail: mailSettings, statusKey, server: serverSettings } = parseSettings();
	const findContent = (name: string) => join(findLiveFolder(), "content", `${name}.json`);
	const rebuildQueue = createRebuildQueue({
		rebuild,
		log,
		sendMail: mailSettings && ((mail) => sendMail(mailSettings, findContent(defaultLocale), mail)),
	});
	const readStatus = () => {
		const report = findContent("report");
		const live = { rows: JSON.parse(readFileSync(report, "utf8")), since: statSync(report).mtime };
		return { ...rebuildQueue.status, live };
	};
	let renderer: RenderPreview | undefined;
	const renderPreview: RenderPreview = async (path, base) => {
		const { createPreviewRenderer } = await import("../preview/createPreviewRenderer.ts");
		const getBundle = () => obtainBundle(".cache/bundles", codeHash, log);
		renderer ??= createPreviewRenderer(environment, getBundle);
		return renderer(path, base);
	};
	const server = await startHttpServer({
		listVersions: () => [findLiveFolder(), ...versions.list().map((id) => versions.folderOf(id))],
		context: {
			...openNewsletterFiles({ folder: join(cacheFolder, "newsletter-mails") }),
			findSnapshot: () => findContent(defaultLocale),
			rebuildQueue,
			renderPreview,
		},
		...serverSettings,
		port: environment.port,
		showStatus: statusKey ? createStatusHandler(statusKey, readStatus) : undefined,
	});
	log(`Serving version ${versions.findLive()} at ${server.url} (Ctrl-C ends it)`);
	if (isServable) rebuildQueue.request("start");
	// Regular rebuilds publish changes whose webhook was lost.
	const checks = setInterval(() => rebuildQueue.request("daily check"), dayMs).unref();
	await stop();
	clearInterval(checks);
	await Promise.all([server.close(), Promise.race([rebuildQueue.close(), wait(maxRebuildWaitMs)])]);
}
