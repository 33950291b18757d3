import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import type { ApiRoutes } from "./api.ts";
import { loadSiteFiles } from "./siteFiles.ts";
import { type RunningServer, startServer } from "./startServer.ts";

// What browsers do not send. `npm test` tries a few of those that are made up, `npm run fuzz` very many.

const isLong = import.meta.env.MODE === "fuzz";
// The short form tries the same each time, so that it fails for a reason only.
const runs = isLong ? { numRuns: 20_000 } : { numRuns: 150, seed: 1 };
const timeout = isLong ? 30 * 60_000 : 60_000;

/** Larger than what lies in the buffers between two programs. */
const film = Buffer.alloc(64 * 1024 * 1024, "film");

const contents = {
	"secret.txt": "classified",
	"site/index.html": "home",
	"site/about.html": "about",
	"site/404.html": "not found",
	"site/ru.html": "дом",
	"site/ru/404.html": "не найдено",
	"site/_headers": "# classified\n",
	"site/media/film.mp4": film,
};
const folder = await makeFolder({ files: contents, atEnd: afterAll });

const silence = 250;
/** Lets the functions go that are under way. */
const letGo = new EventEmitter().setMaxListeners(200);
const functions: [RegExp, (request: Request) => Promise<Response>][] = [
	[/^\/api\/wait$/, () => once(letGo, "now").then(() => new Response("done"))],
	[/^\/api\/read$/, async (request) => new Response(await request.text())],
];
const api: ApiRoutes = functions.map(([path, respond]) => ({ path, respond }));

const options = { files: await loadSiteFiles(join(folder, "site")), port: 0, api };
// Long enough on a busy machine, and not as long as the real one.
const patience = { head: 20_000, request: 20_000, silence: 10_000 };
const server = await startServer({ ...options, patience });
/** Waits for nobody who sends slowly. */
const hurried = await startServer({ ...options, patience: { head: 200, request: 400, silence: 60_000 } });
/** Waits for nobody who does nothing for so many milliseconds. */
const impatient = await startServer({ ...options, patience: { ...patience, silence } });
afterAll(() => Promise.all([server, hurried, impatient].map((running) => running.close())));

function open({ url }: RunningServer): Socket {
	const socket = connect(Number(new URL(url).port), "127.0.0.1");
	// What the other side does with it is looked at elsewhere.
	socket.on("error", () => {});
	return socket;
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
	["a malformed host", "POST /api/read HTTP/1.1\r\nHost: localhost:99999\r\nConnection: close\r\n\r\n"],
	["no path", "GET about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
	["5,000 headers", `GET / HTTP/1.1\r\nHost: x\r\n${"A: b\r\n".repeat(5_000)}\r\n`, 431],
	...["TRACE", "PROPFIND"].map((method): [string, string, number] => {
		return [method, `${method} /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 405];
	}),
])("%s is refused, and nothing after it is answered", async (_, request, status = 400) => {
	const [answer, ...others] = await send(Buffer.from(request, "latin1"));
	expect([answer?.status, others]).toEqual([status, []]);
	expectGuarded(answer as Answer);
	if (status === 405) expect(answer?.headers.get("allow")).toBe("GET, HEAD");
});

test.each<[string, string, number, string?]>([
	["7,000 empty segments", "/".repeat(14_000), 301],
	["a malformed address", "/%E0%A4%A", 400],
	["a star", "*", 400],
	["a whole address, as to a proxy", "http://localhost/about", 200],
	["a whole address of another site", "http://evil.example/about/?x", 301],
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
		// With an error or without.
		await Promise.allSettled(sockets.map((socket) => finished(socket.resume())));
		for (const socket of sockets) expect(socket.bytesRead).toBeLessThan(film.length);
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
