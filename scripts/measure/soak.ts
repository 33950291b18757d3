import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { sourceOf } from "../publish/Versions.ts";
import { allPaths } from "./realSite.ts";

/** How much more memory the server may hold at the end. */
const mostGrowth = 0.2;
/** Less than this is mostly warming up, and its memory is not judged. */
const whole = { requests: 100_000, rebuilds: 200 };
/** Visitors at once. */
const visitors = 8;
const secret = "s".repeat(64);

export type Soaking = { report: string; faults: string[] };

/**
 * Many visitors and many rebuilds of one `npm start`, on this machine alone: no request may fail, and the memory at the
 * end is to be what it was after the first twentieth.
 */
export async function soak({ requests, rebuilds } = whole): Promise<Soaking> {
	const space = await readDemoSpace();
	const home = space.entries.find(({ sys }) => sys.id === "home");
	if (!home) throw new Error("The demo's space has no home page.");
	const demo = await startDemo({ space });
	const variables = {
		...demo.environment,
		CONTENTFUL_WEBHOOK_SECRET: secret,
		SITE_URL: "https://soak.example",
		PORT: "0",
	};
	const server = spawn(process.execPath, ["scripts/start.ts"], {
		env: { ...process.env, ...variables },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const faults: string[] = [];
	const memory: number[] = [];
	let [sent, rebuilt] = [0, 0];
	try {
		const url = await addressOf(server);
		const addresses = await findAddresses(url);
		const visit = async () => {
			while (sent < requests && faults.length < 10) {
				const path = addresses[sent++ % addresses.length] ?? "/";
				const response = await fetch(url + path);
				const { byteLength } = await response.arrayBuffer();
				if (response.status !== 200 || byteLength === 0)
					faults.push(`${path}: ${response.status}, ${byteLength} bytes`);
				if (sent >= ((memory.length + 1) * requests) / 20) memory.push(residentMemory(server));
			}
		};
		/** Publishes at even distances, and after the last request whatever is left. */
		const publish = async () => {
			while (rebuilt < rebuilds && faults.length < 10) {
				if (sent < (requests * rebuilt) / rebuilds) {
					await wait(5);
					continue;
				}
				const title = `Published for the ${++rebuilt}. time`;
				home.fields.heroTitle = { "en-US": title, ru: title };
				const fault = await publishHome(url, demo.environment.CONTENTFUL_SPACE_ID, title);
				if (fault) faults.push(`rebuild ${rebuilt}: ${fault}`);
			}
		};
		await Promise.all([publish(), ...Array.from({ length: visitors }, visit)]);
		memory.push(residentMemory(server));
		const summary = `${sent} requests of ${addresses.length} addresses, ${rebuilt} rebuilds, ${faults.length} failed`;
		const growth = (memory.at(-1) ?? 0) / (memory[0] ?? 0) - 1;
		const isJudged = requests >= whole.requests && rebuilds >= whole.rebuilds;
		const verdict = isJudged ? `at most ${mostGrowth * 100} %` : "not judged, since a short soak is mostly warming up";
		if (isJudged && growth > mostGrowth) faults.push(`The server's memory grew by ${(growth * 100).toFixed(1)} %.`);
		const megabytes = memory.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(" ");
		const report = [
			summary,
			`Resident memory in MB, each twentieth: ${megabytes}`,
			`From the first to the last: ${(growth * 100).toFixed(1)} % (${verdict})`,
		].join("\n");
		return { report, faults };
	} finally {
		if (server.exitCode === null) {
			const ended = once(server, "exit");
			server.kill("SIGTERM");
			await ended;
		}
		await demo.close();
		await rm(join(".cache/versions", sourceOf(parseEnvironment(variables))), { recursive: true, force: true });
	}
}

/**
 * Says that the home page was published, and waits until the server has done with it.
 * @returns what went wrong
 */
async function publishHome(url: string, spaceId: string, title: string): Promise<string | undefined> {
	const event = { topic: "Entry.publish", id: "home", spaceId };
	const answer = await fetch(`${url}/api/rebuild`, signContentfulWebhook(secret, "/api/rebuild", event));
	const { id } = (await answer.json()) as { id: string };
	const status = await settled(`${url}/api/rebuild/${id}`);
	if (status !== "live") return status;
	const page = await (await fetch(url)).text();
	return page.includes(title) ? undefined : "the page does not show it";
}

/** Where the server serves, as soon as it does. */
function addressOf({ stdout }: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let output = "";
		stdout?.setEncoding("utf8").on("data", (chunk: string) => {
			if (output.includes("\nServing ")) return;
			output += chunk;
			const [, url] = /^Serving .* at (\S+)/m.exec(output) ?? [];
			if (url) resolve(url);
		});
		stdout?.once("end", () => reject(new Error(`The server ended:\n${output}`)));
	});
}

/** All pages, and the files that they name. */
async function findAddresses(url: string): Promise<string[]> {
	const addresses = new Set(allPaths);
	for (const page of allPaths) {
		const html = await (await fetch(url + page)).text();
		for (const [, file = ""] of html.matchAll(/ (?:src|href|data-entry)="(\/(?:assets|media)\/[^"]+)"/g))
			addresses.add(file);
	}
	return [...addresses];
}

/** What became of a rebuild. */
async function settled(address: string): Promise<string> {
	for (;;) {
		const { status } = (await (await fetch(address)).json()) as { status: string };
		if (status === "live" || status === "failed") return status;
		await wait(20);
	}
}

/** The server's, in bytes; `ps` is on Linux and macOS alike. */
function residentMemory({ pid }: ChildProcess): number {
	return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
}
