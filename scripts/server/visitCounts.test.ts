import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { openVisitCounts } from "./visitCounts.ts";

const dayMs = 24 * 60 * 60 * 1000;
const start = Date.parse("2026-11-23T12:00:00Z");

async function openCounts(text?: string) {
	const file = join(await makeFolder(), "visits.json");
	if (text !== undefined) await writeFile(file, text);
	const clock = { time: start };
	const log: string[] = [];
	const open = () =>
		openVisitCounts(
			file,
			(line) => log.push(line),
			() => clock.time,
		);
	return { file, clock, log, open, counts: await open() };
}

const visit = (headers: IncomingHttpHeaders = {}, method = "GET") =>
	({ method, headers: { host: "clinic.example", ...headers } }) as IncomingMessage;

test("requests are counted by page and referring host, and outlast a restart", async () => {
	const { counts, open } = await openCounts();
	counts.count(visit(), "/");
	counts.count(visit({ referer: "https://www.search.example/results?q=private" }), "/ru/about");
	counts.count(visit({ referer: "https://search.example/" }), "/ru/about");
	counts.count(visit({ referer: "https://clinic.example/" }), "/ru/about");
	await counts.close();
	const expected = [
		{
			path: "/ru/about",
			requests: 3,
			referrers: [
				["search.example", 2],
				["this site", 1],
			],
		},
		{ path: "/", requests: 1, referrers: [["none", 1]] },
	];
	expect((await open()).summarise(1)).toEqual(expected);
});

test.each<[what: string, request: IncomingMessage]>([
	["a HEAD request", visit({}, "HEAD")],
	["a page that is prerendered", visit({ "sec-purpose": "prefetch;prerender" })],
	["the change of language", visit({ "sec-fetch-dest": "empty" })],
	["a crawler", visit({ "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" })],
])("%s is not counted", async (_, request) => {
	const { counts } = await openCounts();
	counts.count(request, "/");
	expect(counts.summarise(1)).toEqual([]);
});

test("the file stays small after a million requests over two years from very many hosts, and contains no address", {
	timeout: 180_000,
}, async () => {
	const { file, counts, clock, open } = await openCounts();
	const days = 730;
	for (let index = 0; index < 1_000_000; index++) {
		clock.time = start + Math.floor((index * days) / 1_000_000) * dayMs;
		const host = index % 10 === 0 ? `198.51.${index % 256}.7` : `host-${index}.with-a-long-name.example`;
		const referer = `https://ann%40example.org:secret@${host}/?email=ann@example.org`;
		const headers = { referer, "x-forwarded-for": "203.0.113.9", cookie: "id=1", "user-agent": "Firefox" };
		counts.count(visit(headers), `/page-${index % 14}`);
	}
	await counts.close();
	const text = await readFile(file, "utf8");
	expect((await stat(file)).size).toBeLessThan(4_000_000);
	expect(text).not.toMatch(/203\.0\.113|198\.51|@|%40|secret|Firefox|id=1|email/);
	const stored: Record<string, object> = JSON.parse(text);
	expect(Object.keys(stored).length).toBe(400);
	const total = (await open()).summarise(400).reduce((sum, { requests }) => sum + requests, 0);
	expect(total).toBeGreaterThan((1_000_000 * 399) / days);
});

test("a damaged file is renamed and reported, and counting begins anew", async () => {
	const { file, counts, log } = await openCounts("{");
	const name = (await readdir(dirname(file))).find((name) => name.endsWith(".unreadable"));
	const copy = join(dirname(file), name ?? "");
	expect(await readFile(copy, "utf8")).toBe("{");
	expect(log).toEqual([
		`✗ The counts of requests cannot be read: requests are counted anew. The old counts are in ${copy}.`,
	]);
	counts.count(visit(), "/");
	expect(counts.summarise(1).length).toBe(1);
});
