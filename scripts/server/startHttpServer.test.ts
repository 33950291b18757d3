import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import { makeFolder } from "../../tests/folders.ts";
import { createHeaderRules, formatHeaders } from "../render/hostRules.ts";
import { type ApiRoute, apiRoutes, createApi } from "./api.ts";
import { emptySiteFiles, loadSiteFiles } from "./siteFiles.ts";
import { listen, type RunningServer, sendFailure, shutdownTimeoutMs, startHttpServer } from "./startHttpServer.ts";

const longText = "<p>text</p>".repeat(200);
const securitySettings = { url: "https://www.example.org" };
const rules = createHeaderRules({ ...securitySettings, indexable: true }, []);

/** Emitter whose event `now` ends the running call of `/api/wait`. */
const release = new EventEmitter();
const functions: [string, ApiRoute["respond"]][] = [
	[
		"/api/greet/J%C3%B6rg",
		async (request, { ip }) => {
			const headers = new Headers(createSecurityHeaders(securitySettings));
			for (const cookie of ["a=b", "c=d"]) headers.append("Set-Cookie", cookie);
			return Response.json({ ip, url: request.url, body: await request.text() }, { headers });
		},
	],
	["/api/fail", () => Promise.reject(new Error("<b>broken & burnt</b>"))],
	["/api/wait", () => once(release, "now").then(() => new Response("done"))],
	["/api/read", async (request) => new Response(await request.text())],
];
const api = createApi([...functions.map(([path, respond]) => ({ path, respond })), ...apiRoutes], {});

const contents = {
	"secret.txt": "classified",
	"site/index.html": "home",
	"site/about.html": `about${longText}`,
	"site/404.html": "not found",
	"site/ru.html": "дом",
	"site/ru/about.html": "о нас",
	"site/ru/404.html": "не найдено",
	"site/media/photo.abc.avif": "0123456789",
	"site/_headers": `# classified\n${formatHeaders(rules)}`,
};
const folder = await makeFolder({ files: contents, atEnd: afterAll });
const siteFiles = await loadSiteFiles(join(folder, "site"));
const options = { site: { files: siteFiles }, port: 0, securitySettings, api };
const server = await startHttpServer(options);
afterAll(() => server.close());

function expectSecure({ headers }: Response, isSecure: boolean): void {
	const policy = headers.get("content-security-policy") ?? "";
	expect(policy).toMatch(/^default-src 'none'; .*; trusted-types 'none'(; upgrade-insecure-requests)?$/);
	expect(policy.includes("upgrade-insecure-requests")).toBe(isSecure);
	expect(headers.has("strict-transport-security")).toBe(isSecure);
}

/** Sends a request by plain HTTP, and expects no headers that force HTTPS. */
async function request(path: string, init?: RequestInit): Promise<Response> {
	const response = await fetch(server.url + path, { redirect: "manual", ...init });
	expectSecure(response, false);
	return response;
}

describe("pages", () => {
	test("a path in another form redirects to the page, and is not cached since it may get a page of its own", async () => {
		for (const method of ["GET", "HEAD"]) {
			const { status, headers } = await request("/About.html?a=1&b=%20", { method });
			expect([status, headers.get("location")]).toEqual([301, "/about?a=1&b=%20"]);
			expect(headers.get("cache-control")).toBe("no-cache");
		}
	});

	test("a missing page gets the 404 page of its language", async () => {
		const response = await request("/RU/missing/", { headers: { "If-None-Match": "*" } });
		expect([response.status, await response.text()]).toEqual([404, "не найдено"]);
	});

	test.each([
		["gzip, deflate, br, zstd", "br"],
		["GZIP;q=1.0, br;q=0", "gzip"],
		["br; q=0.000, gzip;q=0", null],
		["deflate", null],
	])(
		"a page with Accept-Encoding %s is sent with Content-Encoding %s and revalidated by its ETag",
		async (accepted, sent) => {
			const headers = { "Accept-Encoding": accepted };
			const response = await request("/about", { headers });
			expect(await response.text()).toBe(`about${longText}`);
			const described = {
				"content-type": "text/html; charset=utf-8",
				"cache-control": "public, max-age=0, must-revalidate, no-transform",
				vary: "Accept-Encoding",
			};
			expect(Object.fromEntries(response.headers)).toMatchObject(described);
			expect(response.headers.get("content-encoding")).toBe(sent);
			const head = await request("/about", { method: "HEAD", headers });
			const [etag = "", size] = ["etag", "content-length"].map((name) => response.headers.get(name) ?? undefined);
			expect([head.headers.get("etag"), head.headers.get("content-length")]).toEqual([etag, size]);
			for (const knownTags of [`"other", ${etag}`, "*"]) {
				const again = await request("/about", { headers: { ...headers, "If-None-Match": knownTags } });
				expect([again.status, await again.text()]).toEqual([304, ""]);
				expect([again.headers.get("etag"), again.headers.get("vary")]).toEqual([etag, "Accept-Encoding"]);
			}
			expect((await request("/about", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
		},
	);
});

describe("binary files", () => {
	/** Requests a file with the content `0123456789`. */
	const load = async (headers: Record<string, string>, method = "GET") => {
		const response = await fetch(`${server.url}/media/photo.abc.avif`, { method, headers });
		return { status: response.status, headers: Object.fromEntries(response.headers), content: await response.text() };
	};

	test("a binary file is sent whole with 200, or without a body with 304", async () => {
		const whole = await load({});
		const described = { "content-type": "image/avif", "content-length": "10", "accept-ranges": "bytes" };
		const cached = { "cache-control": "public, max-age=31536000, immutable" };
		expect(whole).toMatchObject({ status: 200, content: "0123456789", headers: { ...described, ...cached } });
		const { etag = "" } = whole.headers;
		expect(await load({ "If-None-Match": etag })).toMatchObject({ status: 304, content: "" });
		expect(await load({}, "HEAD")).toMatchObject({ status: 200, content: "", headers: described });
	});

	test.each([
		["bytes=2-4", "234", "bytes 2-4/10"],
		["bytes=7-", "789", "bytes 7-9/10"],
		["bytes=7-99", "789", "bytes 7-9/10"],
		["bytes=-3", "789", "bytes 7-9/10"],
		["bytes=-99", "0123456789", "bytes 0-9/10"],
	])("of a binary file the range %s is sent with 206", async (range, content, sent) => {
		const part = await load({ Range: range });
		expect(part).toMatchObject({
			status: 206,
			content,
			headers: { "content-range": sent, "content-type": "image/avif" },
		});
		expect(part.headers["content-length"]).toBe(String(content.length));
		expect(part.headers["cache-control"]).toContain("immutable");
	});

	test.each(["bytes=10-", "bytes=-0"])("a range outside of a binary file, %s, gets 416", async (range) => {
		const refusal = await load({ Range: range });
		expect(refusal).toMatchObject({ status: 416, content: "", headers: { "content-range": "bytes */10" } });
		expect(refusal.headers).not.toHaveProperty("cache-control");
	});

	test.each(["bytes=0-1,4-5", "bytes=4-2", "lines=1-2"])(
		"the range %s is ignored, and the whole file is sent",
		async (range) => {
			expect(await load({ Range: range })).toMatchObject({ status: 200, content: "0123456789" });
		},
	);

	test("If-Range sends a range of an unchanged file only, and otherwise the whole file", async () => {
		const { etag = "" } = (await load({})).headers;
		const loadIf = (condition: string) => load({ Range: "bytes=2-4", "If-Range": condition });
		expect(await loadIf(etag)).toMatchObject({ status: 206, content: "234" });
		for (const condition of [`"other"`, `W/${etag}`, new Date().toUTCString()]) {
			expect(await loadIf(condition)).toMatchObject({ status: 200, content: "0123456789" });
		}
	});

	test("a range is ignored in HEAD requests and for text files, which are sent compressed", async () => {
		expect((await load({ Range: "bytes=2-4" }, "HEAD")).headers).toMatchObject({ "content-length": "10" });
		const page = await request("/about", { headers: { Range: "bytes=2-4" } });
		expect([page.status, page.headers.has("accept-ranges")]).toEqual([200, false]);
	});
});

test.each([
	["https, http", true],
	["http, https", false],
])("a request with X-Forwarded-Proto %s has come by HTTPS: %s", async (forwarded, isSecure) => {
	expectSecure(await fetch(server.url, { headers: { "X-Forwarded-Proto": forwarded } }), isSecure);
});

describe("/api/", () => {
	test("a handler gets the request, and the IP address from the proxy", async () => {
		const headers = { "X-Forwarded-For": "192.0.2.7" };
		const response = await request("/api/greet/J%C3%B6rg?x=1", { method: "POST", body: "hello", headers });
		expect(response.headers.getSetCookie()).toEqual(["a=b", "c=d"]);
		const url = `${server.url}/api/greet/J%C3%B6rg?x=1`;
		expect(await response.json()).toEqual({ ip: "192.0.2.7", url, body: "hello" });
	});

	test.each(["/api", "/api/rebuild/a/b"])("%s gets a 404 as JSON", async (path) => {
		const response = await request(path);
		expect([response.status, await response.json()]).toEqual([404, { message: expect.any(String) }]);
	});

	test("a handler that throws gives the error page with a general sentence, and the error is logged", async () => {
		const logged = vi.spyOn(console, "error").mockImplementation(() => {});
		const response = await request("/api/fail");
		expect([response.status, response.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
		const html = await response.text();
		expect(html).toContain("<title>Unexpected Application Error!</title>");
		expect(html).toContain("<p>The server could not answer this request. Please try again later.</p>");
		expect(html).not.toContain("broken");
		expect(logged).toHaveBeenCalledExactlyOnceWith(new Error("<b>broken & burnt</b>"));
		logged.mockRestore();
	});
});

test("a response that has begun is broken off after an error, which is logged", async () => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	const failing = createServer((_, response) => {
		response.write("begun", () => sendFailure(response, new Error("EIO: i/o error, read")));
	});
	onTestFinished(() => void failing.close());
	await listen(failing, 0, "127.0.0.1");
	const { port } = failing.address() as AddressInfo;
	const response = await fetch(`http://127.0.0.1:${port}`);
	await expect(response.text()).rejects.toThrow("terminated");
	expect(logged).toHaveBeenCalledOnce();
});

describe("start and stop", () => {
	test("idle connections are kept longer than Caddy keeps them", async () => {
		const { headers } = await request("/about");
		const [, seconds] = /^timeout=(\d+)$/.exec(headers.get("keep-alive") ?? "") ?? [];
		expect(Number(seconds)).toBeGreaterThan(120);
	});

	test("a request that comes while the server closes is answered, and ends its connection", async () => {
		const other = await startHttpServer({ site: { files: siteFiles }, port: 0, api });
		const socket = open(other);
		await once(socket, "connect");
		const slow = fetch(`${other.url}/api/wait`);
		await expect.poll(() => release.listenerCount("now")).toBe(1);
		const closed = other.close();
		socket.write("GET /media/photo.abc.avif HTTP/1.1\r\nHost: localhost\r\n\r\n");
		const [response] = parseResponses((await buffer(socket)).toString("latin1"));
		expect([response?.status, response?.headers.get("connection")]).toEqual([200, "close"]);
		release.emit("now");
		await (await slow).text();
		await closed;
	});

	test("a port in use is an error with advice", async () => {
		const blocker = createServer();
		await once(blocker.listen(0, "127.0.0.1"), "listening");
		const { port } = blocker.address() as AddressInfo;
		await expect(startHttpServer({ site: { files: emptySiteFiles }, port })).rejects.toThrow(
			`Port ${port} is in use. Stop the other program, or choose another port with PORT=${port + 1}.`,
		);
		await new Promise((resolve) => blocker.close(resolve));
	});

	test("the URL of a server has the address at which it listens", () => {
		expect(new URL(server.url).hostname).toBe("127.0.0.1");
	});

	test("close() waits for running requests, and not for idle connections", async () => {
		const other = await startHttpServer({ site: { files: emptySiteFiles }, port: 0, api });
		await once(open(other), "connect");
		const slow = fetch(`${other.url}/api/wait`).then((response) => response.text());
		await expect.poll(() => release.listenerCount("now")).toBe(1);
		const closed = other.close().then(() => "closed");
		const timeout = wait(shutdownTimeoutMs / 2, "time-out", { ref: false });
		release.emit("now");
		expect(await Promise.race([closed, timeout])).toBe("closed");
		expect(await slow).toBe("done");
		await expect(fetch(other.url)).rejects.toThrow();
	});
});

function open({ url }: RunningServer): Socket {
	const socket = connect(Number(new URL(url).port), "127.0.0.1");
	socket.on("error", () => {});
	return socket;
}

type RawResponse = { status: number; headers: Headers; body: string };

/** Sends raw bytes, which may be a malformed request, and reads until the server ends the connection. */
async function send(bytes: string | Uint8Array): Promise<RawResponse[]> {
	const socket = open(server);
	socket.write(bytes);
	return parseResponses((await buffer(socket)).toString("latin1"));
}

function parseResponses(text: string): RawResponse[] {
	return text.split(/(?=^HTTP\/1\.1 \d{3} )/m).map((response) => {
		const [head = "", ...body] = response.split("\r\n\r\n");
		const [first = "", ...lines] = head.split("\r\n");
		const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
		return { status: Number(first.split(" ")[1]), headers, body: body.join("\r\n\r\n") };
	});
}

const formatRequest = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

/**
 * Expects no details of the server's files or code, and security headers on a response with content. Node itself refuses
 * requests that it cannot read, without content.
 */
function expectSafe({ headers, body }: RawResponse): void {
	expect(`${[...headers]} ${body}`).not.toMatch(/classified|node:|\/scripts\//);
	if (!headers.has("content-type")) return;
	expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
	expect(headers.get("x-content-type-options")).toBe("nosniff");
}

test.each<[string, string, number?]>([
	["a malformed host", "POST /api/read HTTP/1.1\r\nHost: localhost:99999\r\nConnection: close\r\n\r\n"],
	["TRACE", "TRACE /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405],
	["7,000 empty segments", formatRequest("/".repeat(14_000)), 301],
	["a malformed address", formatRequest("/%E0%A4%A")],
	["a whole address of another site", formatRequest("http://evil.example/about/?x"), 301],
])("a request with %s gets one response, and bytes after it get none", async (_, request, status = 400) => {
	const [response, ...others] = await send(Buffer.from(request, "latin1"));
	expect([response?.status, others]).toEqual([status, []]);
	expectSafe(response as RawResponse);
	if (status === 405) expect(response?.headers.get("allow")).toBe("GET, HEAD");
});
