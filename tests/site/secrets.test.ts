import { spawn } from "node:child_process";
import { once } from "node:events";
import { homedir, tmpdir } from "node:os";
import { join, sep } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startDemo } from "../../demo/startDemo.ts";
import { readTree } from "../readTree.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { clientFolder } from "./sitePages.ts";

/** Returns the texts of the files in a folder, by path. */
const readFolder = async (folder: string): Promise<[file: string, text: string][]> =>
	[...(await readTree(folder))].map(([path, bytes]) => [join(folder, path), String(bytes)]);

/** Returns the files that contain one of the texts. */
const find = (files: [file: string, text: string][], parts: string[]): string[] =>
	files.filter(([, text]) => parts.some((part) => text.includes(part))).map(([file]) => file);

const published = await readFolder(clientFolder);
const { environment, close } = await startDemo();
afterAll(close);

test("no file of a build contains a key of the demo", async () => {
	const keys = Object.entries(environment).flatMap(([name, value]) =>
		/KEY|TOKEN|SECRET/.test(name) ? [value] : [],
	);
	expect(keys.length).toBeGreaterThanOrEqual(3);
	// Also searches folders that are not published, because they must not contain keys either.
	for (const folder of ["dist", "content/generated"])
		expect(find(await readFolder(folder), keys)).toEqual([]);
});

test("no published file contains snapshots or addresses of services", () => {
	const snapshots = [
		"stripeProductId",
		"updatedAt",
		'"blocks"',
		"&quot;blocks&quot;",
		"unit_amount",
		"prod_demo",
	];
	// Contentful's SDK, which only previews of drafts load, names Contentful's web app.
	const searched = published.filter(([, text]) => !text.includes("live-preview-sdk"));
	const services = ["127.0.0.1", "api.stripe.com", "contentful.com"];
	const folders = [process.cwd(), homedir(), tmpdir()].map((folder) => folder + sep);
	const own = [...folders, "file://", "node_modules", environment.CONTENTFUL_SPACE_ID];
	expect(find(searched, [...snapshots, ...services, ...own])).toEqual([]);
	const data = published.map(([file]) => file).filter((file) => /\.(?:json|map|gz)$/.test(file));
	expect(data).toEqual([join(clientFolder, "build-info.json")]);
});

test("the log of a failing server contains no key", async () => {
	const keys = {
		CONTENTFUL_DELIVERY_TOKEN: "canary-delivery-token",
		CONTENTFUL_WEBHOOK_SECRET: "canary-secret-of-64-letters-".padEnd(64, "x"),
		STRIPE_API_KEY: "rk_test_canary",
		STRIPE_WEBHOOK_SECRET: "whsec_canary",
		BREVO_API_KEY: "xkeysib-canary",
		NETLIFY_BUILD_HOOK_URL: "http://127.0.0.1:9/build_hooks/canary",
	};
	const brevo = { BREVO_LIST_ID: "7", BREVO_TEMPLATE_ID_EN: "1", BREVO_TEMPLATE_ID_RU: "2" };
	const others = { CONTENTFUL_SPACE_ID: "space", BREVO_API_URL: "http://127.0.0.1:9", PORT: "0" };
	const env = isolatedEnvironment({ ...keys, ...brevo, ...others });
	const server = spawn(process.execPath, ["tests/tools/serveBuild.ts"], { env });
	let log = "";
	for (const stream of [server.stdout, server.stderr]) {
		stream.on("data", (part) => {
			log += part;
		});
	}
	await expect.poll(() => log, { timeout: 20_000 }).toContain("Serving");
	const [url = ""] = /http:\S+/.exec(log) ?? [];
	const json = { "Content-Type": "application/json" };
	const send = (path: string, init: RequestInit) => fetch(url + path, { method: "POST", ...init });
	const email = "reader@canary.example";
	const answers = [
		await send("/api/newsletter/subscribe", { headers: json, body: JSON.stringify({ email }) }),
		await send("/api/rebuild", { headers: { "Stripe-Signature": "t=1,v1=0" }, body: "{}" }),
		await send("/api/rebuild", { headers: { "X-Contentful-Signature": "0" }, body: "{}" }),
	];
	expect(answers.map(({ status }) => status)).toEqual([502, 401, 401]);
	for (const answer of answers) log += await answer.text();
	server.kill();
	await once(server, "exit");
	expect(log).toContain("Brevo cannot be reached");
	for (const secret of [...Object.values(keys), email]) expect(log).not.toContain(secret);
	expect(log).not.toMatch(/\n\s+at /);
});
