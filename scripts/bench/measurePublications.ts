import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { type ContentfulEvent, signContentfulWebhook } from "../../demo/webhooks.ts";

const secret = "b".repeat(64);

/** Simulated latency of Contentful and Stripe, in milliseconds. */
const latencyMs = 50;

const timeoutMs = 30_000;

/** Program that runs `npm start` with an own cache folder, so that the site of this machine stays as it is. */
const program = `
import { parseEnvironment } from "./environment/environment.server.ts";
import { serveLiveSite } from "./scripts/server/serveLiveSite.ts";
import { waitForStopSignal } from "./scripts/server/startHttpServer.ts";

const options = { cacheFolder: process.argv[1], log: console.log, stop: waitForStopSignal };
await serveLiveSite(parseEnvironment(), options);
process.exit();`;

/** Measures the time from a webhook until our own server serves the changed page, and prints it. */
export async function measurePublications(runs: number): Promise<void> {
	const space = await readDemoSpace();
	const demo = await startDemo({ space, latencyMs });
	const own = { CONTENTFUL_WEBHOOK_SECRET: secret, SITE_URL: "https://bench.example", PORT: "0" };
	await mkdir(".cache", { recursive: true });
	const cacheFolder = await mkdtemp(".cache/bench-");
	const server = spawn(process.execPath, ["--input-type=module", "--eval", program, cacheFolder], {
		env: { ...process.env, ...demo.environment, ...own },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const home = space.entries.find(({ sys }) => sys.id === "home");
	const spaceId = demo.environment.CONTENTFUL_SPACE_ID ?? "";
	try {
		let url = "";
		for await (const line of createInterface({ input: server.stdout })) {
			[, url = ""] = /^Serving .* at (\S+)/.exec(line) ?? [];
			if (url) break;
		}
		const times: number[] = [];
		while (times.length < runs) {
			const revision = 100 + times.length;
			const title = `Publication ${revision}`;
			// Changes the entry in place, because the demo's stand-in for Contentful serves this object.
			Object.assign(home?.fields ?? {}, { heroTitle: { "en-US": title, ru: title } });
			Object.assign(home?.sys ?? {}, { updatedAt: new Date().toISOString(), revision });
			const event = { topic: "Entry.publish", id: "home", spaceId, revision };
			times.push(await measurePublication(url, event, title));
		}
		console.log(`From webhook to live: ${times.join(", ")} ms`);
	} finally {
		if (server.exitCode === null && server.kill("SIGTERM")) await once(server, "exit");
		await demo.close();
		await rm(cacheFolder, { recursive: true, force: true });
	}
}

async function measurePublication(url: string, event: ContentfulEvent, title: string) {
	const start = performance.now();
	await fetch(`${url}/api/rebuild`, signContentfulWebhook(secret, "/api/rebuild", event));
	while (!(await (await fetch(url)).text()).includes(title)) {
		if (performance.now() - start > timeoutMs)
			throw new Error("The page does not show the change.");
		await wait(5);
	}
	return Math.round(performance.now() - start);
}
