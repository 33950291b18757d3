import { execFileSync } from "node:child_process";
import pMap from "p-map";
import { formatSpread, type Measured } from "./figures.ts";
import { withLiveServer } from "./withLiveServer.ts";
import { allPaths } from "./withRealSite.ts";

/**
 * Size of the test. In each round the server rebuilds once, and `visitorCount` concurrent clients together send
 * `requestsPerRound` requests.
 */
const [roundCount, requestsPerRound, visitorCount] = [200, 500, 8];

/**
 * Rebuilds the site many times. Checks that no request fails, and that memory grows by at most 10% during the second
 * half of the rebuilds.
 */
export function soak(): Promise<Measured> {
	return withLiveServer(0, async ({ url, pid, publish }) => {
		const faults: string[] = [];
		const memoryMb: number[] = [];
		const visit = async (path = "/") => {
			const { status } = await fetch(url + path).then(async (response) => {
				await response.arrayBuffer();
				return response;
			});
			if (status !== 200) faults.push(`${path}: ${status}`);
		};
		const paths = Array.from({ length: requestsPerRound }, (_, index) => allPaths[index % allPaths.length]);
		while (memoryMb.length < roundCount) {
			await Promise.all([publish(), pMap(paths, visit, { concurrency: visitorCount })]);
			memoryMb.push(residentMemoryMb(pid));
		}
		const [half = 0, end = 0] = [memoryMb[roundCount / 2], memoryMb.at(-1)];
		if (end > half * 1.1) faults.push(`The server's memory grew from ${half} MB half-way to ${end} MB.`);
		const report = `${roundCount} rebuilds, ${roundCount * requestsPerRound} requests, ${formatSpread(memoryMb)} MB`;
		return { figures: memoryMb, report, faults };
	});
}

/** Returns the resident memory of a process, in megabytes. `ps` has the same options on Linux and macOS. */
function residentMemoryMb(pid: number): number {
	return Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024);
}
