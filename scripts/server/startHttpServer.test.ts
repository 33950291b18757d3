import { once } from "node:events";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { compressFiles } from "../publish/compressFiles.ts";
import { createHeaderRules } from "../render/hostRules.ts";
import { type ServerOptions, startHttpServer } from "./startHttpServer.ts";

const reportUrl = "https://reports.example/csp";
const site = { url: "https://www.example.org", indexable: true, reportUrl };
const redirects = [
	{ from: "/team", to: "/about#team" },
	{ from: "/%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5/", to: "/ru/about" },
	{ from: "/robots.txt", to: "/about" },
	{ from: "/removed" },
	{ from: "/ru/removed" },
];
const document = { html: "", scripts: [], style: "" };
const documents = new Map(["/about", "/ru/about"].map((path) => [path, document]));
const longText = "<p>text</p>".repeat(200);
const folder = await makeFolder({
	files: {
		"rules.json": JSON.stringify({ headers: createHeaderRules(site, documents), redirects }),
		"client/index.html": "home",
		"client/about.html": `about${longText}`,
		"client/404.html": "not found",
		"client/ru.html": "дом",
		"client/ru/about.html": "о нас",
		"client/ru/404.html": "не найдено",
		"client/robots.txt": "robots",
		"client/media/photo.abc.avif": "0123456789",
		"client/media/files/abc/Анкета 1.doc": "form",
		"client/media/files/abc/tables.gz": "tables",
		"earlier/client/assets/old.abc.js": "old",
		"earlier/client/gone.html": "gone",
	},
	atEnd: afterAll,
});
await compressFiles(join(folder, "client"));
const listVersions = () => [folder, join(folder, "earlier")];

async function start(options: Partial<ServerOptions> = {}) {
	const started = await startHttpServer({ listVersions, port: 0, ...options });
	onTestFinished(started.close);
	return started;
}

const server = await startHttpServer({ listVersions, port: 0 });
afterAll(() => server.close());
const ask = (path: string, init?: RequestInit) =>
	fetch(server.url + path, { redirect: "manual", ...init });

test.each([
	["/", "200 home"],
	["/about?a=b", "200 about"],
	["/ru/about", "200 о нас"],
	["/robots.txt", "200 robots"],
	["/assets/old.abc.js", "200 old"],
	["/media/files/abc/%D0%90%D0%BD%D0%BA%D0%B5%D1%82%D0%B0%201.doc", "200 form"],
	["/About/?a=b&c=%20", "301 /about?a=b&c=%20"],
	["/ru/index.html", "301 /ru"],
	["//about", "301 /about"],
	["/ru/about%C2%BB?a=b", "301 /ru/about?a=b"],
	["/%00", "301 /"],
	["/team/?a=b", "301 /about?a=b#team"],
	["/team?price=$$5&y=$&", "301 /about?price=$$5&y=$&#team"],
	["/%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5", "301 /ru/about"],
	["/nowhere", "404 not found"],
	["/gone", "404 not found"],
	["/removed/?a=b", "410 not found"],
	["/ru/removed", "410 не найдено"],
	["/RU/nowhere/", "404 не найдено"],
	["/rules.json", "404 not found"],
	["/about.html.br", "404 not found"],
	["/robots.txt.gz", "404 not found"],
	["/media/files/abc/tables.gz", "200 tables"],
	["/media/..%2f..%2frules.json", "404 not found"],
	["/media/%2e%2e/%2e%2e/rules.json", "404 not found"],
	["//evil.example/about", "404 not found"],
	["/%E0%A4%A", "400 Bad request"],
])("the path %s gets the response %s", async (path, expected) => {
	const response = await ask(path);
	const text = (await response.text()).replace(longText, "");
	expect(`${response.status} ${response.headers.get("location") ?? text}`).toBe(expected);
});

test.each([
	["gzip, deflate, br, zstd", "br"],
	["gzip", "gzip"],
	["br;q=0", null],
])("a page with Accept-Encoding %s is sent as %s", async (accepted, sent) => {
	const headers = { "Accept-Encoding": accepted };
	const response = await ask("/about", { headers });
	expect(await response.text()).toBe(`about${longText}`);
	expect(response.headers.get("content-encoding")).toBe(sent);
	expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
	const etag = response.headers.get("etag") ?? "";
	const again = await ask("/about", { headers: { ...headers, "If-None-Match": etag } });
	expect([again.status, await again.text()]).toEqual([304, ""]);
	const caching = again.headers.get("cache-control");
	expect(caching).toBe("public, max-age=0, must-revalidate, no-transform");
	expect(again.headers.has("content-security-policy")).toBe(false);
});

test("a page with other headers is sent again", async () => {
	const files = { "rules.json": JSON.stringify({ headers: [], redirects: [] }) };
	const other = await makeFolder({ files: { ...files, "client/about.html": `about${longText}` } });
	let listed = [folder];
	const { url } = await start({ listVersions: () => listed });
	const askAbout = (etag = "") =>
		fetch(`${url}/about`, { headers: { "Accept-Encoding": "identity", "If-None-Match": etag } });
	const etag = (await askAbout()).headers.get("etag") ?? "";
	expect((await askAbout(etag)).status).toBe(304);
	listed = [other, folder];
	const again = await askAbout(etag);
	expect(again.status).toBe(200);
	expect(again.headers.has("content-security-policy")).toBe(false);
});

test.each([
	["/about", 200],
	["/nowhere", 404],
])("a HEAD request for %s gets the headers of GET", async (path, status) => {
	const [get, head] = [await ask(path), await ask(path, { method: "HEAD" })];
	expect([head.status, await head.text()]).toEqual([status, ""]);
	// `fetch` closes the connection after HEAD.
	const ofConnection = ["connection", "keep-alive", "date"];
	const read = ({ headers }: Response) =>
		[...headers].filter(([name]) => !ofConnection.includes(name));
	expect(read(head)).toEqual(read(get));
});

test("a range of a film is sent alone", async () => {
	await (await ask("/media/photo.abc.avif")).text();
	const part = await ask("/media/photo.abc.avif", { headers: { Range: "bytes=2-4" } });
	expect([part.status, await part.text()]).toEqual([206, "234"]);
});

test.each<[ServerOptions["trustedProxies"], visitor: string, isHttps: boolean]>([
	[undefined, "203.0.113.9", true],
	[["127.0.0.1", "203.0.113.9"], "198.51.100.1", true],
	[["192.0.2.1"], "127.0.0.1", false],
])("with TRUSTED_PROXY %j the visitor is %s, over HTTPS: %s", async (trusted, visitor, isHttps) => {
	const headers = {
		"X-Forwarded-For": "198.51.100.1, ::ffff:203.0.113.9",
		"X-Forwarded-Proto": "https, http",
	};
	const httpsHeaders = { "Strict-Transport-Security": "max-age=1" };
	const sendPage: ServerOptions["sendPage"] = (c) => c.text(c.var.ip, 200, httpsHeaders);
	const { url } = await start({ trustedProxies: trusted, sendPage });
	const response = await fetch(url, { headers });
	expect(await response.text()).toBe(visitor);
	expect(response.headers.has("strict-transport-security")).toBe(isHttps);
});

test.each<[cause: string, status: number, RequestOptions]>([
	["malformed encoding", 400, { path: "/preview/key/%zz" }],
	["backslash", 400, { path: "/\\about" }],
	["malformed host", 400, { headers: { Host: "a b" } }],
	["large body", 413, { path: "/api/x", method: "POST", headers: { "Content-Length": 2 ** 21 } }],
	["long path", 414, { path: "/".repeat(2_049) }],
	["failure", 500, {}],
])("a %s gets %i with security headers, without reports", async (_, status, options) => {
	vi.spyOn(console, "error").mockReturnValue();
	const { url } = await start({ sendPage: () => Promise.reject(new Error("broken")) });
	const sent = request(url, { agent: false, ...options }).end();
	const [response]: IncomingMessage[] = await once(sent, "response");
	response?.resume();
	expect(response).toMatchObject({
		statusCode: status,
		headers: {
			"content-security-policy": expect.not.stringContaining("report"),
			"x-content-type-options": "nosniff",
		},
	});
	expect(response?.headers).not.toHaveProperty("reporting-endpoints");
});

test("a failure gives a general page, and is logged", async () => {
	const logged = vi.spyOn(console, "error").mockReturnValue();
	const { url } = await start({ sendPage: () => Promise.reject(new Error("<b>broken</b>")) });
	const response = await fetch(url);
	const html = await response.text();
	expect(response.status).toBe(500);
	expect(html).toContain("<h1>Unexpected Application Error!</h1>");
	expect(html).not.toContain("broken");
	expect(logged).toHaveBeenCalledExactlyOnceWith(new Error("<b>broken</b>"));
});

test("idle connections are kept longer than Caddy keeps them", async () => {
	const { headers } = await ask("/about");
	const [, seconds] = /^timeout=(\d+)$/.exec(headers.get("keep-alive") ?? "") ?? [];
	expect(Number(seconds)).toBeGreaterThan(120);
});

test("a closing server answers running requests", async () => {
	const { promise, resolve } = Promise.withResolvers<void>();
	const isAsked = Promise.withResolvers<void>();
	const { url, close } = await start({
		sendPage: async (c) => {
			isAsked.resolve();
			await promise;
			return c.text("done");
		},
	});
	const slow = fetch(url);
	await isAsked.promise;
	const closed = close();
	resolve();
	expect(await (await slow).text()).toBe("done");
	await closed;
	await expect(fetch(url)).rejects.toThrow();
});

test("a port in use is an error with advice", async () => {
	const port = Number(new URL(server.url).port);
	await expect(startHttpServer({ port })).rejects.toThrow(
		`Port ${port} is in use. Stop the other program, or choose another port with PORT=${port + 1}.`,
	);
});
