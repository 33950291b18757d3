import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type FunctionResult, zipFunctions } from "@netlify/zip-it-and-ship-it";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { onPostBuild, onPreBuild } from "../../scripts/netlify/cache/index.js";
import { onBuild } from "../../scripts/netlify/unchanged/index.js";
import { pull } from "../../scripts/pull/pull.ts";
import { makeFolder } from "../folders.ts";
import { wholeContent } from "./content.ts";
import { shortLimits, startServices } from "./services.ts";

describe("the functions, as the host packs them", () => {
	let packed: Map<string, FunctionResult>;
	let folder: string;

	beforeAll(async () => {
		folder = resolve(".cache/functions");
		await mkdir(folder, { recursive: true });
		const results = await zipFunctions("api", folder, { archiveFormat: "none", basePath: process.cwd() });
		packed = new Map(results.map((result) => [result.name, result]));
	}, 180_000);

	/** Calls a function as it was packed, with all that it imports. */
	async function call(name: string, request: Request): Promise<Response> {
		const file = join(packed.get(name)?.path ?? "", `api/${name}.mjs`);
		return (await import(/* @vite-ignore */ pathToFileURL(file).href)).default(request, {});
	}

	test("are three, at the addresses that they name, one with a limit by address, one run once a day", () => {
		const facts = [...packed.values()].map(({ name, routes, schedule, trafficRules }) => {
			return { name, at: routes?.map(({ pattern }) => pattern) ?? [], schedule, limit: trafficRules?.action };
		});
		const rateLimitConfig = { windowLimit: 10, windowSize: 60, algorithm: "sliding_window" };
		const limit = { type: "rate_limit", config: { rateLimitConfig, aggregate: { keys: [{ type: "ip" }] } } };
		expect(facts.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
			{ name: "dailyCheck", at: [], schedule: "@daily" },
			{ name: "newsletter", at: ["/api/newsletter/subscribe"], limit },
			{ name: "rebuild", at: ["/api/rebuild", "/api/rebuild/:id"] },
		]);
	});

	test("hold all that they need", async () => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_x");
		vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "");
		const post = (headers: Record<string, string>) => ({ method: "POST", body: "{}", headers });
		const address = "https://clinic.example/api/rebuild";
		expect((await call("rebuild", new Request(address, post({})))).status).toBe(400);
		expect((await call("rebuild", new Request(address, post({ "stripe-signature": "t=1,v1=x" })))).status).toBe(401);
		const subscribe = new Request("https://clinic.example/api/newsletter/subscribe");
		expect((await call("newsletter", subscribe)).status).toBe(405);
		expect((await call("dailyCheck", new Request(address))).status).toBe(503);
		// Loaded only when it is needed; here it would be found outside, too.
		const blobs = ["newsletter", "dailyCheck"].map((name) =>
			join(packed.get(name)?.path ?? "", "node_modules/@netlify/blobs"),
		);
		expect(blobs.filter((path) => !existsSync(path))).toEqual([]);
	});
});

test("the build's plugins are where netlify.toml says", async () => {
	const toml = await readFile("netlify.toml", "utf8");
	const plugins = [...toml.matchAll(/^package = "\/(.+)"$/gm)].map(([, folder = ""]) => folder);
	expect(plugins).toEqual(["scripts/netlify/cache", "scripts/netlify/unchanged", "scripts/netlify/indexnow"]);
	for (const folder of plugins) expect(existsSync(join(folder, "manifest.yml")), folder).toBe(true);
});

test("a build neither fetches nor encodes a picture that the last one had", async () => {
	const { environment, entries } = await startServices(wholeContent());
	const build = async (root: string) => {
		const log: string[] = [];
		const options = { cache: join(root, ".cache"), limits: shortLimits, log: (line: string) => void log.push(line) };
		await pull(environment, join(root, "generated"), options);
		return log.join("\n");
	};
	/** What the host does with the folders that the plugin names. */
	const copy = (from: string, to: string) => async (folders: string[]) => {
		for (const folder of folders) await cp(join(from, folder), join(to, folder), { recursive: true });
		return true;
	};
	const [first, kept, second] = [await makeFolder(), await makeFolder(), await makeFolder()];
	await build(first);
	await onPostBuild({ utils: { cache: { save: copy(first, kept) } } });
	await onPreBuild({ utils: { cache: { restore: copy(kept, second) } } });
	expect(await build(second)).toMatch(/\(0 fetched anew\).*\(0 prepared anew/s);
	expect(entries.requests.filter((request) => request.includes(".png")).length).toBe(1);
});

describe("a build on the host that made what is live", () => {
	const info = '{"content":"a","commit":"b"}';

	/** Runs the plugin after a build, with a live site. Out: why it cancelled the build, if it did. */
	async function build(live: string, environment: Record<string, string> = {}): Promise<string[]> {
		const site = await startLoopback({}, (_, { pathname }) => {
			const isThere = pathname === "/build-info.json" && live !== "";
			return { status: isThere ? 200 : 404, headers: {}, body: live };
		});
		onTestFinished(() => site.close());
		vi.stubEnv("URL", site.url);
		vi.stubEnv("CONTEXT", "production");
		vi.stubEnv("INCOMING_HOOK_TITLE", "Contentful: entry home published");
		for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
		const PUBLISH_DIR = await makeFolder();
		await writeFile(join(PUBLISH_DIR, "build-info.json"), info);
		const reasons: string[] = [];
		const cancelBuild = (reason: string) => void reasons.push(reason);
		await onBuild({ constants: { PUBLISH_DIR }, utils: { build: { cancelBuild } } });
		return reasons;
	}

	test("because of a webhook or the daily check is cancelled; by hand, and not for production, it is published", async () => {
		expect(await build(info)).toEqual(["Content, prices and code are what is live already."]);
		expect(await build(info, { INCOMING_HOOK_TITLE: "" })).toEqual([]);
		expect(await build(info, { CONTEXT: "branch-deploy" })).toEqual([]);
	});

	test("is published when it made something else, or what is live cannot be told", async () => {
		const log = vi.spyOn(console, "log").mockImplementation(() => {});
		expect(await build('{"content":"other","commit":"b"}')).toEqual([]);
		expect(await build("")).toEqual([]);
		expect(await build(info, { URL: "http://127.0.0.1:1" })).toEqual([]);
		expect(log.mock.calls.map(([line]) => line)).toEqual([
			expect.stringContaining("answers 404: the build goes on."),
			expect.stringContaining("cannot be read"),
		]);
	});
});
