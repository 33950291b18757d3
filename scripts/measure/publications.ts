import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { sourceOf } from "../publish/Versions.ts";
import { serveSite } from "../server/serveSite.ts";

const secret = "b".repeat(64);

/**
 * Publishes again and again to our own server, which shows the demo's content.
 * @param latency milliseconds that Contentful and Stripe take for a request
 * @returns the milliseconds from each webhook to the first page with the new text
 * @throws Error when a webhook is refused, or the page changes without showing the new text
 */
export async function measurePublications(times: number, latency = 50): Promise<number[]> {
	const space = await readDemoSpace();
	const demo = await startDemo({ space, latency });
	const { CONTENTFUL_SPACE_ID: spaceId } = demo.environment;
	const environment = parseEnvironment({ ...demo.environment, SITE_URL: "https://bench.example", PORT: "0" });
	Object.assign(process.env, { CONTENTFUL_WEBHOOK_SECRET: secret, CONTENTFUL_SPACE_ID: spaceId });

	const ended = Promise.withResolvers<void>();
	const serving = Promise.withResolvers<string>();
	const over = serveSite(environment, {
		stop: () => ended.promise,
		log: (line) => {
			const [, url] = /^Serving .* at (\S+)/.exec(line) ?? [];
			if (url) serving.resolve(url);
			if (line.startsWith("✗")) console.error(line);
		},
	});
	try {
		const url = await Promise.race([serving.promise, over.then(() => "")]);
		const home = space.entries.find(({ sys }) => sys.id === "home");
		if (!home) throw new Error("The demo's space has no home page.");

		const took: number[] = [];
		for (let time = 1; time <= times; time++) {
			// As long as an editor takes at least, and the server for what it does when all is done.
			await wait(1500);
			const before = (await fetch(url, { method: "HEAD" })).headers.get("etag")?.replace("W/", "");
			const title = `Published for the ${time}. time`;
			home.fields.heroTitle = { "en-US": title, ru: title };
			const event = { topic: "Entry.publish", id: "home", spaceId };
			const start = performance.now();
			const { status } = await fetch(`${url}/api/rebuild`, signContentfulWebhook(secret, "/api/rebuild", event));
			if (status !== 202) throw new Error(`The webhook is answered with ${status}.`);
			// Asked for the way that costs a server the least, so that the asking takes no time from what is measured.
			const isOld = { method: "HEAD", headers: { "If-None-Match": before ?? "" } };
			while ((await fetch(url, isOld)).status === 304) await wait(5);
			took.push(performance.now() - start);
			if (!(await (await fetch(url)).text()).includes(title))
				throw new Error("The page has changed, but not its title.");
		}
		return took;
	} finally {
		ended.resolve();
		await over;
		await demo.close();
		await rm(join(".cache/versions", sourceOf(environment)), { recursive: true, force: true });
	}
}
