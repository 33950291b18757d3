import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { type ContentfulEvent, signContentfulWebhook } from "../../demo/webhooks.ts";
import { type Extent, formatSpread } from "./figures.ts";

const secret = "b".repeat(64);

/** Simulated latency of Contentful and Stripe, in milliseconds. */
const latencyMs = 50;

const timeoutMs = 30_000;

/** Time for which Contentful delivers the content from before a publication, in the last measurement. */
const deliveryDelayMs = 10_000;

/** Program that runs `npm start` with an own cache folder, so that the site of this machine stays as it is. */
const program = `
import { parseEnvironment } from "./environment/environment.server.ts";
import { serveLiveSite } from "./scripts/server/serveLiveSite.ts";
import { waitForStopSignal } from "./scripts/server/waitForStopSignal.ts";

const options = { cacheFolder: process.argv[1], bundlesFolder: ".cache/bundles", log: console.log };
await serveLiveSite(parseEnvironment(), { ...options, stop: waitForStopSignal });
process.exit();`;

/** Measures the time from a webhook until our own server serves the changed page, in milliseconds. */
export async function measurePublications({ runs }: Extent): Promise<string[]> {
	const space = await readDemoSpace();
	const demo = await startDemo({ space, latencyMs });
	const serverVariables = {
		CONTENTFUL_WEBHOOK_SECRET: secret,
		SITE_URL: "https://bench.example",
		PORT: "0",
	};
	const variables = { ...demo.environment, ...serverVariables };
	const env = { ...process.env, ...variables };
	const cacheFolder = await mkdtemp(join(".cache", "bench-"));
	const server = spawn(process.execPath, ["--input-type=module", "--eval", program, cacheFolder], {
		env,
		stdio: ["ignore", "pipe", "inherit"],
	});
	const home = space.entries.find(({ sys }) => sys.id === "home");
	try {
		const url = await readAddress(server);
		const publish = (revision: number): Promise<number> => {
			const title = `Publication ${revision}`;
			// Changes the entry in place, because the demo's stand-in for Contentful serves this object.
			Object.assign(home?.fields ?? {}, { heroTitle: { "en-US": title, ru: title } });
			Object.assign(home?.sys ?? {}, { updatedAt: new Date().toISOString(), revision });
			const event = {
				topic: "Entry.publish",
				id: "home",
				spaceId: variables.CONTENTFUL_SPACE_ID,
				revision,
			};
			return measurePublication(url, event, title);
		};
		const figures: number[] = [];
		while (figures.length < runs) figures.push(await publish(100 + figures.length));
		console.log(`${formatSpread(figures)} ms`);
		demo.delayChanges(deliveryDelayMs);
		const lateMs = await publish(200);
		console.log(
			`${Math.round(lateMs)} ms when Contentful delivers the change after ${deliveryDelayMs} ms`,
		);
		return [];
	} finally {
		if (server.exitCode === null && server.kill("SIGTERM")) await once(server, "exit");
		await demo.close();
		await rm(cacheFolder, { recursive: true, force: true });
	}
}

/** Sends a signed webhook about the home page. Returns the time until the page shows the title, in milliseconds. */
async function measurePublication(
	url: string,
	event: ContentfulEvent,
	title: string,
): Promise<number> {
	const start = performance.now();
	const response = await fetch(
		`${url}/api/rebuild`,
		signContentfulWebhook(secret, "/api/rebuild", event),
	);
	if (response.status !== 202)
		throw new Error(`The webhook is refused with status ${response.status}.`);
	while (performance.now() - start < timeoutMs) {
		const html = await (await fetch(url)).text();
		if (html.includes(title)) return performance.now() - start;
		await wait(5);
	}
	throw new Error("The page does not show the change.");
}

/** Waits until the server has logged its URL. Returns the URL. */
function readAddress({ stdout }: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let output = "";
		stdout?.setEncoding("utf8").on("data", (chunk: string) => {
			output += chunk;
			const [, url] = /^Serving .* at (\S+)/m.exec(output) ?? [];
			if (url) resolve(url);
		});
		stdout?.once("end", () => reject(new Error(`The server has ended:\n${output}`)));
	});
}
