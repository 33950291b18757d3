import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { sourceOf } from "../publish/Versions.ts";

// Many visitors and many rebuilds of one `npm start`, on this machine alone: no request may fail, and the memory at the
// end is to be what it was after the first twentieth: `npm run soak [-- --requests 100000 --rebuilds 200]`.

/** How much more memory the server may hold at the end. */
const mostGrowth = 0.2;
const whole = { requests: 100_000, rebuilds: 200 };
/** Visitors at once. */
const visitors = 8;
const secret = "s".repeat(64);

const { values } = parseArgs({
	options: {
		requests: { type: "string", default: `${whole.requests}` },
		rebuilds: { type: "string", default: `${whole.rebuilds}` },
	},
});
const [requests, rebuilds] = [Number(values.requests), Number(values.rebuilds)];
const space = await readDemoSpace();
const home = space.entries.find(({ sys }) => sys.id === "home");
if (!home) throw new Error("The demo's space has no home page.");
const demo = await startDemo({ space });
const { CONTENTFUL_SPACE_ID: spaceId } = demo.environment;
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
const failures: string[] = [];
try {
	const url = await addressOf(server);
	const addresses = await findAddresses(url);
	let sent = 0;
	const memory: number[] = [];
	let rebuilt = 0;

	const visit = async () => {
		while (sent < requests && failures.length < 10) {
			const path = addresses[sent++ % addresses.length] ?? "/";
			const response = await fetch(url + path);
			const { byteLength } = await response.arrayBuffer();
			if (response.status !== 200 || byteLength === 0)
				failures.push(`${path}: ${response.status}, ${byteLength} bytes`);
			if (sent >= ((memory.length + 1) * requests) / 20) memory.push(residentMemory());
		}
	};
	/** Publishes at even distances, and after the last request whatever is left. */
	const publish = async () => {
		while (rebuilt < rebuilds && failures.length < 10) {
			if (sent < (requests * rebuilt) / rebuilds) {
				await wait(5);
				continue;
			}
			const title = `Published for the ${++rebuilt}. time`;
			home.fields.heroTitle = { "en-US": title, ru: title };
			const event = { topic: "Entry.publish", id: "home", spaceId };
			const answer = await fetch(`${url}/api/rebuild`, signContentfulWebhook(secret, "/api/rebuild", event));
			const { id } = (await answer.json()) as { id: string };
			const status = await settled(`${url}/api/rebuild/${id}`);
			if (status !== "live") failures.push(`rebuild ${rebuilt}: ${status}`);
			const page = await (await fetch(url)).text();
			if (!page.includes(title)) failures.push(`rebuild ${rebuilt}: the page does not show it`);
		}
	};
	await Promise.all([publish(), ...Array.from({ length: visitors }, visit)]);

	memory.push(residentMemory());
	const [early = 0] = memory;
	const growth = (memory.at(-1) ?? 0) / early - 1;
	const isWhole = requests >= whole.requests && rebuilds >= whole.rebuilds;
	console.log(`${sent} requests of ${addresses.length} addresses, ${rebuilt} rebuilds, ${failures.length} failed`);
	console.log(
		`Resident memory in MB, each twentieth: ${memory.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(" ")}`,
	);
	const verdict = isWhole ? `at most ${mostGrowth * 100} %` : "not judged, since a short soak is mostly warming up";
	console.log(`From the first to the last: ${(growth * 100).toFixed(1)} % (${verdict})`);
	for (const failure of failures) console.error(`✗ ${failure}`);
	process.exitCode = failures.length === 0 && (!isWhole || growth <= mostGrowth) ? 0 : 1;
} finally {
	if (server.exitCode === null) {
		const ended = once(server, "exit");
		server.kill("SIGTERM");
		await ended;
	}
	await demo.close();
	await rm(join(".cache/versions", sourceOf(parseEnvironment(variables))), { recursive: true, force: true });
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
	const addresses = new Set(localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale))));
	for (const page of [...addresses]) {
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
function residentMemory(): number {
	return Number(execFileSync("ps", ["-o", "rss=", "-p", String(server.pid)], { encoding: "utf8" })) * 1024;
}
