import { spawn } from "node:child_process";
import { once } from "node:events";
import { homedir, tmpdir } from "node:os";
import { join, sep } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startDemo } from "../../demo/startDemo.ts";
import { readTree } from "../readTree.ts";
import { bundleFolder } from "../tools/bundle.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { clientFolder } from "./sitePages.ts";

type SiteFile = { file: string; text: string };

async function readFolder(folder: string): Promise<SiteFile[]> {
	const files = [...(await readTree(folder))];
	return files.map(([path, bytes]) => ({
		file: join(folder, path),
		text: bytes.toString("latin1"),
	}));
}

const files = await readFolder(clientFolder);

const written = files.filter(({ file }) => /\.(?:html|css|m?js|json|svg|txt|xml|map)$/.test(file));

/** Returns the files that contain one of the texts. */
function find(searched: SiteFile[], texts: (string | RegExp)[]): string[] {
	const contains = (file: SiteFile, part: string | RegExp) =>
		typeof part === "string"
			? file.text.includes(Buffer.from(part).toString("latin1"))
			: part.test(file.text);
	return searched
		.filter((file) => texts.some((part) => contains(file, part)))
		.map(({ file }) => file);
}

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

test("no published file contains keys, snapshots or addresses of services", async () => {
	const keys =
		/\b(?:[sr]k_(?:test|live)?_?\w{6,}|whsec_\w{6,}|CFPAT-[\w-]{6,}|xkeysib-\w{6,}|Bearer \S+)/;
	const bundle = await readFolder(join(bundleFolder, "server"));
	expect(find([...bundle, ...written], [keys])).toEqual([]);
	const { CONTENTFUL_API_URL, STRIPE_API_URL, CONTENTFUL_SPACE_ID } = environment;
	const prices = /\b(?:price|prod)_\w{4,}|unit_amount/;
	const snapshots = ["stripeProductId", "updatedAt", '"blocks"', "&quot;blocks&quot;"];
	expect(find(written, [prices, ...snapshots])).toEqual([]);
	// Contentful's SDK, which only previews of drafts load, names Contentful's web app.
	const searched = written.filter(({ text }) => !text.includes("live-preview-sdk"));
	const services = ["127.0.0.1", "api.stripe.com", "contentful.com"];
	const folders = [process.cwd(), homedir(), tmpdir()].map((folder) => folder + sep);
	const own = [CONTENTFUL_API_URL, STRIPE_API_URL, CONTENTFUL_SPACE_ID, ...folders];
	expect(find(searched, [...services, ...own, "file://", "node_modules"])).toEqual([]);
	const data = files.map(({ file }) => file).filter((file) => /\.(?:json|map|gz)$/.test(file));
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
	const server = spawn(process.execPath, ["scripts/serveBuild.ts"], {
		env: isolatedEnvironment({ ...keys, ...brevo, ...others }),
	});
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
