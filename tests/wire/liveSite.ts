import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { publishVersion } from "../../scripts/publish/publishVersion.ts";
import { Versions } from "../../scripts/publish/Versions.ts";
import { hashCode } from "../../scripts/render/hashCode.ts";
import { obtainBundle } from "../../scripts/render/obtainBundle.ts";
import { type SiteServerOptions, serveLiveSite } from "../../scripts/server/serveLiveSite.ts";
import { makeFolder } from "../folders.ts";
import { ids } from "../testContent.ts";
import {
	contentfulSecret,
	type Services,
	shortLimits,
	stripeSecret,
	testSpaceId,
} from "./services.ts";

// Creates the bundle of the renderer before the first test. All tests reuse it, because creating the bundle takes
// seconds.
await obtainBundle(await hashCode(), () => {});

/** Paths of the pages that the tests' content has. */
export const pagePaths = localeCodes.flatMap((locale) =>
	routeNames.map((route) => pathOf(route, locale)),
);

export const makeCacheFolder = () => makeFolder({ parent: ".cache/tests" });

/** Starts our own server, by default with an empty cache, and stops the server after the test. */
export async function startSite(
	{ environment }: Pick<Services, "environment">,
	options: Partial<SiteServerOptions> = {},
) {
	const { cacheFolder = await makeCacheFolder() } = options;
	vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", contentfulSecret);
	vi.stubEnv("STRIPE_WEBHOOK_SECRET", stripeSecret);
	vi.stubEnv("CONTENTFUL_SPACE_ID", testSpaceId);
	onTestFinished(() => void vi.unstubAllEnvs());
	const log: string[] = [];
	const ended = Promise.withResolvers<void>();
	const serving = Promise.withResolvers<string>();
	const stopped = serveLiveSite(
		{ ...environment, port: 0 },
		{
			limits: shortLimits,
			// In this process, which has loaded the code already. The test of `createPublisher` uses another one.
			publish: publishVersion,
			...options,
			cacheFolder,
			stop: () => ended.promise,
			log: (line) => {
				log.push(line);
				const [, url] = /^Serving .* at (\S+)/.exec(line) ?? [];
				if (url) serving.resolve(url);
			},
		},
	);
	const stop = async () => {
		ended.resolve();
		await stopped;
		// A stopped server does not wait for a running rebuild, but the test's folder must outlast it.
		const readLast = () => log.findLast((line) => /^(Live|Rebuild): /.test(line)) ?? "Live: ";
		await vi.waitUntil(() => /^(Live|Rebuild: no)/.test(readLast()), { timeout: 20_000 });
	};
	onTestFinished(() => stop().catch(() => {}));
	const url = await Promise.race([serving.promise, stopped.then(() => "")]);

	const read = async (path: string) => (await fetch(url + path)).text();
	const versions = new Versions(join(cacheFolder, "versions"));

	/** Sends a webhook, and waits until the log says that the rebuild that it causes has succeeded or failed. */
	async function sendWebhook(webhook: RequestInit) {
		const linesBefore = log.length;
		expect((await fetch(`${url}/api/rebuild`, webhook)).status).toBe(202);
		const readOutcome = () => {
			const lines = log.slice(linesBefore).join("\n");
			const [, rebuild = ""] = lines.split(/^Rebuild: .*(?:Contentful|Stripe): /m);
			return /^(Live: version|Rebuild: nothing|Rebuild: not)/m.test(rebuild) && rebuild;
		};
		const outcome = await vi.waitUntil(readOutcome, { timeout: 30_000, interval: 5 });
		// The lines after the first of an entry of the log are indented.
		const reason = outcome.split(/\n(?! )/).filter((entry) => entry.startsWith("✗ "));
		return { status: reason.length > 0 ? "failed" : "live", reason };
	}

	return {
		url,
		log,
		stop,
		read,
		sendWebhook,
		publish: (...event: Parameters<typeof signPublishWebhook>) =>
			sendWebhook(signPublishWebhook(...event)),
		readLiveId: () => versions.findLive() ?? "",
		versions,
	};
}

/** Returns the signed request that Contentful sends when the home page, or another item, is published. */
export const signPublishWebhook = (
	event: { topic?: string; id?: string; revision?: number } = {},
) =>
	signContentfulWebhook(contentfulSecret, "/api/rebuild", {
		topic: "Entry.publish",
		id: ids.home,
		spaceId: testSpaceId,
		...event,
	});
