import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { loadApi } from "./api.ts";
import { compressWell, loadSiteFiles } from "./siteFiles.ts";
import { type RunningServer, startServer } from "./startServer.ts";

const longText = "<p>text</p>".repeat(200);
const picture = "0123456789";

let folder: string;
let server: RunningServer;

async function writeFiles(files: Record<string, string>): Promise<void> {
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	}
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "startServer-"));
	await writeFiles({
		"secret.txt": "secret",
		"site/index.html": "home",
		"site/about.html": `about${longText}`,
		"site/404.html": "not found",
		"site/ru.html": "дом",
		"site/ru/about.html": "о нас",
		"site/ru/404.html": "не найдено",
		"site/assets/entry.abc.js": "1;".repeat(100),
		"site/media/photo.abc.avif": picture,
		"site/robots.txt": "User-agent: *",
		"next/index.html": "new home",
		"api/greet.ts": `
			export default async (request: Request, context: { params: Record<string, string>; ip: string }) =>
				Response.json({ name: context.params.name, ip: context.ip, url: request.url, body: await request.text() }, { headers: { "Set-Cookie": "a=b" } });
			export const config = { path: "/api/greet/:name" };`,
		"api/fail.ts": `
			export default () => { throw new Error("<b>broken & burnt</b>"); };
			export const config = { path: "/api/fail" };`,
		"api/slow.ts": `
			export default async () => { await new Promise((resolve) => setTimeout(resolve, 300)); return new Response("done"); };
			export const config = { path: "/api/slow" };`,
		"api/nightly.ts": `export default () => new Response("no"); export const config = { schedule: "@daily" };`,
		"api/greet.test.ts": `throw new Error("a test is no handler");`,
		"api/part.ts": `export const config = { path: "/api/part" };`,
	});
	const files = await loadSiteFiles(join(folder, "site"));
	await compressWell(files);
	server = await startServer({
		files,
		port: 0,
		api: await loadApi(join(folder, "api")),
	});
});

afterAll(async () => {
	await server.close();
	await rm(folder, { recursive: true });
});

afterEach(() => {
	vi.restoreAllMocks();
});

function request(path: string, init?: RequestInit): Promise<Response> {
	return fetch(server.url + path, { redirect: "manual", ...init });
}

/** Sends bytes as they are, which fetch does not, and returns the answer's head and body. */
function requestRaw(target: string, headers = "Host: localhost\r\n", method = "GET"): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
		let answer = "";
		socket.on("data", (chunk) => {
			answer += chunk;
		});
		socket.on("end", () => resolve(answer));
		socket.on("error", reject);
		socket.write(`${method} ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
	});
}

describe("pages", () => {
	test.each([
		["/", "home"],
		["/ru", "дом"],
		["/ru/about", "о нас"],
	])("%s", async (path, text) => {
		const response = await request(path);
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(response.headers.get("cache-control")).toBe("no-cache");
		expect(response.headers.get("x-content-type-options")).toBe("nosniff");
		expect(response.headers.get("vary")).toBe("Accept-Encoding");
		expect(await response.text()).toBe(text);
	});

	test.each([
		["/about/", "/about"],
		["/About.html?a=1&b=%20", "/about?a=1&b=%20"],
		["/index.html", "/"],
		["/ru/index.html", "/ru"],
	])("%s redirects to %s", async (path, location) => {
		for (const method of ["GET", "HEAD"]) {
			const response = await request(path, { method });
			expect(response.status).toBe(301);
			expect(response.headers.get("location")).toBe(location);
		}
	});

	test.each([
		["/missing", "not found"],
		["/missing/", "not found"],
		["/404", "not found"],
		["/russia", "not found"],
		["/assets/missing.js", "not found"],
		["/ru/missing", "не найдено"],
		["/RU/missing/", "не найдено"],
		["/ru/404", "не найдено"],
	])("%s is not found, in its language", async (path, text) => {
		const response = await request(path, { headers: { "If-None-Match": "*" } });
		expect(response.status).toBe(404);
		expect(await response.text()).toBe(text);
	});

	test("HEAD sends the same head without content", async () => {
		const [get, head] = await Promise.all([request("/about"), request("/about", { method: "HEAD" })]);
		for (const name of ["content-length", "content-type", "etag", "content-encoding"]) {
			expect(head.headers.get(name)).toBe(get.headers.get(name));
		}
		expect(await head.text()).toBe("");
	});

	test("other methods are refused", async () => {
		const response = await request("/about", { method: "POST", body: "x" });
		expect(response.status).toBe(405);
		expect(response.headers.get("allow")).toBe("GET, HEAD");
	});
});

describe("encodings and versions", () => {
	test("each encoding has its own ETag, which answers 304", async () => {
		const etags = new Set<string>();
		for (const [accepted, sent] of [
			["br, gzip", "br"],
			["gzip", "gzip"],
			["identity", null],
		] as const) {
			const headers = { "Accept-Encoding": accepted };
			const response = await request("/about", { headers });
			expect(response.headers.get("content-encoding")).toBe(sent);
			expect(await response.text()).toBe(`about${longText}`);
			const etag = response.headers.get("etag") ?? "";
			etags.add(etag);
			const again = await request("/about", { headers: { ...headers, "If-None-Match": `"other", W/${etag}` } });
			expect(again.status).toBe(304);
			expect(again.headers.get("etag")).toBe(etag);
			expect(again.headers.get("vary")).toBe("Accept-Encoding");
			expect(await again.text()).toBe("");
		}
		expect(etags.size).toBe(3);
		for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/);
		expect((await request("/about", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
	});

	test("the length is that of what is sent", async () => {
		const raw = await requestRaw("/assets/entry.abc.js", "Host: x\r\nAccept-Encoding: br\r\n");
		expect(raw).toContain("Content-Encoding: br");
		expect(raw).toContain("Cache-Control: public, max-age=31536000, immutable");
		const length = Number(/Content-Length: (\d+)/.exec(raw)?.[1]);
		const response = await request("/assets/entry.abc.js", { headers: { "Accept-Encoding": "br" } });
		expect(await response.text()).toBe("1;".repeat(100));
		expect(length).toBeLessThan(50);
	});

	test("brotli decodes to the file", async () => {
		const files = await loadSiteFiles(join(folder, "site"));
		const about = files.get("/about");
		expect(about && "content" in about && String(brotliDecompressSync(about.compressed.get("br")?.bytes ?? ""))).toBe(
			`about${longText}`,
		);
	});
});

describe("binary files", () => {
	test("are sent whole, in part, or not at all", async () => {
		const whole = await request("/media/photo.abc.avif");
		expect(whole.status).toBe(200);
		expect(whole.headers.get("content-type")).toBe("image/avif");
		expect(whole.headers.get("content-length")).toBe("10");
		expect(whole.headers.get("accept-ranges")).toBe("bytes");
		expect(await whole.text()).toBe(picture);
		const etag = whole.headers.get("etag") ?? "";

		const part = await request("/media/photo.abc.avif", { headers: { Range: "bytes=2-4", "If-Range": etag } });
		expect(part.status).toBe(206);
		expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
		expect(await part.text()).toBe("234");

		const changed = await request("/media/photo.abc.avif", { headers: { Range: "bytes=2-4", "If-Range": '"old"' } });
		expect(changed.status).toBe(200);
		expect(await changed.text()).toBe(picture);

		const beyond = await request("/media/photo.abc.avif", { headers: { Range: "bytes=10-" } });
		expect(beyond.status).toBe(416);
		expect(beyond.headers.get("content-range")).toBe("bytes */10");

		const current = await request("/media/photo.abc.avif", { headers: { "If-None-Match": etag } });
		expect(current.status).toBe(304);

		const head = await request("/media/photo.abc.avif", { method: "HEAD", headers: { Range: "bytes=2-4" } });
		expect(head.status).toBe(200);
		expect(head.headers.get("content-length")).toBe("10");
	});

	test("one that left the disk, or changed there, is not found", async () => {
		await writeFiles({ "gone/icon.png": "icon", "gone/other.png": "icon" });
		const other = await startServer({ files: await loadSiteFiles(join(folder, "gone")), port: 0 });
		await rm(join(folder, "gone/icon.png"));
		await writeFiles({ "gone/other.png": "another" });
		expect((await fetch(`${other.url}/icon.png`)).status).toBe(404);
		expect((await fetch(`${other.url}/other.png`)).status).toBe(404);
		await other.close();
	});
});

describe("hostile requests", () => {
	test.each([
		["/%E0%A4%A", 400],
		["/%", 400],
		["about", 400],
		["*", 400],
		["/../secret.txt", 404],
		["/..%2fsecret.txt", 404],
		["/%2e%2e/secret.txt", 404],
		["/..\\secret.txt", 404],
		["/assets/../../secret.txt", 404],
		["/robots.txt%00.html", 404],
		["/__proto__", 404],
		["/api/../about", 404],
		["//evil.example/", 404],
		["//evil.example/%2e%2e", 404],
		["/\\evil.example", 404],
	])("%s → %i", async (target, status) => {
		const answer = await requestRaw(target);
		expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
		expect(answer).not.toMatch(/secret|^Location/im);
	});

	test.each([
		["//about", "/about"],
		["/\\about/", "/about"],
		["//ru//about/", "/ru/about"],
		["http://evil.example/about/?x", "/about?x"],
	])("%s redirects on the same origin", async (target, location) => {
		expect(await requestRaw(target)).toMatch(new RegExp(`\r\nLocation: ${location.replace("?", "\\?")}\r\n`));
	});

	test("a whole address, as to a proxy, is served", async () => {
		expect(await requestRaw("http://localhost/ru/about")).toContain("200 OK");
	});
});

describe("/api/", () => {
	test("a handler sees the request and its parameters", async () => {
		const response = await request("/api/greet/J%C3%B6rg?x=1", { method: "POST", body: "hello" });
		expect(response.headers.get("set-cookie")).toBe("a=b");
		expect(response.headers.get("x-content-type-options")).toBe("nosniff");
		expect(await response.json()).toEqual({
			name: "Jörg",
			ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
			url: `${server.url}/api/greet/J%C3%B6rg?x=1`,
			body: "hello",
		});
	});

	test("the proxy's word counts for the visitor's address", async () => {
		const response = await request("/api/greet/x", { headers: { "X-Forwarded-For": "192.0.2.7" } });
		expect(await response.json()).toMatchObject({ ip: "192.0.2.7" });
	});

	test.each(["/api", "/api/", "/api/none", "/api/greet", "/api/greet/a/b", "/api/nightly", "/api/part"])(
		"%s: 404 as JSON",
		async (path) => {
			const response = await request(path);
			expect(response.status).toBe(404);
			expect(await response.json()).toEqual({ message: expect.any(String) });
		},
	);

	test("a handler that throws: the error page, escaped", async () => {
		const logged = vi.spyOn(console, "error").mockImplementation(() => {});
		const response = await request("/api/fail");
		expect(response.status).toBe(500);
		expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
		const html = await response.text();
		expect(html).toContain("<title>Unexpected Application Error!</title>");
		expect(html).toContain("<p>&#60;b&#62;broken &#38; burnt&#60;/b&#62;</p>");
		expect(logged).toHaveBeenCalledOnce();
	});

	test("too much content: 413", async () => {
		const response = await request("/api/greet/x", { method: "POST", body: "x".repeat(2_000_000) });
		expect(response.status).toBe(413);
	});

	test("a malformed host: 400", async () => {
		expect(await requestRaw("/api/greet/x", "Host: localhost:99999\r\n")).toMatch(/^HTTP\/1.1 400 /);
	});

	test("a folder that does not exist has no routes; a path outside /api/ is an error", async () => {
		expect(await loadApi(join(folder, "none"))).toEqual([]);
		await writeFiles({
			"bad/wrong.ts": `export default () => new Response(); export const config = { path: "/wrong" };`,
		});
		await expect(loadApi(join(folder, "bad"))).rejects.toThrow(
			'wrong.ts: config.path must begin with /api/, found "/wrong"',
		);
	});
});

describe("life", () => {
	test("use() switches the site", async () => {
		const other = await startServer({ files: await loadSiteFiles(join(folder, "site")), port: 0 });
		other.use(await loadSiteFiles(join(folder, "next")));
		expect(await (await fetch(other.url)).text()).toBe("new home");
		const missing = await fetch(`${other.url}/about`);
		expect(missing.status).toBe(404);
		expect(await missing.text()).toBe("Not found");
		await other.close();
	});

	test.each(["127.0.0.1", "::1", "::"])("a port in use on %s is a clear error", async (host) => {
		const blocker = createServer();
		const free = await new Promise<boolean>((resolve) => {
			blocker.once("error", () => resolve(false));
			blocker.listen(0, host, () => resolve(true));
		});
		if (!free) return; // No IPv6 on this machine.
		const { port } = blocker.address() as AddressInfo;
		await expect(startServer({ files: new Map(), port })).rejects.toThrow(
			`Port ${port} is in use. Stop the other program or choose another port: PORT=${port + 1} npm start`,
		);
		await new Promise((resolve) => blocker.close(resolve));
	});

	test("close() lets requests under way finish and does not wait for idle connections", async () => {
		const other = await startServer({
			files: new Map(),
			port: 0,
			api: await loadApi(join(folder, "api")),
		});
		const port = Number(new URL(other.url).port);
		const unused = connect(port, "127.0.0.1");
		await new Promise((resolve) => unused.once("connect", resolve));
		const slow = fetch(`${other.url}/api/slow`).then((response) => response.text());
		await new Promise((resolve) => setTimeout(resolve, 100));
		const started = performance.now();
		await other.close();
		expect(performance.now() - started).toBeLessThan(2_000);
		expect(await slow).toBe("done");
		await expect(fetch(other.url)).rejects.toThrow();
	});
});
