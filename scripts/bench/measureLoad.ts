import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { json } from "node:stream/consumers";
import { endProgram, readUrl, startProgram, withLiveServer } from "./withLiveServer.ts";

/** Program that serves a folder by sirv, for comparison. */
const rivalProgram = `
import { createServer } from "node:http";
import sirv from "sirv";

const options = { dev: false, etag: true, brotli: true, gzip: true };
const server = createServer(sirv(process.argv[1], options));
server.listen(0, "127.0.0.1", () => {
	console.log("Serving files at http://127.0.0.1:" + server.address().port);
});`;

/** Program that requests a URL without a pause until it gets SIGTERM, or as its options say. */
const loadProgram = `
import autocannon from "autocannon";

const load = autocannon(JSON.parse(process.argv[1]));
process.once("SIGTERM", () => load.stop());
console.log(JSON.stringify(await load));`;

/** Results of autocannon, with times in milliseconds. */
type Load = {
	requests: { average: number };
	latency: { p99: number; max: number };
	errors: number;
	statusCodeStats: Record<string, unknown>;
};

type LoadOptions = {
	url: string;
	/** Number of visitors who each request without a pause. */
	connections: number;
	headers?: Record<string, string>;
	/** Time limit in seconds. */
	duration?: number;
	/** Number of requests, without a time limit. */
	amount?: number;
};

const connectionCounts = [1, 50, 500];

/** Connections during the publications. */
const publicationConnections = 300;

/** Number of requests, after which the server needs no more memory than before. */
const manyRequests = 100_000;

/** Number of publications, after which it needs no more memory than after half of them: V8 lets its heap grow first. */
const manyPublications = 100;

/**
 * Measures our own server beside sirv on the same files, publications while visitors request pages without a pause, and
 * the memory after many of both. Prints all of it.
 * @param runs number of seconds that each load lasts, and of publications
 */
export function measureLoad(runs: number): Promise<void> {
	return withLiveServer(async ({ url, pid, clientFolder, publish }) => {
		const rival = startProgram(rivalProgram, [clientFolder]);
		try {
			await compareServers(url, await readUrl(rival), clientFolder, runs);
		} finally {
			await endProgram(rival);
		}
		const publishTimes = async (count: number) => {
			const times: number[] = [];
			while (times.length < count) times.push(await publish());
			return times;
		};
		// The first publications load code.
		await publishTimes(5);
		const idle = await publishTimes(runs);
		const page = `${url}/about`;
		const visits = startLoad({ url: page, connections: publicationConnections, duration: 600 });
		const busy = await publishTimes(runs);
		visits.program.kill();
		const { latency } = await visits.result;
		console.log(`From webhook to live: ${idle.join(", ")} ms`);
		console.log(`With ${publicationConnections} connections: ${busy.join(", ")} ms`);
		console.log(`A page meanwhile: 99 % within ${latency.p99} ms, all within ${latency.max} ms`);

		console.log(`Memory: ${readMemory(pid)}`);
		await startLoad({ url: page, connections: 50, amount: manyRequests }).result;
		console.log(`After ${manyRequests} requests: ${readMemory(pid)}`);
		for (const count of [manyPublications / 2, manyPublications]) {
			await publishTimes(manyPublications / 2);
			console.log(`After ${count} publications: ${readMemory(pid)}`);
		}
	});
}

/** Prints how many requests the two servers answer in a second, and how long 99 % of the requests take. */
async function compareServers(own: string, rival: string, folder: string, duration: number) {
	const picture = readdirSync(`${folder}/media`).find((name) => name.endsWith(".avif"));
	const rows: Record<string, number | string>[] = [];
	for (const [kind, path, status] of [
		["page", "/about", 200],
		["unchanged page", "/about", 304],
		["picture", `/media/${picture}`, 200],
	] as const) {
		for (const connections of connectionCounts) {
			const ours = await measureServer(own + path, status, connections, duration);
			const theirs = await measureServer(rival + path, status, connections, duration);
			rows.push({
				kind,
				connections,
				"requests/s": Math.round(ours.requests.average),
				"99 % ms": ours.latency.p99,
				"sirv requests/s": Math.round(theirs.requests.average),
				"sirv 99 % ms": theirs.latency.p99,
				ratio: Math.round((ours.requests.average / theirs.requests.average) * 100) / 100,
			});
		}
	}
	console.table(rows);
}

/** @throws Error when a response has another status */
async function measureServer(
	url: string,
	status: number,
	connections: number,
	duration: number,
): Promise<Load> {
	const headers: Record<string, string> = { "accept-encoding": "br" };
	if (status === 304) {
		const { headers: received } = await fetch(url, { headers });
		headers["if-none-match"] = received.get("etag") ?? "";
	}
	// The first requests compile code.
	await startLoad({ url, connections, headers, duration: 1 }).result;
	const load = await startLoad({ url, connections, headers, duration }).result;
	if (load.errors > 0 || Object.keys(load.statusCodeStats).join() !== String(status))
		throw new Error(`${url}: ${load.errors} errors, ${JSON.stringify(load.statusCodeStats)}`);
	return load;
}

/** Requests a URL without a pause, from a process of its own. */
function startLoad(options: LoadOptions): {
	program: ReturnType<typeof startProgram>;
	result: Promise<Load>;
} {
	const program = startProgram(loadProgram, [JSON.stringify(options)]);
	return { program, result: json(program.stdout) as Promise<Load> };
}

/** Returns the resident memory of a process, and of those that it has started. */
function readMemory(pid: number): string {
	const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" })
		.trim()
		.split("\n")
		.map((line) => line.trim().split(/\s+/).map(Number));
	const sizes = lines
		.filter(([id, parent]) => id === pid || parent === pid)
		.map(([, , kilobytes = 0]) => `${Math.round(kilobytes / 1024)} MB`);
	return sizes.join(" + ");
}
