import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { securityHeaders } from "../../site/headers.server.ts";
import { makeFolder, writeFiles } from "../../tests/folders.ts";
import { formatHeaders, headerRules } from "../render/hostRules.ts";
import { type ApiRoutes, createApi } from "./api.ts";
import { compressWell, loadSiteFiles } from "./siteFiles.ts";
import { startServer } from "./startServer.ts";

const longText = "<p>text</p>".repeat(200);
const protection = { url: "https://www.example.org" };
const rules = headerRules({ ...protection, indexable: true }, []);

/** What the functions under way wait for. */
const pause = Promise.withResolvers<void>();
const called = Promise.withResolvers<void>();
const functions: [RegExp, ApiRoutes[number]["respond"]][] = [
	[
		/^\/api\/greet\/[^/]+$/,
		async (request, { ip }) => {
			const headers = new Headers(securityHeaders(protection));
			for (const cookie of ["a=b", "c=d"]) headers.append("Set-Cookie", cookie);
			return Response.json({ ip, url: request.url, body: await request.text() }, { headers });
		},
	],
	[/^\/api\/fail$/, () => Promise.reject(new Error("<b>broken & burnt</b>"))],
	[
		/^\/api\/slow$/,
		async () => {
			called.resolve();
			await pause.promise;
			return new Response("done");
		},
	],
];
const api = functions.map(([path, respond]) => ({ path, respond }));

const contents = {
	"site/index.html": "home",
	"site/about.html": `about${longText}`,
	"site/404.html": "not found",
	"site/ru.html": "дом",
	"site/ru/about.html": "о нас",
	"site/ru/404.html": "не найдено",
	"site/media/photo.abc.avif": "0123456789",
	"site/_headers": formatHeaders(rules),
};
const folder = await makeFolder({ files: contents, atEnd: afterAll });
const files = await loadSiteFiles(join(folder, "site"));
await compressWell(files);
const server = await startServer({ files, port: 0, protection, api: [...api, ...createApi()] });
afterAll(() => server.close());

/** Whether an answer says what only those shall hear who came by https: WebKit obeys on http://localhost, too. */
function expectSecure({ headers }: Response, isSecure: boolean): void {
	const policy = headers.get("content-security-policy") ?? "";
	expect(policy).toMatch(/^default-src 'none'; .*; trusted-types 'none'(; upgrade-insecure-requests)?$/);
	expect(policy.includes("upgrade-insecure-requests")).toBe(isSecure);
	expect(headers.has("strict-transport-security")).toBe(isSecure);
}

/** Asks as one does who does not come by https. */
async function request(path: string, init?: RequestInit): Promise<Response> {
	const response = await fetch(server.url + path, { redirect: "manual", ...init });
	expectSecure(response, false);
	return response;
}

describe("pages", () => {
	test.each([
		["/About.html?a=1&b=%20", "/about?a=1&b=%20"],
		["//ru//about/", "/ru/about"],
	])("%s redirects to %s", async (path, location) => {
		for (const method of ["GET", "HEAD"]) {
			const { status, headers } = await request(path, { method });
			expect([status, headers.get("location")]).toEqual([301, location]);
		}
	});

	test.each([
		["/missing/", "not found"],
		["/404", "not found"],
		["/russia", "not found"],
		["/RU/missing/", "не найдено"],
	])("%s is not found, in its language", async (path, content) => {
		const response = await request(path, { headers: { "If-None-Match": "*" } });
		expect([response.status, await response.text()]).toEqual([404, content]);
	});

	test.each([
		["gzip, deflate, br, zstd", "br"],
		["GZIP;q=1.0, br;q=0", "gzip"],
		["br; q=0.000, gzip;q=0", null],
		["deflate", null],
	])("Accept-Encoding: %s → %s, in an answer that says which version it is of", async (accepted, sent) => {
		const headers = { "Accept-Encoding": accepted };
		const response = await request("/about", { headers });
		expect(await response.text()).toBe(`about${longText}`);
		const described = {
			"content-type": "text/html; charset=utf-8",
			"cache-control": "no-cache",
			vary: "Accept-Encoding",
		};
		expect(Object.fromEntries(response.headers)).toMatchObject(described);
		expect(response.headers.get("content-encoding")).toBe(sent);
		const head = await request("/about", { method: "HEAD", headers });
		const [etag = "", size] = ["etag", "content-length"].map((name) => response.headers.get(name) ?? undefined);
		expect([head.headers.get("etag"), head.headers.get("content-length")]).toEqual([etag, size]);
		for (const known of [`"other", ${etag}`, "*"]) {
			const again = await request("/about", { headers: { ...headers, "If-None-Match": known } });
			expect([again.status, await again.text()]).toEqual([304, ""]);
			expect([again.headers.get("etag"), again.headers.get("vary")]).toEqual([etag, "Accept-Encoding"]);
		}
		expect((await request("/about", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
	});
});

describe("binary files", () => {
	test("are sent whole, or not at all", async () => {
		const ask = async (headers: Record<string, string>, method = "GET") => {
			const answer = await request("/media/photo.abc.avif", { method, headers });
			return { status: answer.status, headers: Object.fromEntries(answer.headers), content: await answer.text() };
		};
		// Nobody is promised a part.
		const whole = await ask({ Range: "bytes=2-4" });
		const described = { "content-type": "image/avif", "content-length": "10" };
		const cached = { "cache-control": "public, max-age=31536000, immutable" };
		expect(whole).toMatchObject({ status: 200, content: "0123456789", headers: { ...described, ...cached } });
		expect(whole.headers).not.toHaveProperty("accept-ranges");
		const { etag = "" } = whole.headers;
		expect(await ask({ "If-None-Match": etag })).toMatchObject({ status: 304, content: "" });
		expect(await ask({}, "HEAD")).toMatchObject({ status: 200, content: "", headers: described });
	});

	test("one that left the disk, or changed there, is not found", async () => {
		await writeFiles(folder, { "gone/icon.png": "icon", "gone/other.png": "icon" });
		const other = await startServer({ files: await loadSiteFiles(join(folder, "gone")), port: 0 });
		await rm(join(folder, "gone/icon.png"));
		await writeFiles(folder, { "gone/other.png": "another" });
		expect((await fetch(`${other.url}/icon.png`)).status).toBe(404);
		expect((await fetch(`${other.url}/other.png`)).status).toBe(404);
		await other.close();
	});
});

// tests/site/headers.test.ts asks for everything by https.
test.each([
	["https, http", true],
	["http, https", false],
])("X-Forwarded-Proto: %s tells of https: %s", async (forwarded, isSecure) => {
	expectSecure(await fetch(server.url, { headers: { "X-Forwarded-Proto": forwarded } }), isSecure);
});

describe("/api/", () => {
	test("a handler sees the request and who asks, by the proxy's word", async () => {
		const headers = { "X-Forwarded-For": "192.0.2.7" };
		const response = await request("/api/greet/J%C3%B6rg?x=1", { method: "POST", body: "hello", headers });
		expect(response.headers.getSetCookie()).toEqual(["a=b", "c=d"]);
		const url = `${server.url}/api/greet/J%C3%B6rg?x=1`;
		expect(await response.json()).toEqual({ ip: "192.0.2.7", url, body: "hello" });
	});

	test.each(["/api", "/api/rebuild/a/b"])("%s: 404 as JSON", async (path) => {
		const response = await request(path);
		expect([response.status, await response.json()]).toEqual([404, { message: expect.any(String) }]);
	});

	test("a handler that throws: the error page, escaped", async () => {
		const logged = vi.spyOn(console, "error").mockImplementation(() => {});
		const response = await request("/api/fail");
		expect([response.status, response.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
		const html = await response.text();
		expect(html).toContain("<title>Unexpected Application Error!</title>");
		expect(html).toContain("<p>&#60;b&#62;broken &#38; burnt&#60;/b&#62;</p>");
		expect(logged).toHaveBeenCalledOnce();
		logged.mockRestore();
	});
});

describe("life", () => {
	test.each(["127.0.0.1", "::1"])("a port in use on %s is a clear error", async (host) => {
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
		const other = await startServer({ files: new Map(), port: 0, api });
		const unused = connect(Number(new URL(other.url).port), "127.0.0.1");
		await new Promise((resolve) => unused.once("connect", resolve));
		const slow = fetch(`${other.url}/api/slow`).then((response) => response.text());
		await called.promise;
		const started = performance.now();
		const closed = other.close();
		pause.resolve();
		await closed;
		expect(performance.now() - started).toBeLessThan(2_000);
		expect(await slow).toBe("done");
		await expect(fetch(other.url)).rejects.toThrow();
	});
});
