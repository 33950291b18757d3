import { EventEmitter, once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiRoutes } from "./api.ts";
import { loadSiteFiles } from "./siteFiles.ts";
import { type RunningServer, startServer } from "./startServer.ts";

// What browsers do not send. `npm test` tries a few of those that are made up, `npm run fuzz` very many.

const isLong = import.meta.env.MODE === "fuzz";
// The short form tries the same each time, so that it fails for a reason only.
const runs = isLong ? { numRuns: 20_000 } : { numRuns: 300, seed: 1 };
const timeout = isLong ? 30 * 60_000 : 60_000;

const picture = "0123456789".repeat(100);
/** Larger than what lies in the buffers between two programs. */
const film = Buffer.alloc(64 * 1024 * 1024, "film");

let folder: string;
let server: RunningServer;
/** Waits for nobody who sends slowly. */
let hurried: RunningServer;
/** Waits for nobody who does nothing for so many milliseconds. */
let impatient: RunningServer;
const silence = 250;
/** Lets the functions go that are under way. */
const letGo = new EventEmitter().setMaxListeners(200);
const functions: [RegExp, (request: Request) => Promise<Response>][] = [
	[/^\/api\/wait$/, () => once(letGo, "now").then(() => new Response("done"))],
	[/^\/api\/read$/, async (request) => new Response(await request.text())],
];
const api: ApiRoutes = functions.map(([path, respond]) => ({ path, isLimited: () => false, respond }));

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "attack-"));
	const contents = {
		"secret.txt": "classified",
		"site/index.html": "home",
		"site/about.html": "about",
		"site/404.html": "not found",
		"site/ru.html": "дом",
		"site/ru/404.html": "не найдено",
		"site/_headers": "# classified\n",
		"site/media/photo.avif": picture,
		"site/media/film.mp4": film,
	};
	for (const [path, content] of Object.entries(contents)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	}
	const options = { files: await loadSiteFiles(join(folder, "site")), port: 0, api };
	// Long enough on a busy machine, and not as long as the real one.
	server = await startServer({ ...options, patience: { head: 20_000, request: 20_000, silence: 10_000 } });
	hurried = await startServer({ ...options, patience: { head: 200, request: 400, silence: 60_000 } });
	impatient = await startServer({ ...options, patience: { head: 20_000, request: 20_000, silence } });
});
afterAll(async () => {
	await Promise.all([server, hurried, impatient].map((running) => running.close()));
	await rm(folder, { recursive: true });
});

function open({ url }: RunningServer): Socket {
	const socket = connect(Number(new URL(url).port), "127.0.0.1");
	// What the other side does with it is looked at elsewhere.
	socket.on("error", () => {});
	return socket;
}

/** Resolves when a connection has ended, be it with an error. */
async function closed(socket: Socket): Promise<void> {
	if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
}

type Answer = { status: number; headers: Headers; body: string };

/** Sends bytes as they are and reads until the server ends the connection. */
async function send(bytes: string | Uint8Array, to = server): Promise<Answer[]> {
	const socket = open(to);
	socket.write(bytes);
	return parseAnswers((await buffer(socket)).toString("latin1"));
}

function parseAnswers(text: string): Answer[] {
	return text.split(/(?=^HTTP\/1\.1 \d{3} )/m).map((answer) => {
		const [head = "", ...body] = answer.split("\r\n\r\n");
		const [first = "", ...lines] = head.split("\r\n");
		const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
		return { status: Number(first.split(" ")[1]), headers, body: body.join("\r\n\r\n") };
	});
}

const get = (target: string, headers = "") =>
	send(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`);

function expectGuarded({ headers, body }: Answer): void {
	expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
	expect(headers.get("x-content-type-options")).toBe("nosniff");
	expect(`${[...headers]} ${body}`).not.toMatch(/classified|node:|\/scripts\//);
}

test("no path leads out of the site, or to another one", { timeout }, async () => {
	const piece = fc.constantFrom(
		...["..", "%2e%2e", "%2E.", "%252e%252e", "%c0%ae%c0%ae", "%u002e", ".", "%00", "%0d%0aX-A:%20b", "%20"],
		...["\\", "%5c", "%5C..", "/", "//", "%2f", "%252f", "?", "#", ":", "@evil.example", "evil.example", "%", "%zz"],
		...["secret.txt", "_headers", "about", "About.html", "index.html", "ru", "RU", "en", "404", "media", "photo.avif"],
		...["..;", "~", "etc", "passwd", "__proto__", "constructor", "Ё", "%D0%81", "\u00ff", "a".repeat(300)],
	);
	const target = fc
		.array(fc.tuple(piece, fc.constantFrom("/", "", "\\", "//")), { minLength: 1, maxLength: 12 })
		.map((pieces) => `/${pieces.flat().join("")}`.replace(/ /g, ""));
	await fc.assert(
		fc.asyncProperty(target, async (path) => {
			const [answer, ...others] = await get(path);
			expect(others).toEqual([]);
			expect([200, 301, 400, 404]).toContain(answer?.status);
			expectGuarded(answer as Answer);
			expect(answer?.headers.has("x-a")).toBe(false);
			const location = answer?.headers.get("location");
			if (location) expect(new URL(location, "http://own.example/").origin).toBe("http://own.example");
			if (answer?.status === 301) expect(location).toMatch(/^\/(?![/\\])/);
		}),
		runs,
	);
});

test("any range is answered with just those bytes, or all", { timeout }, async () => {
	const number = fc.oneof(fc.nat(1_100), fc.constantFrom("", "-1", "1e3", "0x1", "99999999999999999999", "００"));
	const range = fc.oneof(
		fc.tuple(number, number).map(([first, last]) => `bytes=${first}-${last}`),
		fc.constantFrom("bytes=", "bytes=0-1,3-4", "bytes=-", "octets=0-1", "bytes 0-1", "bytes=0-1-2", ",,,"),
		fc.string({ unit: "grapheme-ascii", maxLength: 30 }),
		// What killed Apache once: many small ranges.
		fc.constant(`bytes=${Array.from({ length: 1_000 }, (_, index) => `${index}-`).join(",")}`),
	);
	const condition = fc.constantFrom("", 'If-Range: "old"\r\n', "If-Range: Sat, 21 Nov 2026 00:00:00 GMT\r\n");
	const match = fc.oneof(fc.constantFrom("", "*", '"a", W/"b"', '"', "W/"), fc.string({ unit: "grapheme-ascii" }));
	await fc.assert(
		fc.asyncProperty(range, condition, match, async (asked, ifRange, ifNoneMatch) => {
			const headers = `Range: ${asked}\r\n${ifRange}${ifNoneMatch && `If-None-Match: ${ifNoneMatch}\r\n`}`;
			const [answer] = await get("/media/photo.avif", headers);
			const { status, headers: given, body } = answer as Answer;
			expectGuarded(answer as Answer);
			const [, first, last] = /^bytes (\d+)-(\d+)\/1000$/.exec(given.get("content-range") ?? "") ?? [];
			if (status === 206) expect(body).toBe(picture.slice(Number(first), Number(last) + 1));
			else if (status === 416) expect([body, given.get("content-range")]).toEqual(["", "bytes */1000"]);
			else if (status === 304) expect([body, ifNoneMatch.includes("*")]).toEqual(["", true]);
			else expect([status, body]).toEqual([200, picture]);
		}),
		runs,
	);
});

const next = "GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n";
const long = "a".repeat(20_000);
const chunked = "POST /api/read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n";
test.each<[string, string, number?]>([
	["a length and chunks", `${chunked}Content-Length: 5\r\n\r\n0\r\n\r\n${next}`],
	["chunk extensions without end", `${chunked}\r\n1;${long}\r\n${next}`, 413],
	["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
	["two hosts", `GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${next}`],
	["two hosts of a function", "POST /api/read HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 0\r\n\r\n"],
	["HTTP/0.9", `GET / HTTP/0.9\r\nHost: x\r\n\r\n${next}`],
	["HTTP/2 in words", `GET / HTTP/2.0\r\nHost: x\r\n\r\n${next}`],
	["TLS", "\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000"],
	["no path", "GET about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
	["an address of 20,000 letters", `GET /${long} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
	["5,000 headers", `GET / HTTP/1.1\r\nHost: x\r\n${"A: b\r\n".repeat(5_000)}\r\n`, 431],
	...["TRACE", "OPTIONS", "PROPFIND", "DELETE"].map((method): [string, string, number] => {
		return [method, `${method} /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 405];
	}),
])("%s is refused, and nothing after it is answered", async (_, request, status = 400) => {
	const [answer, ...others] = await send(Buffer.from(request, "latin1"));
	expect([answer?.status, others]).toEqual([status, []]);
	expectGuarded(answer as Answer);
	if (status === 405) expect(answer?.headers.get("allow")).toBe("GET, HEAD");
});

test.each<[string, string, number, string?]>([
	["an address of 15,000 letters", `/${"a".repeat(15_000)}`, 404],
	["7,000 empty segments", "/".repeat(14_000), 301],
	["a malformed address", "/%E0%A4%A", 400],
	["a star", "*", 400],
	["an expectation", "/about", 200, "Expect: tea\r\n"],
])("%s is answered", async (_, target, status, headers) => {
	const [answer] = await get(target, headers);
	expect(answer?.status).toBe(status);
	expectGuarded(answer as Answer);
});

describe("clients that take their time", () => {
	test.each([
		["a head", "GET / HTTP/1.1\r\nHost: x\r\n"],
		["a body", "POST /api/read HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"],
	])("who sends %s too slowly is cut off", async (_, begin) => {
		const socket = open(hurried);
		const timer = setInterval(() => socket.write("A"), 20);
		socket.write(begin);
		const [answer] = parseAnswers((await buffer(socket)).toString());
		clearInterval(timer);
		expect([408, 500]).toContain(answer?.status);
		expectGuarded(answer as Answer);
	});

	test("who does not read what was asked for costs no memory, and is cut off", { timeout: 120_000 }, async () => {
		const before = process.memoryUsage().external;
		const sockets = Array.from({ length: 8 }, () => open(impatient).pause());
		for (const socket of sockets) socket.write("GET /media/film.mp4 HTTP/1.1\r\nHost: x\r\n\r\n");
		for (let count = 0; count < 10; count++) expect((await fetch(`${server.url}/about`)).status).toBe(200);
		// Eight films are half a gigabyte.
		expect(process.memoryUsage().external - before).toBeLessThan(300 * 1024 * 1024);
		// What the system still takes counts as activity, so that silence begins a little later.
		await wait(5 * silence);
		await Promise.all(sockets.map((socket) => closed(socket.resume())));
		for (const socket of sockets) expect(socket.bytesRead).toBeLessThan(film.length);
	});

	test("a thousand who do nothing keep nobody from being served, and are let go", { timeout: 120_000 }, async () => {
		const idle = Array.from({ length: 1_000 }, () => open(impatient));
		await Promise.all(idle.map((socket) => once(socket, "connect")));
		const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${impatient.url}/about`)));
		expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
		await Promise.all(idle.map((socket) => closed(socket.resume())));
	});
});

test("functions run a hundred at a time, and more are asked to come back", async () => {
	const calls = Array.from({ length: 130 }, () => fetch(`${server.url}/api/wait`));
	let answered = 0;
	for (const call of calls) call.then(() => answered++);
	await expect.poll(() => answered, { timeout: 20_000 }).toBe(30);
	// Pages are served meanwhile.
	expect((await fetch(`${server.url}/about`)).status).toBe(200);
	letGo.emit("now");
	const answers = await Promise.all(calls);
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
	const refused = answers.filter(({ status }) => status === 503);
	expect(refused).toHaveLength(30);
	expect(refused[0]?.headers.get("retry-after")).toBe("1");
	expect(await refused[0]?.json()).toEqual({ message: expect.any(String) });
});
