import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Environment, parseServerSettings } from "../../environment/environment.server.ts";
import { liveVersionPath } from "../../environment/preview.ts";
import { listVersionFolders, refuseDemoOverRealSite } from "../publish/refuseDemoOverRealSite.ts";
import { computeSiteId, Versions } from "../publish/Versions.ts";
import { createFingerprintFetcher } from "../pull/contentful/fingerprint.ts";
import { withDemoServices } from "../pull/withDemoServices.ts";
import { apiRoutes, createApi } from "./api.ts";
import { createRebuildQueue } from "./createRebuildQueue.ts";
import { openFileThrottle } from "./fileThrottle.ts";
import { LiveSite, type LiveSiteOptions } from "./LiveSite.ts";
import { openLiveVersionStream } from "./liveVersionStream.ts";
import { openOutbox } from "./outbox.ts";
import { createPollRoute, createPreviewPolls } from "./previewPolls.ts";
import { startHttpServer } from "./startHttpServer.ts";
import { createStatusHandler } from "./statusPage.ts";
import { watchRollback } from "./watchRollback.ts";

export type SiteServerOptions = LiveSiteOptions & {
	/** Returns a promise that resolves when the server should close. */
	stop: () => Promise<void>;
	/** Maximum number of requests that a preview's polls may send at once. */
	pollBurst?: number;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Time limit of a preview's request that polls Contentful, in milliseconds. */
const pollTimeoutMs = 5_000;

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
	const liveVersionStream = environment.preview ? openLiveVersionStream() : undefined;
	const site = new LiveSite(environment, versions, options, liveVersionStream);
	const lastVersion = await versions.findServable();
	if (lastVersion) await site.switchTo(lastVersion);
	// Called without the queue, which retries a failed rebuild: without a first version, the command must fail.
	else await site.rebuild();
	return { site, lastVersion, liveVersionStream };
}

/** Starts the HTTP server and all that requests rebuilds, and ends both when `stop` resolves. */
async function serveAndRebuild(
	{ site, lastVersion, liveVersionStream }: Awaited<ReturnType<typeof openLiveSite>>,
	environment: Environment,
	versions: Versions,
	{ log, stop, cacheFolder = ".cache", pollBurst }: SiteServerOptions,
): Promise<void> {
	const rebuildQueue = createRebuildQueue({
		rebuild: (recordDelivery) => site.rebuild(recordDelivery),
		log,
		monitor: site.monitor,
	});
	const polls = environment.preview
		? createPreviewPolls({
				// In a preview, `contentful` has the URL and the token of the preview API.
				fetchFingerprint: createFingerprintFetcher(environment.contentful, pollTimeoutMs),
				requestRebuild: rebuildQueue.request,
				log,
				burst: pollBurst,
			})
		: undefined;
	const { statusKey, host, trustedProxies } = parseServerSettings();
	const routes = polls ? [...apiRoutes, createPollRoute(polls)] : apiRoutes;
	const apiContext = {
		outbox: openOutbox(),
		claimConfirmationMail: openFileThrottle(join(cacheFolder, "newsletter-mails")),
		rebuildQueue,
		includesDrafts: environment.preview,
	};
	const server = await startHttpServer({
		site,
		host,
		port: environment.port,
		trustedProxies,
		api: createApi(routes, apiContext, trustedProxies),
		pathHandlers: {
			"/status": statusKey ? createStatusHandler(statusKey, site.monitor.status) : undefined,
			[liveVersionPath]: liveVersionStream?.respond,
		},
	});
	log(`Serving ${lastVersion ? `version ${lastVersion}` : "the site"} at ${server.url} (Ctrl-C ends it)`);
	if (lastVersion) rebuildQueue.request("start");
	// Regular rebuilds publish changes whose webhook was lost. In a preview, the polls of open pages find
	// them earlier.
	const checks = setInterval(() => rebuildQueue.request("daily check"), dayMs).unref();
	const onRollbackEnd = () => void rebuildQueue.request("the end of a rollback");
	const stopWatching = watchRollback({ versions, site, onRollbackEnd, log });
	await stop();
	stopWatching();
	clearInterval(checks);
	polls?.close();
	// Ends the event streams of a preview, because `server.close()` would wait for them.
	liveVersionStream?.close();
	await Promise.all([server.close(), Promise.race([rebuildQueue.close(), wait(maxRebuildWaitMs)])]);
}
