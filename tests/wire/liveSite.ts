import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { signContentfulWebhook, signStripeWebhook } from "../../demo/webhooks.ts";
import { sourceOf } from "../../scripts/publish/Versions.ts";
import type { ReportRow } from "../../scripts/pull/report.ts";
import { hashCode } from "../../scripts/render/hashCode.ts";
import { obtainBundle } from "../../scripts/render/obtainBundle.ts";
import { type SiteServerOptions, serveSite } from "../../scripts/server/serveSite.ts";
import { makeFolder } from "../folders.ts";
import { ids } from "./content.ts";
import { contentfulSecret, type Services, shortLimits, spaceId, stripeSecret } from "./services.ts";

const bundles = ".cache/bundles";
// All sites share it. It takes seconds to make, which are no test's own.
await obtainBundle(bundles, await hashCode(process.cwd()), () => {});

/** The addresses of all pages. */
export const pages = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));

/** A folder of what servers keep. */
export const keptFolder = () => makeFolder({ parent: ".cache/tests" });

/**
 * Starts the site's own server for the rest of the test, or until `stop` is called, with nothing kept from before unless a
 * folder is given. Throws when there is nothing to serve.
 */
export async function startSite(
	{ environment }: Pick<Services, "environment">,
	options: Partial<SiteServerOptions> = {},
) {
	const { cache = await keptFolder() } = options;
	vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", contentfulSecret);
	vi.stubEnv("STRIPE_WEBHOOK_SECRET", stripeSecret);
	vi.stubEnv("CONTENTFUL_SPACE_ID", spaceId);
	// Pages are rendered as a host renders them: React's build for development takes twice the time.
	vi.stubEnv("NODE_ENV", "production");
	onTestFinished(() => void vi.unstubAllEnvs());
	const log: string[] = [];
	const ended = Promise.withResolvers<void>();
	const serving = Promise.withResolvers<string>();
	const over = serveSite(
		{ ...environment, port: 0 },
		{
			limits: shortLimits,
			pauseMs: 20,
			bundles,
			...options,
			cache,
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
		await over;
	};
	onTestFinished(() => stop().catch(() => {}));
	const url = await Promise.race([serving.promise, over.then(() => "")]);

	/** The text of a page. */
	const read = async (path: string) => (await fetch(url + path)).text();
	const versions = join(cache, "versions", sourceOf(environment));
	const live = () => readFile(join(versions, "live"), "utf8");

	/** Sends a webhook, and waits for what becomes of it. */
	async function settle(webhook: RequestInit): Promise<{ status: string; reason?: string[] }> {
		const response = await fetch(`${url}/api/rebuild`, webhook);
		expect(response.status).toBe(202);
		const { id } = (await response.json()) as { id: string };
		return vi.waitFor(
			async () => {
				const status = await (await fetch(`${url}/api/rebuild/${id}`)).json();
				expect(["live", "failed"]).toContain(status.status);
				return status;
			},
			{ timeout: 30_000, interval: 5 },
		);
	}

	return {
		url,
		log,
		stop,
		read,
		settle,
		publish: () => settle(publishing()),
		pricing: async () => settle(await signStripeWebhook(stripeSecret, "price.updated")),
		/** The id of the version that the file `live` names. */
		live,
		/** The report of the version that is live, as it was written down. */
		report: async (): Promise<ReportRow[]> =>
			JSON.parse(await readFile(join(versions, await live(), "content/report.json"), "utf8")),
		/** What lies in the folder of versions, but for what this server has told others. */
		listVersions: async () => (await readdir(versions)).filter((name) => name !== `shown.${process.pid}`).sort(),
		/** How often the pages were rendered. */
		renders: () => log.filter((line) => line.startsWith("Render:")).length,
	};
}

/** The webhook that Contentful sends when the home page is published. */
export const publishing = () =>
	signContentfulWebhook(contentfulSecret, "/api/rebuild", { topic: "Entry.publish", id: ids.home, spaceId });
