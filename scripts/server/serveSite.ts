import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Environment, parseStatusKey } from "../../site/environment.server.ts";
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
	/** Called when the server serves; it ends when the promise resolves. */
	stop: () => Promise<void>;
	/** Milliseconds between two rebuilds. */
	pause?: number;
};

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** Milliseconds that a rebuild under way has to finish when the server ends. It may be cut off at any moment. */
const closingTime = 3_000;

/**
 * Serves the site and makes it anew whenever a webhook says that something has changed. Begins with the last good version
 * from the same source and looks for changes behind it; without one it builds first.
 * @throws FaultsError when there is nothing to serve, because the first build fails; Error when the port is in use, or when
 * the demo would take the place of a real practice
 */
export async function serveSite(environment: Environment, options: SiteServerOptions): Promise<void> {
	const { log, stop, cache = ".cache", pause } = options;
	for (const warning of environment.warnings) log(warning);
	const allVersions = join(cache, "versions");
	await protectPractice(environment, await listVersionFolders(allVersions), allVersions);
	const versions = new Versions(join(allVersions, sourceOf(environment)));
	const last = await versions.load();

	await withServices(environment, async (reachable) => {
		const site = openLiveSite(reachable, versions, options);
		const { rebuild, changes, follow } = site;
		if (last) {
			// Where nothing can be written, a disk that is full or read-only, it is served all the same.
			await versions.keep(last).catch(() => {});
			await site.load(last);
		} else await rebuild();

		const rebuilds = createRebuilds({ rebuild, log, watch: follow, pause });
		const key = parseStatusKey();
		const server = await startServer({
			files: site.files(),
			port: environment.port,
			api: createApi(),
			outbox: openOutbox("newsletter-outbox.ndjson"),
			claimConfirmationMail: openFileThrottle(join(cache, "newsletter-mails")),
			rebuilds: { ...rebuilds, includesDrafts: environment.preview },
			answers: {
				"/status": key ? answerStatus(key, follow.status) : undefined,
				"/preview-changes": changes?.answer,
			},
		});
		site.serveBy(server);
		log(`Serving ${last ? `version ${last}` : "the site"} at ${server.url} (Ctrl-C ends it)`);
		if (last) rebuilds.request("start");
		// Of drafts no webhook tells.
		const period = environment.preview ? minute : day;
		const checks = setInterval(() => rebuilds.request("regular check"), period).unref();
		changes?.watch(() => rebuilds.request("a draft was saved"));
		await stop();
		site.close();
		clearInterval(checks);
		await Promise.all([server.close(), Promise.race([rebuilds.close(), wait(closingTime)])]);
	});
}
