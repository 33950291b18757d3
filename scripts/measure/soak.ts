import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { Measured } from "./figures.ts";
import { withLiveServer } from "./liveServer.ts";
import { allPaths } from "./realSite.ts";

/** How much more memory the server may hold at the end than half-way, when it has warmed up. */
const mostGrowth = 0.1;
/** Less than this is mostly warming up, and its memory is not judged. */
const whole = { requests: 100_000, rebuilds: 200 };
/** Visitors at once. */
const visitors = 8;

/**
 * Many visitors and many rebuilds of one `npm start`, on this machine alone: no request may fail, and the memory at the
 * end is to be what it was half-way.
 */
export function soak({ requests, rebuilds } = whole): Promise<Measured> {
	const faults: string[] = [];
	const memory: number[] = [];
	let [sent, rebuilt] = [0, 0];
	return withLiveServer(0, async ({ url, pid, publish }) => {
		const addresses = await findAddresses(url);
		const visit = async () => {
			while (sent < requests && faults.length < 10) {
				const path = addresses[sent++ % addresses.length] ?? "/";
				const response = await fetch(url + path);
				const { byteLength } = await response.arrayBuffer();
				if (response.status !== 200 || byteLength === 0)
					faults.push(`${path}: ${response.status}, ${byteLength} bytes`);
				if (sent >= ((memory.length + 1) * requests) / 20) memory.push(residentMemory(pid));
			}
		};
		/** Publishes at even distances, and after the last request whatever is left. */
		const publishAll = async () => {
			while (rebuilt < rebuilds && faults.length < 10) {
				if (sent < (requests * rebuilt) / rebuilds) {
					await wait(5);
					continue;
				}
				rebuilt++;
				await publish().catch((error: Error) => faults.push(`rebuild ${rebuilt}: ${error.message}`));
			}
		};
		await Promise.all([publishAll(), ...Array.from({ length: visitors }, visit)]);
		memory.push(residentMemory(pid));
		const growth = Math.round(((memory.at(-1) ?? 0) / (memory[Math.floor(memory.length / 2)] ?? 0) - 1) * 100);
		const isJudged = requests >= whole.requests && rebuilds >= whole.rebuilds;
		const verdict = isJudged ? `at most ${mostGrowth * 100} %` : "not judged, since a short soak is mostly warming up";
		const report = [
			`${sent} requests of ${addresses.length} addresses, ${rebuilt} rebuilds, ${faults.length} failed`,
			`Resident memory in MB, each twentieth: ${memory.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(" ")}`,
			`From half-way to the last: ${growth} % (${verdict})`,
		].join("\n");
		if (isJudged && growth > mostGrowth * 100) faults.push(`The server's memory grew by ${growth} %.`);
		return { figures: { sent, rebuilt, memory }, report, faults };
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

/** A process's, in bytes; `ps` is on Linux and macOS alike. */
function residentMemory(pid: number): number {
	return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
}
