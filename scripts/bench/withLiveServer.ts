import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { Versions } from "../publish/Versions.ts";

const secret = "b".repeat(64);

/** Simulated latency of Contentful and Stripe, in milliseconds. */
const latencyMs = 50;

const timeoutMs = 60_000;

/** Program that runs `npm start` with an own cache folder, so that the site of this machine stays as it is. */
const program = `
import { requireEnvironment } from "./environment/environment.server.ts";
import { createPublisher } from "./scripts/publish/createPublisher.ts";
import { serveLiveSite } from "./scripts/server/serveLiveSite.ts";
import { waitForStopSignal } from "./scripts/server/startHttpServer.ts";

await serveLiveSite(requireEnvironment(), {
	cacheFolder: process.argv[1],
	log: console.log,
	stop: waitForStopSignal,
	publish: createPublisher(),
});
process.exit();`;

type LiveServer = {
	url: string;
	/** Id of the server's process. */
	pid: number;
	/** Folder of the live version's files. */
	clientFolder: string;
	/** Publishes a changed title, and returns the time until the server serves the changed page, in milliseconds. */
	publish: () => Promise<number>;
};

/** Starts our own server with the demo's content in a process of its own, and ends it after `run`. */
export async function withLiveServer(run: (server: LiveServer) => Promise<void>): Promise<void> {
	const space = await readDemoSpace();
	const demo = await startDemo({ space, latencyMs });
	await mkdir(".cache", { recursive: true });
	const cacheFolder = await mkdtemp(".cache/bench-");
	const server = startProgram(program, [cacheFolder], {
		...demo.environment,
		CONTENTFUL_WEBHOOK_SECRET: secret,
		SITE_URL: "https://bench.example",
		PORT: "0",
		// As in scripts/server/site.service.
		MALLOC_ARENA_MAX: "2",
		MALLOC_TRIM_THRESHOLD_: "131072",
	});
	const home = space.entries.find(({ sys }) => sys.id === "home");
	const spaceId = demo.environment.CONTENTFUL_SPACE_ID ?? "";
	let revision = 100;
	try {
		const url = await readUrl(server);
		const publish = () => {
			revision++;
			const title = `Publication ${revision}`;
			// Changes the entry in place, because the demo's stand-in for Contentful serves this object.
			Object.assign(home?.fields ?? {}, { heroTitle: { "en-US": title, ru: title } });
			Object.assign(home?.sys ?? {}, { updatedAt: new Date().toISOString(), revision });
			const event = { topic: "Entry.publish", id: "home", spaceId, revision };
			return measurePublication(url, signContentfulWebhook(secret, "/api/rebuild", event), title);
		};
		const versions = new Versions(`${cacheFolder}/versions`);
		const clientFolder = `${versions.findLiveFolder()}/client`;
		await run({ url, pid: server.pid ?? 0, clientFolder, publish });
	} finally {
		await endProgram(server);
		await demo.close();
		await rm(cacheFolder, { recursive: true, force: true });
	}
}

/** Program that runs in a process of its own. */
type Program = ChildProcessByStdio<null, Readable, null>;

export function startProgram(code: string, parameters: string[], variables = {}): Program {
	return spawn(process.execPath, ["--input-type=module", "--eval", code, ...parameters], {
		env: { ...process.env, ...variables },
		stdio: ["ignore", "pipe", "inherit"],
	});
}

/** Waits until a program prints that it is serving at a URL, and returns the URL. */
export async function readUrl({ stdout }: Program): Promise<string> {
	for await (const line of createInterface({ input: stdout })) {
		const [, url] = /^Serving .* at (\S+)/.exec(line) ?? [];
		if (!url) continue;
		// Otherwise a full pipe would stop the program.
		stdout.resume();
		return url;
	}
	throw new Error("The program has ended before it served.");
}

export async function endProgram(program: Program): Promise<void> {
	if (program.exitCode === null && program.kill("SIGTERM")) await once(program, "exit");
}

async function measurePublication(url: string, webhook: RequestInit, title: string) {
	const start = performance.now();
	await fetch(`${url}/api/rebuild`, webhook);
	while (!(await (await fetch(url)).text()).includes(title)) {
		if (performance.now() - start > timeoutMs)
			throw new Error("The page does not show the change.");
		await wait(5);
	}
	return Math.round(performance.now() - start);
}
