import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { buildSite } from "../../scripts/publish/buildSite.ts";
import { apiRoutes, createApi } from "../../scripts/server/api.ts";
import { loadSiteFiles } from "../../scripts/server/siteFiles.ts";
import { type RunningServer, startHttpServer } from "../../scripts/server/startHttpServer.ts";
import { listFiles } from "../../scripts/shared/listFiles.ts";
import { makeFolder } from "../folders.ts";
import { listWriteCommands, readNginxSnippets } from "../tools/nginxSnippets.ts";
import { findNginx, startNginx } from "../tools/startNginx.ts";

// Compares the responses of nginx with the responses of our own server. nginx is configured with scripts/server/nginx.conf.
// Left out where nginx is not installed.

/** Headers whose values must be the same from nginx and from our own server. */
const comparedHeaders = [
	...["cache-control", "content-security-policy", "cross-origin-resource-policy", "permissions-policy"],
	...["referrer-policy", "x-content-type-options", "x-robots-tag", "strict-transport-security"],
];

let root: string;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let own: RunningServer;

const program = findNginx();
if (!program) console.log("nginx is left out. On Debian, install it with: apt-get install nginx");
const describeNginx = program ? describe : describe.skip;

/** Builds the demo as an indexable site, and serves it by nginx and by our own server. */
async function startBoth(): Promise<void> {
	// The folder is inside the project, because the bundler writes to no folder outside.
	const project = await makeFolder({ parent: resolve(".cache"), atEnd: afterAll });
	const environment = parseEnvironment({ SITE_URL: "https://www.example.org" });
	await buildSite(environment, { root: project, cacheFolder: ".cache", log: () => {} });
	root = join(project, "dist/client");
	nginx = await startStaticHost(project);
	const files = await loadSiteFiles(root);
	own = await startHttpServer({ site: { files }, port: 0, api: createApi(apiRoutes, {}) });
}

/** Starts nginx with scripts/server/nginx.conf, but with another port, no certificate and other folders. */
async function startStaticHost(project: string) {
	const snippets = await readNginxSnippets();
	const folder = await makeFolder({ files: { "snippets/none": "" }, atEnd: afterAll });
	execFileSync("/bin/sh", ["-e", "-c", listWriteCommands(snippets, folder)], { cwd: project });
	return startNginx(program ?? "", folder, (listen) =>
		snippets.configuration
			.replace(/^\s*listen \[.*;\n/m, "")
			.replace(/listen .*;/, `listen ${listen};`)
			.replace(/^\s*ssl_.*;\n/gm, "")
			.replace(/root .*;/, `root ${root};`),
	);
}

type ComparedResponse = {
	status: number;
	location: string | undefined;
	headers: Record<string, string | null>;
	body: string;
};

async function load(url: string, path: string, init: RequestInit = {}): Promise<ComparedResponse> {
	const response = await fetch(url + path, { redirect: "manual", ...init });
	const location = response.headers.get("location") ?? undefined;
	const headers = Object.fromEntries(comparedHeaders.map((name) => [name, response.headers.get(name)]));
	// For SVG files, nginx sends its general policy before the policy for SVG, so only the last policy is compared.
	const policies = headers["content-security-policy"]?.split(", ") ?? [];
	headers["content-security-policy"] = policies.at(-1) ?? null;
	const body = Buffer.from(await response.arrayBuffer()).toString("base64");
	return { status: response.status, location, headers, body };
}

const overHttps = { headers: { "X-Forwarded-Proto": "https" } };

async function expectSame(path: string): Promise<ComparedResponse> {
	const [actual, expected] = await Promise.all([load(nginx.url, path), load(own.url, path, overHttps)]);
	expect(actual).toEqual(expected);
	return actual;
}

const pages = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));

describeNginx("nginx", () => {
	beforeAll(startBoth, 180_000);
	afterAll(async () => {
		nginx?.stop();
		await own?.close();
	});

	test.each(pages)("serves %s like our own server", async (path) => {
		expect((await expectSame(path)).status).toBe(200);
	});

	test.each([
		...["/about/", "/about.html", "/ru/", "/ru.html", "/ru/about/", "/ru/about.html", "/index.html", "/index"],
		...["/about/?a=b", "/index.html?a=b"],
	])("redirects %s to the page's canonical address", async (path) => {
		const [actual, expected] = await Promise.all([load(nginx.url, path), load(own.url, path)]);
		expect(actual).toMatchObject({ status: 301, location: expected.location });
		expect(actual.headers["cache-control"]).toBe("no-cache");
	});

	test.each([
		...["/none", "/none/", "/none.html", "/ru/none", "/ru/none/", "/russia", "/ru?a=b/../none"],
		...["/_headers", "/_redirects", "/404", "/404/", "/404.html", "/ru/404", "/ru/404.html"],
		...["/assets/none.js", "/media/none.avif", "/media/drawings/none.svg", "/assets", "/media/"],
	])("responds to %s like our own server", async (path) => {
		await expectSame(path);
	});

	test.each([
		"//evil.example/",
		"//evil.example",
		"///evil.example/about/",
		"//about/",
		"/ru//about",
		"/%5Cevil.example/",
	])("responds to %s with 404", async (path) => {
		expect(await load(nginx.url, path)).toMatchObject({ status: 404, location: undefined });
	});

	test("serves each file of the site with the headers and bytes of our own server", async () => {
		const files = (await listFiles(root)).filter((file) => !file.startsWith("_") && !file.endsWith(".html"));
		for (const file of files) expect((await expectSame(`/${file}`)).status, file).toBe(200);
	});

	test.each(["/", "/robots.txt", "/sitemap.xml", "/site.webmanifest", "/build-info.json"])(
		"compresses %s, varies it by Accept-Encoding, and sends the type of our own server",
		async (path) => {
			const [actual, expected] = await Promise.all([fetch(nginx.url + path), fetch(own.url + path)]);
			expect(actual.headers.get("content-encoding")).toBe("gzip");
			expect(actual.headers.get("vary")).toBe("Accept-Encoding");
			const types = [actual, expected].map(({ headers }) => headers.get("content-type")?.replace(/;.*/, ""));
			expect(types[0]).toBe(types[1]);
		},
	);

	test("pages have the No-Vary-Search header of our own server", async () => {
		const [actual, expected] = await Promise.all([fetch(`${nginx.url}/about`), fetch(`${own.url}/about`)]);
		expect(actual.headers.get("no-vary-search")).toBe(expected.headers.get("no-vary-search"));
	});

	test("a form that is sent to a function gets a 404, because nginx has no functions", async () => {
		expect(await load(nginx.url, "/api/newsletter/subscribe", { method: "POST", body: "" })).toMatchObject({
			status: 404,
		});
	});
});
