import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { zipFunction, zipFunctions } from "@netlify/zip-it-and-ship-it";
import { expect, test, vi } from "vitest";
import { onPostBuild, onPreBuild } from "../../scripts/netlify/index.js";
import { pull } from "../../scripts/pull/pull.ts";
import { makeFolder } from "../folders.ts";
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
	vi.spyOn(console, "error").mockReturnValue();
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
