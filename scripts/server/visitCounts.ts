import { mkdir, readFile, rename } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { dirname } from "node:path";
import { z } from "zod";
import { replaceFile } from "../shared/replaceFile.ts";

/** Number of days after which counts are deleted. */
const maxDays = 400;

/**
 * Maximum number of pairs of a page and a referring host for one day. Further hosts are counted together as
 * `otherHosts`.
 */
const maxPairsPerDay = 100;

/** Maximum length of a referring host, in characters. */
const maxHostLength = 60;

/** Maximum delay until a new count is written to disk, in milliseconds. */
const saveDelayMs = 60_000;

/** Label for requests that come from this site's own pages. */
const ownSite = "this site";
/** Name for the referring host of a request without the header `Referer`. */
const noReferrer = "none";
/** Name under which all other referring hosts are counted together. */
const otherHosts = "others";

/** Schema of the stored counts, with the same keys as `Counts`. */
const storedCounts = z.record(z.string().regex(/^\d{4}-\d\d-\d\d$/), z.record(z.string(), z.int().positive()));

/** Numbers of requests. The outer key is a day. The inner key is a page and a referring host, joined by `joinPair`. */
type Counts = Map<string, Map<string, number>>;

export type VisitCounts = Awaited<ReturnType<typeof openVisitCounts>>;

/** Number of requests for one page, in total and by referring host. The most frequent host comes first. */
export type PageCount = { path: string; requests: number; referrers: [host: string, requests: number][] };

/** Opens the counts of requests by day, page and referring host. The counts identify no visitor. */
export async function openVisitCounts(file: string, log: (line: string) => void, now = Date.now) {
	// An error is ignored here, because saving the counts then fails, too, and logs the error.
	await mkdir(dirname(file), { recursive: true }).catch(() => {});
	const counts = await loadCounts(file, log);
	let timer: NodeJS.Timeout | undefined;
	let saved: Promise<void> = Promise.resolve();

	function save(): Promise<void> {
		clearTimeout(timer);
		timer = undefined;
		saved = saved
			.then(() => replaceFile(file, formatCounts(counts)))
			.catch((error: NodeJS.ErrnoException) => log(`✗ The counts of requests cannot be kept: ${file}: ${error.code}`));
		return saved;
	}

	return {
		/** Counts a request for a page. Ignores crawlers and prefetches. */
		count(request: IncomingMessage, path: string): void {
			if (!isVisit(request)) return;
			const day = openToday(counts, now());
			const exactPair = joinPair(path, readReferrer(request));
			const hasRoom = day.has(exactPair) || day.size < maxPairsPerDay;
			const pair = hasRoom ? exactPair : joinPair(path, otherHosts);
			day.set(pair, (day.get(pair) ?? 0) + 1);
			timer ??= setTimeout(() => void save(), saveDelayMs).unref();
		},
		/** Returns the counts of the last `days` days, with the most requested page first. */
		summarise(days: number): PageCount[] {
			return summariseSince(counts, formatDay(now() - (days - 1) * dayMs));
		},
		/** Saves unsaved counts. Resolves when all counts are written to disk. */
		close: async (): Promise<void> => {
			if (timer) await save();
			await saved;
		},
	};
}

/** Joins a page's path and a referring host. A path contains no space, so `splitPair` can separate them again. */
const joinPair = (path: string, referrer: string): string => `${path} ${referrer}`;

function splitPair(pair: string): { path: string; referrer: string } {
	const [path = "", ...words] = pair.split(" ");
	return { path, referrer: words.join(" ") };
}

const dayMs = 24 * 60 * 60 * 1000;

const formatDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the counts of today. The first call on a day deletes the counts of expired days. */
function openToday(counts: Counts, now: number): Map<string, number> {
	const today = formatDay(now);
	const existing = counts.get(today);
	if (existing) return existing;
	const firstDay = formatDay(now - (maxDays - 1) * dayMs);
	for (const day of counts.keys()) {
		if (day < firstDay) counts.delete(day);
	}
	const created = new Map<string, number>();
	counts.set(today, created);
	return created;
}

function formatCounts(counts: Counts): string {
	const days = [...counts].map(([day, pairs]) => [day, Object.fromEntries(pairs)]);
	return JSON.stringify(Object.fromEntries(days));
}

/** Pattern for the `User-Agent` headers of crawlers. The header is only compared with the pattern, never stored. */
const crawlers = /bot|crawl|spider|slurp/i;

/** Checks whether a request comes from a visitor, and not from a crawler, a prefetch or a script. */
function isVisit({ method, headers }: IncomingMessage): boolean {
	if (method !== "GET") return false;
	const purpose = String(headers["sec-purpose"] ?? headers.purpose ?? "");
	const destination = headers["sec-fetch-dest"] ?? "document";
	const isCrawler = crawlers.test(headers["user-agent"] ?? "");
	return !purpose.includes("prefetch") && destination === "document" && !isCrawler;
}

/** Returns the name of the referring host. Hides an IP address, because it may identify a person. */
function readReferrer({ headers }: IncomingMessage): string {
	if (!headers.referer) return noReferrer;
	const url = URL.parse(headers.referer);
	if (!url || !/^https?:$/.test(url.protocol)) return otherHosts;
	if (url.host === headers.host) return ownSite;
	const { hostname } = url;
	const isDomain = /^[a-z0-9.-]+$/.test(hostname) && isIP(hostname) === 0;
	if (!isDomain || hostname.length > maxHostLength) return otherHosts;
	return hostname.replace(/^www\./, "");
}

function summariseSince(counts: Counts, firstDay: string): PageCount[] {
	const pages = new Map<string, Map<string, number>>();
	for (const [day, pairs] of counts) {
		if (day < firstDay) continue;
		for (const [pair, requests] of pairs) {
			const { path, referrer } = splitPair(pair);
			const referrers = pages.get(path) ?? new Map<string, number>();
			referrers.set(referrer, (referrers.get(referrer) ?? 0) + requests);
			pages.set(path, referrers);
		}
	}
	const summaries = [...pages].map(([path, referrers]): PageCount => {
		const sortedReferrers = [...referrers].sort((a, b) => b[1] - a[1]);
		const total = sortedReferrers.reduce((sum, [, requests]) => sum + requests, 0);
		return { path, requests: total, referrers: sortedReferrers };
	});
	return summaries.sort((a, b) => b.requests - a.requests);
}

async function loadCounts(file: string, log: (line: string) => void): Promise<Counts> {
	try {
		const text = await readFile(file, "utf8");
		const days = Object.entries(storedCounts.parse(JSON.parse(text)));
		return new Map(days.map(([day, pairs]) => [day, new Map(Object.entries(pairs))]));
	} catch (error) {
		const isFirstStart = (error as NodeJS.ErrnoException).code === "ENOENT";
		if (!isFirstStart) await setAside(file, log);
		return new Map();
	}
}

/** Renames a file that cannot be read, so that saving new counts does not overwrite it. */
async function setAside(file: string, log: (line: string) => void): Promise<void> {
	const copy = `${file}.${Date.now()}.unreadable`;
	const isRenamed = await rename(file, copy).then(
		() => true,
		() => false,
	);
	const place = isRenamed ? copy : file;
	log(`✗ The counts of requests cannot be read: requests are counted anew. The old counts are in ${place}.`);
}
