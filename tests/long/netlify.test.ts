import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { zipFunction, zipFunctions } from "@netlify/zip-it-and-ship-it";
import { expect, onTestFinished, test, vi } from "vitest";
import { onBuild, onPostBuild, onPreBuild, onSuccess } from "../../scripts/netlify/index.js";
import { pull } from "../../scripts/pull/pull.ts";
import { liveBuildInfoFile, sourceFile } from "../../scripts/shared/indexNow.js";
import { makeFolder } from "../folders.ts";
import { startStandIn } from "../standIns.ts";
import { createCompleteContent, text } from "../testContent.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { startBlobs } from "../wire/blobsService.ts";
import { shortLimits, startServices } from "../wire/services.ts";

const isBuilt = existsSync("dist/server/entry.mjs");

/** Program that prints the responses of a packed function to two addresses. */
const printResponses = `
const [file, ...addresses] = process.argv.slice(1);
const { default: respond } = await import(file);
for (const address of addresses) {
	const response = await respond(new Request("https://clinic.example/preview/" + address));
	console.log(response.status, await response.text());
}
process.exit();`;

test.skipIf(!isBuilt)("the packed preview function renders drafts by itself", async () => {
	const content = createCompleteContent();
	const { entries, variables } = await startServices(content);
	content.set("home", "heroTitle", text("Saved"));
	// Outside of the project, so that the function finds only the packages that are packed with it.
	const folder = await makeFolder();
	await zipFunction("api/preview.ts", folder, { archiveFormat: "none", basePath: process.cwd() });
	// The site is far larger than the renderer, and Netlify limits the size of a function.
	const left = [
		"dist/client",
		"content/generated/media",
		"node_modules/sharp",
		"node_modules/vite",
		"node_modules/rolldown",
	];
	for (const path of left) expect(existsSync(join(folder, "preview", path)), path).toBe(false);
	const key = "0123456789abcdefghijklmnopqrstuv";
	const file = join(folder, "preview/api/preview.mjs");
	const program = ["--input-type=module", "-e", printResponses, file, `${key}/ru`, "wrong/ru"];
	const { stdout } = await promisify(execFile)(process.execPath, program, {
		env: isolatedEnvironment({ ...variables, PREVIEW_KEY: key }),
	});
	expect(stdout).toMatch(/^200 .*<title>Saved \(ru\).*\n404 Not found\n$/s);
	expect(entries.requests.length).toBe(2);
});

test("the packed functions run, with their routes, schedule and limit", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_x");
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "");
	// Outside of the project, so that the functions find only the packages that are packed with them.
	const folder = await makeFolder();
	const packed = await zipFunctions("api", folder, {
		archiveFormat: "none",
		basePath: process.cwd(),
	});
	const facts = packed.map(({ name, routes = [], schedule, trafficRules }) => {
		const at = routes.map(({ pattern }) => pattern);
		return { name, at, schedule, limit: trafficRules?.action };
	});
	const rateLimitConfig = { windowLimit: 10, windowSize: 60, algorithm: "sliding_window" };
	const limit = {
		type: "rate_limit",
		config: { rateLimitConfig, aggregate: { keys: [{ type: "ip" }] } },
	};
	expect(facts.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
		{ name: "buildWhenDue", at: [], schedule: "*/5 * * * *" },
		{ name: "newsletter", at: ["/api/newsletter/subscribe"], limit },
		{ name: "preview", at: ["/preview/*"] },
		{ name: "rebuild", at: ["/api/rebuild"] },
		{ name: "withdrawal", at: ["/api/withdraw"], limit },
	]);

	async function call(name: string, init?: RequestInit): Promise<number | undefined> {
		const { href } = pathToFileURL(join(folder, `${name}/api/${name}.mjs`));
		const respond = (await import(/* @vite-ignore */ href)).default;
		return (await respond(new Request("https://clinic.example/api/any", init), {}))?.status;
	}
	const headers = { "stripe-signature": "t=1,v1=x" };
	expect(await call("rebuild", { method: "POST", body: "{}", headers })).toBe(401);
	expect(await call("newsletter")).toBe(400);
	await startBlobs();
	expect(await call("buildWhenDue")).toBe(undefined);
	// The contact address, from which both send mails, is in the snapshot. Before the first build there is none.
	const snapshot = "content/generated/en-US.json";
	for (const name of ["buildWhenDue", "withdrawal"])
		expect(existsSync(join(folder, name, snapshot))).toBe(existsSync(snapshot));
});

test("a build neither fetches nor encodes a picture of the last build again", async () => {
	const { environment, entries } = await startServices(createCompleteContent());
	const build = async (root: string) => {
		const log: string[] = [];
		await pull(environment, join(root, "generated"), {
			cacheFolder: join(root, ".cache"),
			limits: shortLimits,
			log: (line) => log.push(line),
		});
		return log.join("\n");
	};
	const copy = (from: string, to: string) => async (folders: string[]) => {
		// Netlify leaves out what does not exist.
		for (const folder of folders.filter((name) => existsSync(join(from, name))))
			await cp(join(from, folder), join(to, folder), { recursive: true });
		return true;
	};
	const [first, hostCache, second] = [await makeFolder(), await makeFolder(), await makeFolder()];
	await build(first);
	await onPostBuild({ utils: { cache: { save: copy(first, hostCache) } } });
	await onPreBuild({ utils: { cache: { restore: copy(hostCache, second) } } });
	expect(await build(second)).toMatch(/\(0 fetched anew\).*\(0 prepared anew/s);
	expect(entries.requests.filter((request) => request.includes(".png")).length).toBe(1);
});

test("a build that changes nothing is cancelled, and others notify search engines", async () => {
	vi.spyOn(console, "log").mockImplementation(() => {});
	const key = "0123456789abcdef";
	const info = (about: string, inputHash = about) =>
		JSON.stringify({ inputHash, pages: { "/": "1", "/about": about } });
	const site = await startStandIn((_, { pathname }) => {
		return { status: pathname === "/build-info.json" ? 200 : 404, body: info("live") };
	});
	onTestFinished(() => rm(liveBuildInfoFile, { force: true }));
	let notifications: unknown[] = [];
	const search = await startStandIn(async (request) => {
		notifications.push(await json(request));
		return { status: 202 };
	});
	const variables = {
		CONTEXT: "production",
		URL: site.url,
		INCOMING_HOOK_TITLE: "Contentful: entry home published",
	};
	/** Returns the reasons for which a build is cancelled, and the notifications about it. */
	async function build(
		about: string,
		changed = {},
		{ inputHash = about, indexNowUrl = search.url } = {},
	): Promise<unknown[]> {
		const all: Record<string, string> = { ...variables, ...changed };
		for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
		const source = { site: { url: "https://clinic.example", indexNowKey: key }, indexNowUrl };
		const files = {
			"client/build-info.json": info(about, inputHash),
			[sourceFile]: JSON.stringify(source),
		};
		const constants = { PUBLISH_DIR: join(await makeFolder({ files }), "client") };
		const reasons: string[] = [];
		const cancelBuild = (reason: string) => void reasons.push(reason);
		await onPreBuild({ utils: { cache: { restore: async () => true } } });
		await onBuild({ constants, utils: { build: { cancelBuild } } });
		notifications = [];
		await onSuccess({ constants });
		return [...reasons, ...notifications];
	}

	const unchanged = "Content, prices and code are what is live already.";
	expect(await build("live")).toEqual([unchanged]);
	expect(await build("live", {}, { inputHash: "other redirects" })).toEqual([]);
	const notification = { key, host: "clinic.example", urlList: ["https://clinic.example/about"] };
	expect(await build("new")).toEqual([expect.objectContaining(notification)]);
	for (const changed of [{ INCOMING_HOOK_TITLE: "" }, { URL: "http://127.0.0.1:1" }])
		expect(await build("live", changed)).toEqual([]);
	expect(await build("new", { CONTEXT: "deploy-preview" })).toEqual([]);
	expect(await build("new", {}, { indexNowUrl: "http://127.0.0.1:1" })).toEqual([]);
});
