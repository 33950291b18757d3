import { statSync } from "node:fs";
import { join } from "node:path";
import { sendMail } from "../../api/mail/sendMail.ts";
import { defaultLocale } from "../../content/locales.ts";
import { type Environment, parseValidSettings } from "../../environment/environment.server.ts";
import type { RenderPreview } from "../preview/createPreviewRenderer.ts";
import type { publishVersion, VersionOptions } from "../publish/publishVersion.ts";
import { isOfDemo, refuseDemoOverRealSite } from "../publish/refuseDemoOverRealSite.ts";
import { Versions } from "../publish/Versions.ts";
import { createDeliveryCheck } from "../pull/contentful/createDeliveryCheck.ts";
import { readReport } from "../pull/report.ts";
import { withDemoServices } from "../pull/withDemoServices.ts";
import { hashCode } from "../render/hashCode.ts";
import { obtainBundle } from "../render/obtainBundle.ts";
import { tryLock } from "../shared/tryLock.ts";
import { createRebuildQueue } from "./createRebuildQueue.ts";
import { openNewsletterFiles } from "./newsletterFiles.ts";
import { startHttpServer } from "./startHttpServer.ts";
import { createStatusHandler } from "./statusPage.ts";

export type SiteServerOptions = Pick<VersionOptions, "log" | "limits" | "cacheFolder"> & {
	/** Returns a promise that resolves when the server should close. */
	stop: () => Promise<void>;
	/** Publishes a version: `publishVersion`, or a function of `createPublisher`. */
	publish: typeof publishVersion;
};

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
		for (const id of versions.list()) {
			await refuseDemoOverRealSite(environment, versions.folderOf(id));
			if (versions.isComplete(id)) continue;
			const state = id === versions.findLive() ? "served until the next rebuild" : "not served";
			log(`Version ${id} is incomplete, for example after a power cut: it is ${state}.`);
		}
		await withDemoServices(environment, (environmentWithServices) =>
			serveVersions(environmentWithServices, versions, options),
		);
	} finally {
		unlock();
	}
}

async function serveVersions(
	environment: Environment,
	versions: Versions,
	options: SiteServerOptions,
): Promise<void> {
	const { log, stop, publish, limits, cacheFolder = ".cache" } = options;
	// Hashed only once, because a running server does not load changed code.
	const codeHash = await hashCode();
	const rebuild = async () => {
		const versionOptions = { log, limits, cacheFolder, codeHash };
		return createDeliveryCheck(await publish(environment, versions, versionOptions));
	};
	// Versions of the demo are not served in place of a real practice.
	const isServable = (await isOfDemo(versions.findLiveFolder())) === environment.demo;
	// Called without the queue, which retries a failed rebuild: without a first version, the command must fail.
	if (!isServable) await rebuild();

	const {
		mail: mailSettings,
		statusKey,
		statusLocale,
		server: serverSettings,
	} = parseValidSettings();
	const findContentFolder = () => join(versions.findLiveFolder(), "content");
	const findSnapshot = () => join(findContentFolder(), `${defaultLocale}.json`);
	const rebuildQueue = createRebuildQueue({
		rebuild,
		log,
		space: environment.contentful,
		locale: statusLocale,
		sendMail: mailSettings && ((mail) => sendMail(mailSettings, findSnapshot(), mail)),
	});
	const readStatus = () => {
		const folder = findContentFolder();
		const findings = readReport(folder);
		const live = findings && { findings, since: statSync(folder).mtime };
		return { ...rebuildQueue.status, live, versions: versions.describe(statusLocale) };
	};
	let renderer: RenderPreview | undefined;
	const renderPreview: RenderPreview = async (...page) => {
		const { createPreviewRenderer } = await import("../preview/createPreviewRenderer.ts");
		renderer ??= createPreviewRenderer(
			environment,
			() => obtainBundle(codeHash, log),
			findContentFolder,
		);
		return renderer(...page);
	};
	const server = await startHttpServer({
		listVersions: () => versions.listFolders(),
		context: {
			...openNewsletterFiles({ folder: join(cacheFolder, "newsletter-mails") }),
			findSnapshot,
			rebuildQueue,
			renderPreview,
		},
		...serverSettings,
		port: environment.port,
		showStatus: statusKey ? createStatusHandler(statusKey, readStatus) : undefined,
	});
	log(`Serving version ${versions.findLive()} at ${server.url} (Ctrl-C ends it)`);
	if (isServable) rebuildQueue.request("start");
	// Daily rebuilds publish changes whose webhook was lost.
	setInterval(() => rebuildQueue.request("daily check"), 24 * 60 * 60_000).unref();
	await stop();
	// A running rebuild is not awaited, because an interrupted one leaves the live version as it is.
	rebuildQueue.close();
	await server.close();
}
