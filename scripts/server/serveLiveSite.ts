import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Environment, parseServerSettings } from "../../environment/environment.server.ts";
import type { RenderPreview } from "../preview/createPreviewRenderer.ts";
import { listVersionFolders, refuseDemoOverRealSite } from "../publish/refuseDemoOverRealSite.ts";
import { computeSiteId, Versions } from "../publish/Versions.ts";
import { withDemoServices } from "../pull/withDemoServices.ts";
import { hashCode } from "../render/hashCode.ts";
import { obtainBundle } from "../render/obtainBundle.ts";
import { apiRoutes, createApi } from "./api.ts";
import { createRebuildQueue } from "./createRebuildQueue.ts";
import { openFileThrottle } from "./fileThrottle.ts";
import { LiveSite, type LiveSiteOptions } from "./LiveSite.ts";
import { openOutbox } from "./outbox.ts";
import { startHttpServer } from "./startHttpServer.ts";
import { createStatusHandler } from "./statusPage.ts";
import { watchRollback } from "./watchRollback.ts";

export type SiteServerOptions = LiveSiteOptions & {
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
export async function serveLiveSite(environment: Environment, options: SiteServerOptions): Promise<void> {
	const { log, cacheFolder = ".cache" } = options;
	for (const warning of environment.warnings) log(warning);
	const allVersions = join(cacheFolder, "versions");
	await refuseDemoOverRealSite(environment, await listVersionFolders(allVersions), allVersions);
	const versions = new Versions(join(allVersions, computeSiteId(environment)));
	await withDemoServices(environment, async (environmentWithServices) => {
		const opened = await openLiveSite(environmentWithServices, versions, options);
		await serveAndRebuild(opened, environmentWithServices, versions, options);
	});
}

/** Opens the site with its last version, or builds a first one. */
async function openLiveSite(environment: Environment, versions: Versions, options: LiveSiteOptions) {
	const site = new LiveSite(environment, versions, options);
	const lastVersion = await versions.findServable();
	if (lastVersion) await site.switchTo(lastVersion);
	// Called without the queue, which retries a failed rebuild: without a first version, the command must fail.
	else await site.rebuild();
	return { site, lastVersion };
}

/** Starts the HTTP server and all that requests rebuilds, and ends both when `stop` resolves. */
async function serveAndRebuild(
	{ site, lastVersion }: Awaited<ReturnType<typeof openLiveSite>>,
	environment: Environment,
	versions: Versions,
	options: SiteServerOptions,
): Promise<void> {
	const { log, stop, cacheFolder = ".cache" } = options;
	const rebuildQueue = createRebuildQueue({
		rebuild: (recordDelivery) => site.rebuild(recordDelivery),
		log,
		monitor: site.monitor,
	});
	const { statusKey, host, trustedProxies } = parseServerSettings();
	const apiContext = {
		outbox: openOutbox(),
		claimConfirmationMail: openFileThrottle(join(cacheFolder, "newsletter-mails")),
		rebuildQueue,
		renderPreview: createLazyPreviewRenderer(environment, options),
	};
	const server = await startHttpServer({
		site,
		host,
		port: environment.port,
		trustedProxies,
		api: createApi(apiRoutes, apiContext, trustedProxies),
		pathHandlers: {
			"/status": statusKey ? createStatusHandler(statusKey, site.monitor.status) : undefined,
		},
	});
	log(`Serving ${lastVersion ? `version ${lastVersion}` : "the site"} at ${server.url} (Ctrl-C ends it)`);
	if (lastVersion) rebuildQueue.request("start");
	// Regular rebuilds publish changes whose webhook was lost.
	const checks = setInterval(() => rebuildQueue.request("daily check"), dayMs).unref();
	const onRollbackEnd = () => void rebuildQueue.request("the end of a rollback");
	const stopWatching = watchRollback({ versions, site, onRollbackEnd, log });
	await stop();
	stopWatching();
	clearInterval(checks);
	await Promise.all([server.close(), Promise.race([rebuildQueue.close(), wait(maxRebuildWaitMs)])]);
}

/** Creates a renderer of previews whose modules and bundle are loaded when somebody opens the first preview. */
function createLazyPreviewRenderer(environment: Environment, options: SiteServerOptions): RenderPreview {
	const { log, cacheFolder = ".cache", bundlesFolder = join(cacheFolder, "bundles") } = options;
	// Hashed at the start, because a running server does not load changed code.
	const codeHash = hashCode(process.cwd());
	let renderer: RenderPreview | undefined;
	return async (path, base) => {
		const { createPreviewRenderer } = await import("../preview/createPreviewRenderer.ts");
		renderer ??= createPreviewRenderer(environment, async () => obtainBundle(bundlesFolder, await codeHash, log));
		return renderer(path, base);
	};
}
