import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { createApi } from "../../scripts/server/api.ts";
import { loadSiteFiles } from "../../scripts/server/siteFiles.ts";
import { type RunningServer, startServer } from "../../scripts/server/startServer.ts";
import { listFiles } from "../../scripts/shared/listFiles.ts";
import { makeFolder, writeFiles } from "../folders.ts";
import { readNginxSnippets, writingCommands } from "../tools/nginxSnippets.ts";

// `npm run nginx`: the configuration of docs/hosting.md with an nginx of this machine, compared with our own server.

const root = resolve("dist/client");

/** Headers in which a static host must agree with our own server. */
const comparedHeaders = [
	...["cache-control", "content-security-policy", "cross-origin-resource-policy", "permissions-policy"],
	...["referrer-policy", "x-content-type-options", "x-robots-tag", "strict-transport-security"],
];

let nginx: { url: string; process: ChildProcess };
let own: RunningServer;

beforeAll(async () => {
	nginx = await startNginx();
	own = await startServer({ files: await loadSiteFiles(root), port: 0, api: createApi() });
}, 30_000);
afterAll(async () => {
	nginx?.process.kill("SIGTERM");
	await own?.close();
});

function findNginx(): string {
	const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
	const program = folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
	if (!program)
		throw new Error("There is no nginx on this machine. Install one, for example by: apt-get install nginx");
	return program;
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	if (address === null || typeof address === "string") throw new Error("The port is not known.");
	return address.port;
}

/** Starts nginx with the documented configuration; only its port, certificate and folders are others. */
async function startNginx(): Promise<typeof nginx> {
	const snippets = await readNginxSnippets();
	const folder = await makeFolder({ files: { "snippets/none": "", "logs/none": "" }, atEnd: afterAll });
	execFileSync("/bin/sh", ["-e", "-c", writingCommands(snippets, folder)]);
	const port = await findFreePort();
	const configuration = snippets.configuration
		.replace(/listen .*;/, `listen 127.0.0.1:${port};`)
		.replace(/^ *ssl_.*;\n/gm, "")
		.replace(/root .*;/, `root ${root};`);
	const main = [
		"daemon off; pid nginx.pid; error_log stderr error; events {}",
		// As root, nginx would give its workers to a user who cannot read this folder.
		process.getuid?.() === 0 ? "user root;" : "",
		"http { include /etc/nginx/mime.types; access_log off; include site.conf; }",
	];
	await writeFiles(folder, { "nginx.conf": main.join("\n"), "site.conf": configuration });
	const child = spawn(findNginx(), ["-p", folder, "-c", "nginx.conf"], { stdio: ["ignore", "inherit", "inherit"] });
	const url = `http://127.0.0.1:${port}`;
	while (!(await fetch(url).catch(() => undefined))) {
		if (child.exitCode !== null) throw new Error("nginx has ended: its reason stands above.");
		await wait(20);
	}
	return { url, process: child };
}

type Sight = { status: number; location: string | undefined; headers: Record<string, string | null>; body: string };

/** Returns the response to a request, as far as static hosts must agree with our own server. */
async function look(url: string, path: string, init: RequestInit = {}): Promise<Sight> {
	const response = await fetch(url + path, { redirect: "manual", ...init });
	const location = response.headers.get("location") ?? undefined;
	const headers = Object.fromEntries(comparedHeaders.map((name) => [name, response.headers.get(name)]));
	// Drawings have two policies on static hosts, and both hold.
	const policies = headers["content-security-policy"]?.split(", ") ?? [];
	headers["content-security-policy"] = policies.at(-1) ?? null;
	const body = Buffer.from(await response.arrayBuffer()).toString("base64");
	return { status: response.status, location, headers, body };
}

const asIfByHttps = { headers: { "X-Forwarded-Proto": "https" } };

async function expectSame(path: string): Promise<Sight> {
	const [actual, expected] = await Promise.all([look(nginx.url, path), look(own.url, path, asIfByHttps)]);
	expect(actual).toEqual(expected);
	return actual;
}

const pages = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));

test.each(pages)("%s is served as by our own server", async (path) => {
	expect((await expectSame(path)).status).toBe(200);
});

test.each([
	...["/about/", "/about.html", "/ru/", "/ru.html", "/ru/about/", "/ru/about.html", "/index.html", "/index"],
	...["/about/?a=b", "/index.html?a=b"],
])("%s is redirected to the page's one address", async (path) => {
	const [actual, expected] = await Promise.all([look(nginx.url, path), look(own.url, path)]);
	expect(actual).toMatchObject({ status: 301, location: expected.location });
	expect(actual.headers["cache-control"]).toBe("no-cache");
});

test.each([
	...["/none", "/none/", "/none.html", "/ru/none", "/ru/none/", "/russia", "/ru?a=b/../none"],
	...["/_headers", "/_redirects", "/404", "/404/", "/404.html", "/ru/404", "/ru/404.html"],
	...["/assets/none.js", "/media/none.avif", "/media/drawings/none.svg", "/assets", "/media/"],
])("%s is answered as by our own server", async (path) => {
	await expectSame(path);
});

test.each([
	"//evil.example/",
	"//evil.example",
	"///evil.example/about/",
	"//about/",
	"/ru//about",
	"/%5Cevil.example/",
])("%s is answered with 404", async (path) => {
	expect(await look(nginx.url, path)).toMatchObject({ status: 404, location: undefined });
});

test("each file of the site is served with the headers and bytes of our own server", async () => {
	const files = (await listFiles(root)).filter((file) => !file.startsWith("_") && !file.endsWith(".html"));
	for (const file of files) expect((await expectSame(`/${file}`)).status, file).toBe(200);
});

test.each(["/", "/robots.txt", "/sitemap.xml", "/site.webmanifest", "/build-info.json"])(
	"%s is compressed, for caches apart, and has the type of our own server",
	async (path) => {
		const [actual, expected] = await Promise.all([fetch(nginx.url + path), fetch(own.url + path)]);
		expect(actual.headers.get("content-encoding")).toBe("gzip");
		expect(actual.headers.get("vary")).toBe("Accept-Encoding");
		const types = [actual, expected].map(({ headers }) => headers.get("content-type")?.replace(/;.*/, ""));
		expect(types[0]).toBe(types[1]);
	},
);

test("pages name the parameters that change nothing in them", async () => {
	const [actual, expected] = await Promise.all([fetch(`${nginx.url}/about`), fetch(`${own.url}/about`)]);
	expect(actual.headers.get("no-vary-search")).toBe(expected.headers.get("no-vary-search"));
});

test("a form that no function takes is answered with 404", async () => {
	expect(await look(nginx.url, "/api/newsletter/subscribe", { method: "POST", body: "" })).toMatchObject({
		status: 404,
	});
});
