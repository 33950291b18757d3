import { EventEmitter, once } from "node:events";
import { readdir, readlink } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import { makeFolder } from "../../tests/folders.ts";
import { compressFiles } from "../publish/compressFiles.ts";
import { createHeaderRules } from "../render/hostRules.ts";
import type { ApiFunction, TrustedProxies } from "./createApp.ts";
import { startHttpServer } from "./startHttpServer.ts";

const site = { url: "https://www.example.org", indexable: true };
const redirects = [
	{ from: "/team", to: "/about#team" },
	{ from: "/%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5/", to: "/ru/about" },
	{ from: "/robots.txt", to: "/about" },
];
const longText = "<p>text</p>".repeat(200);
const folder = await makeFolder({
	files: {
		"rules.json": JSON.stringify({ headers: createHeaderRules(site, []), redirects }),
		"client/index.html": "home",
		"client/about.html": `about${longText}`,
		"client/404.html": "not found",
		"client/ru.html": "дом",
		"client/ru/about.html": "о нас",
		"client/ru/404.html": "не найдено",
		"client/robots.txt": "robots",
		"client/media/photo.abc.avif": "0123456789",
		// Exceeds the buffers of a socket, so that a client can disconnect before all of it is sent.
		"client/media/film.abc.mp4": "x".repeat(20 * 1024 ** 2),
		"earlier/client/assets/old.abc.js": "old",
	},
	atEnd: afterAll,
});
await compressFiles(join(folder, "client"));
const listVersions = () => [folder, join(folder, "earlier")];

/** Emitter whose event `now` ends the running call of `/api/wait`. */
const release = new EventEmitter();
const functions: ApiFunction[] = [
	{
		path: "/api/greet",
		respond: async (request, { ip }) => {
			const headers = new Headers(createSecurityHeaders(site));
			for (const cookie of ["a=b", "c=d"]) headers.append("Set-Cookie", cookie);
			return Response.json({ ip, url: request.url, body: await request.text() }, { headers });
		},
	},
	{ path: "/api/fail", respond: () => Promise.reject(new Error("<b>broken</b>")) },
	{ path: "/api/wait", respond: () => once(release, "now").then(() => new Response("done")) },
];

async function start(trustedProxies?: TrustedProxies) {
	const started = await startHttpServer({ listVersions, port: 0, functions, trustedProxies });
	return { ...started, port: Number(new URL(started.url).port) };
}

const server = await start();
afterAll(() => server.close());
const ask = (path: string, init?: RequestInit) =>
	fetch(server.url + path, { redirect: "manual", ...init });

async function describeResponse(path: string): Promise<string> {
	const response = await ask(path);
	const text = (await response.text()).replace(longText, "");
	return `${response.status} ${response.headers.get("location") ?? text}`;
}

test.each([
	["/", "200 home"],
	["/about?a=b", "200 about"],
	["/ru/about", "200 о нас"],
	["/robots.txt", "200 robots"],
	["/assets/old.abc.js", "200 old"],
	["/About/?a=b&c=%20", "301 /about?a=b&c=%20"],
	["/ru/index.html", "301 /ru"],
	["//about", "301 /about"],
	["/team/?a=b", "301 /about?a=b#team"],
	["/%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5", "301 /ru/about"],
	["/Team", "404 not found"],
	["/nowhere", "404 not found"],
	["/RU/nowhere/", "404 не найдено"],
	["/russia", "404 not found"],
	["/404", "404 not found"],
	["/ru/404.html", "404 не найдено"],
	["/rules.json", "404 not found"],
	["/media/..%2f..%2frules.json", "404 not found"],
	["/media/%2e%2e/%2e%2e/rules.json", "404 not found"],
	["/%25", "404 not found"],
	["/%00", "404 not found"],
	["//evil.example/about", "404 not found"],
	["/%5Cevil.example/about/", "404 not found"],
	["/%E0%A4%A", "400 Bad request"],
	["/api", '404 {"message":"There is nothing at this address."}'],
	["/api/rebuild/a", '404 {"message":"There is nothing at this address."}'],
])("the path %s gets the response %s", async (path, expected) => {
	expect(await describeResponse(path)).toBe(expected);
});

test.each([
	["gzip, deflate, br, zstd", "br"],
	["gzip", "gzip"],
	["br;q=0", null],
])("a page with Accept-Encoding %s is sent as %s, and revalidated", async (accepted, sent) => {
	const headers = { "Accept-Encoding": accepted };
	const response = await ask("/about", { headers });
	expect(await response.text()).toBe(`about${longText}`);
	expect(response.headers.get("content-encoding")).toBe(sent);
	expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
	const etag = response.headers.get("etag") ?? "";
	const again = await ask("/about", {
		headers: { ...headers, "If-None-Match": `"other", ${etag}` },
	});
	expect([again.status, await again.text()]).toEqual([304, ""]);
	for (const name of ["cache-control", "content-security-policy"]) {
		expect(again.headers.get(name), name).toBe(response.headers.get(name));
	}
	expect((await ask("/about", { method: "HEAD", headers })).headers.get("content-encoding")).toBe(
		sent,
	);
});

test("assets are cached for a year, and missing ones are not", async () => {
	const readCaching = async (path: string) => (await ask(path)).headers.get("cache-control");
	expect(await readCaching("/media/photo.abc.avif")).toBe("public, max-age=31536000, immutable");
	for (const path of ["/about", "/media/missing.avif"]) {
		expect(await readCaching(path)).toBe("public, max-age=0, must-revalidate, no-transform");
	}
	for (const path of ["/About", "/robots.txt"]) expect(await readCaching(path)).toBe("no-cache");
});

test.each([
	["bytes=2-4", 206, "234", "bytes 2-4/10"],
	["bytes=7-", 206, "789", "bytes 7-9/10"],
	["bytes=-3", 206, "789", "bytes 7-9/10"],
	["bytes=10-", 416, "", "bytes */10"],
])("of a film the range %s is sent with %i", async (range, status, content, sent) => {
	const part = await ask("/media/photo.abc.avif", { headers: { Range: range } });
	expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
		status,
		content,
		sent,
	]);
});

const filmPath = join(folder, "client/media/film.abc.mp4");
const countOpenFilms = async () => {
	const descriptors = await readdir("/proc/self/fd");
	const paths = await Promise.all(
		descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")),
	);
	return paths.filter((path) => path === filmPath).length;
};

test.runIf(process.platform === "linux")(
	"an aborted download leaks no file descriptor",
	async () => {
		const socket = open(server.port);
		socket.write("GET /media/film.abc.mp4 HTTP/1.1\r\nHost: x\r\n\r\n");
		await once(socket, "data");
		expect(await countOpenFilms()).toBe(1);
		socket.destroy();
		for (const path of ["/media/film.abc.mp4"]) await ask(path, { method: "HEAD" });
		await expect.poll(countOpenFilms, { timeout: 20_000 }).toBe(0);
	},
);

const forwarded = {
	"X-Forwarded-For": "198.51.100.1, 203.0.113.9",
	"X-Forwarded-Proto": "https, http",
};

test.each<[trusted: TrustedProxies, visitor: string, isHttps: boolean]>([
	["loopback", "203.0.113.9", true],
	[["127.0.0.1"], "203.0.113.9", true],
	[["127.0.0.1", "203.0.113.9"], "198.51.100.1", true],
	[["192.0.2.1"], "127.0.0.1", false],
	[[], "127.0.0.1", false],
])("with TRUSTED_PROXY %j the visitor is %s, over HTTPS: %s", async (trusted, visitor, isHttps) => {
	const { url, close } = await start(trusted);
	onTestFinished(close);
	const response = await fetch(`${url}/api/greet`, { headers: forwarded });
	expect(await response.json()).toMatchObject({ ip: visitor });
	for (const { headers } of [response, await fetch(url, { headers: forwarded })]) {
		expect(headers.has("strict-transport-security")).toBe(isHttps);
		expect(headers.get("content-security-policy")?.endsWith("; upgrade-insecure-requests")).toBe(
			isHttps,
		);
	}
});

test("a function gets the request, and its headers are kept", async () => {
	const response = await ask("/api/greet/?x=1", { method: "POST", body: "hello" });
	expect(response.headers.getSetCookie()).toEqual(["a=b", "c=d"]);
	expect(await response.json()).toEqual({
		ip: "127.0.0.1",
		url: `${server.url}/api/greet/?x=1`,
		body: "hello",
	});
});

test("a function that fails gives a general page, and is logged", async () => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	const response = await ask("/api/fail");
	expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
	const html = await response.text();
	expect([response.status, html]).toEqual([
		500,
		expect.stringContaining("<h1>Unexpected Application Error!</h1>"),
	]);
	expect(html).not.toContain("broken");
	expect(logged).toHaveBeenCalledExactlyOnceWith(new Error("<b>broken</b>"));
});

test("idle connections are kept longer than Caddy keeps them", async () => {
	const { headers } = await ask("/about");
	const [, seconds] = /^timeout=(\d+)$/.exec(headers.get("keep-alive") ?? "") ?? [];
	expect(Number(seconds)).toBeGreaterThan(120);
});

test("a closing server answers running and new requests", async () => {
	const other = await start();
	const socket = open(other.port);
	await once(socket, "connect");
	const slow = fetch(`${other.url}/api/wait`);
	await expect.poll(() => release.listenerCount("now")).toBe(1);
	const closed = other.close();
	socket.write("GET /media/photo.abc.avif HTTP/1.1\r\nHost: localhost\r\n\r\n");
	expect(String(await buffer(socket))).toMatch(
		/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i,
	);
	release.emit("now");
	expect(await (await slow).text()).toBe("done");
	await closed;
	await expect(fetch(other.url)).rejects.toThrow();
});

test("a port in use is an error with advice", async () => {
	const blocker = createServer();
	await once(blocker.listen(0, "127.0.0.1"), "listening");
	onTestFinished(() => void blocker.close());
	const { port } = blocker.address() as AddressInfo;
	await expect(startHttpServer({ port })).rejects.toThrow(
		`Port ${port} is in use. Stop the other program, or choose another port with PORT=${port + 1}.`,
	);
});

function open(port: number): Socket {
	return connect(port, "127.0.0.1").on("error", () => {});
}

const formatRequest = (target: string) =>
	`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

test.each([
	[
		"a malformed host",
		"POST /api/greet HTTP/1.1\r\nHost: localhost:99999\r\nConnection: close\r\n\r\n",
		400,
	],
	["TRACE", "TRACE /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405],
	["POST to a page", "POST /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405],
	["7,000 empty segments", formatRequest("/".repeat(14_000)), 301],
	["an address without a slash", formatRequest("about"), 400],
	["a whole address of another site", formatRequest("http://evil.example/about/?x"), 301],
])("a request with %s gets one response", async (_, request, status) => {
	const socket = open(server.port);
	socket.write(request);
	const statuses = String(await buffer(socket)).matchAll(/^HTTP\/1\.1 (\d{3}) /gm);
	expect([...statuses].map(([, code]) => Number(code))).toEqual([status]);
});
