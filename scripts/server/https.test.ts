import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { securityHeaders } from "../../site/headers.server.ts";
import { formatHeaders, headerRules, headersFile } from "../render/hostRules.ts";
import { loadSiteFiles } from "./siteFiles.ts";
import { type RunningServer, startServer } from "./startServer.ts";

// What browsers are told of https reaches those that came by it: WebKit obeys on http://localhost, too.

const protection = { url: "https://www.example.org" };

let folder: string;
let server: RunningServer;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "https-"));
	await mkdir(join(folder, "media"));
	const rules = headerRules({ ...protection, indexable: true }, []);
	const files = {
		"index.html": "home",
		"404.html": "not found",
		"media/a.avif": "picture",
		[headersFile]: formatHeaders(rules),
	};
	for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
	const respond = () => {
		const headers = new Headers(securityHeaders(protection));
		for (const cookie of ["a=b", "c=d"]) headers.append("Set-Cookie", cookie);
		return new Response("answer", { headers });
	};
	const api = [{ path: ["api", "answer"], isLimited: () => false, respond }];
	server = await startServer({ files: await loadSiteFiles(folder), port: 0, protection, api });
});
afterAll(async () => {
	await server.close();
	await rm(folder, { recursive: true });
});

describe.each<[string, string, number, RequestInit?]>([
	["a page", "/", 200],
	["a page that has not changed", "/", 304, { headers: { "If-None-Match": "*" } }],
	["the page for unknown addresses", "/nowhere", 404],
	["a picture", "/media/a.avif", 200],
	["a part of a picture", "/media/a.avif", 206, { headers: { Range: "bytes=1-2" } }],
	["a redirect", "/index.html", 301],
	["another method", "/", 405, { method: "POST" }],
	["a malformed address", "/%", 400],
	["a function", "/api/answer", 200],
	["an unknown function", "/api/nothing", 404],
])("%s", (_, path, status, init) => {
	test.each<[string | undefined, boolean]>([
		[undefined, false],
		["http", false],
		["http, https", false],
		["https", true],
		["https, http", true],
	])("X-Forwarded-Proto: %s → %s", async (forwarded, isSecure) => {
		const headers = { ...init?.headers, ...(forwarded && { "X-Forwarded-Proto": forwarded }) };
		const answer = await fetch(server.url + path, { redirect: "manual", ...init, headers });
		expect(answer.status).toBe(status);
		const policy = answer.headers.get("content-security-policy") ?? "";
		expect(policy).toMatch(/^default-src 'none'; .*; trusted-types 'none'(; upgrade-insecure-requests)?$/);
		expect(policy.includes("upgrade-insecure-requests")).toBe(isSecure);
		expect(answer.headers.has("strict-transport-security")).toBe(isSecure);
		expect(answer.headers.getSetCookie()).toEqual(path === "/api/answer" ? ["a=b", "c=d"] : []);
		await answer.arrayBuffer();
	});
});
