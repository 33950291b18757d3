import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Environment, parseStatusKey } from "../../site/environment.server.ts";
import { previewChangesPath } from "../../site/preview.ts";
import { listVersionFolders, protectPractice } from "../publish/protectPractice.ts";
import { sourceOf, Versions } from "../publish/Versions.ts";
import { withServices } from "../pull/withServices.ts";
import { createApi } from "./api.ts";
import { openFileThrottle } from "./fileThrottle.ts";
import { type LiveSiteOptions, openLiveSite } from "./openLiveSite.ts";
import { openOutbox } from "./outbox.ts";
import { createRebuilds } from "./rebuilds.ts";
import { startServer } from "./startServer.ts";
import { answerStatus } from "./statusPage.ts";

export type SiteServerOptions = LiveSiteOptions & {
	/** Is called when the server serves. The server ends when the promise resolves. */
	stop: () => Promise<void>;
	/** Pause between two rebuilds, in milliseconds. */
	pauseMs?: number;
};

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

/** Time that a running rebuild has to end when the server stops, in milliseconds. It may be cut off at any moment. */
const closingTimeMs = 3_000;

/**
 * Serves the site, and rebuilds it whenever a webhook reports a change. Starts with the last good version from the same
 * source, and looks for changes afterwards; without such a version it builds first.
 * @throws FaultsError when the first build fails; Error when the port is in use, or when the demo would take the place of a
 * real practice
 */
export async function serveSite(environment: Environment, options: SiteServerOptions): Promise<void> {
	const { log, stop, cache = ".cache", pauseMs } = options;
	for (const warning of environment.warnings) log(warning);
	const allVersions = join(cache, "versions");
	await protectPractice(environment, await listVersionFolders(allVersions), allVersions);
	const versions = new Versions(join(allVersions, sourceOf(environment)));
	const lastVersion = await versions.load();

	await withServices(environment, async (reachable) => {
		const site = await openLiveSite(reachable, versions, options);
		const { rebuild, changes, monitor } = site;
		if (lastVersion) {
			// A full or read-only disk is no reason not to serve.
			await versions.keep(lastVersion).catch(() => {});
			await site.load(lastVersion);
		} else {
			await rebuild();
			monitor.rebuildEnded();
		}

		const rebuilds = createRebuilds({ rebuild, log, monitor, pauseMs });
		const statusKey = parseStatusKey();
		const server = await startServer({
			files: site.files(),
			port: environment.port,
			api: createApi(),
			outbox: openOutbox("newsletter-outbox.ndjson"),
			claimConfirmationMail: openFileThrottle(join(cache, "newsletter-mails")),
			rebuilds: { ...rebuilds, includesDrafts: environment.preview },
			answers: {
				"/status": statusKey ? answerStatus(statusKey, monitor.status) : undefined,
				[previewChangesPath]: changes?.respond,
			},
		});
		site.serveBy(server);
		log(`Serving ${lastVersion ? `version ${lastVersion}` : "the site"} at ${server.url} (Ctrl-C ends it)`);
		if (lastVersion) rebuilds.request("start");
		// Saving a draft sends no webhook, so a preview checks often.
		const checkIntervalMs = environment.preview ? minuteMs : dayMs;
		const checks = setInterval(() => rebuilds.request("regular check"), checkIntervalMs).unref();
		changes?.poll(() => rebuilds.request("a draft was saved"));
		await stop();
		clearInterval(checks);
		// Ends the event streams of previews, which the server would wait for.
		changes?.close();
		await Promise.all([server.close(), Promise.race([rebuilds.close(), wait(closingTimeMs)])]);
		await site.close();
	});
}
