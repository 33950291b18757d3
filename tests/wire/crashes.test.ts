import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { sourceOf } from "../../scripts/publish/Versions.ts";
import { wholeContent } from "./content.ts";
import { killed } from "./faultRows.ts";
import { pages, publishing } from "./liveSite.ts";
import { startServices } from "./services.ts";
import { startCommand } from "./startCommand.ts";

// `npm run crashes` kills thirty times and holds every restart to two seconds.
const isThorough = process.env.npm_lifecycle_event === "crashes";
const times = isThorough ? 30 : 1;
/** Milliseconds until a page is served; a machine that is busy with other tests may take its time. */
const mostTime = isThorough ? 2_000 : 60_000;

test(`${killed} (× ${times}): the server comes back with a whole version`, {
	timeout: times * 60_000,
}, async () => {
	const content = wholeContent();
	const publish = (round: number) => content.setTitle(`Round ${round}.`);
	publish(0);
	const services = await startServices(content);
	const versions = join(".cache/versions", sourceOf(services.environment));
	onTestFinished(() => rm(versions, { recursive: true, force: true }));

	/** Starts `npm start`'s program. Out: the program, its address, and milliseconds until it had one. */
	async function start() {
		const since = performance.now();
		const server = startCommand(process.cwd(), "start", services);
		const url = await server.printed(/^Serving .* at (\S+)/m);
		// Whoever started it may be gone, too.
		server.hangUp();
		return { server, url, took: performance.now() - since };
	}

	/** The rounds that the pages are of, in the order in which they are asked for. All are whole, and of one round each. */
	async function readRounds(url: string): Promise<number[]> {
		const rounds: number[] = [];
		for (const path of pages) {
			const response = await fetch(url + path);
			const html = await response.text();
			expect([path, response.status, html.endsWith("</html>\n")]).toEqual([path, 200, true]);
			const own = new Set([...html.matchAll(/Round (\d+)\./g)].map(([, round]) => Number(round)));
			expect([path, own.size]).toEqual([path, 1]);
			rounds.push(...own);
			const [, picture] = / src="(\/media\/[^"]+)"/.exec(html) ?? [];
			if (picture) expect((await (await fetch(url + picture)).arrayBuffer()).byteLength).toBeGreaterThan(0);
		}
		return rounds;
	}

	// A machine that has no memory left kills as this does.
	const unfinished = startCommand(process.cwd(), "start", services);
	await wait(Math.random() * 1000);
	await unfinished.kill();
	let { server, url } = await start();
	expect(new Set(await readRounds(url))).toEqual(new Set([0]));
	const restarts: number[] = [];
	for (let round = 1; round <= times; round++) {
		publish(round);
		await fetch(`${url}/api/rebuild`, publishing());
		await wait(Math.random() * 500);
		await server.kill();
		const restarted = await start();
		({ server, url } = restarted);
		restarts.push(Math.round(restarted.took));
		// The last version or the one that was being made, and at some moment what was published before the crash.
		const rounds = await readRounds(url);
		expect(rounds.filter((found) => found !== round - 1 && found !== round)).toEqual([]);
		expect(rounds).toEqual(rounds.toSorted((a, b) => a - b));
		await expect.poll(async () => new Set(await readRounds(url)), { timeout: 30_000 }).toEqual(new Set([round]));
	}
	console.log(`Milliseconds until the server was back: ${restarts.join(", ")}`);
	expect(Math.max(...restarts)).toBeLessThan(mostTime);
});
