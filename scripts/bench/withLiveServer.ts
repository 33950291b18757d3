import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { computeSiteId } from "../publish/Versions.ts";

const secret = "b".repeat(64);

type LiveServer = {
	/** Origin of the server, without a slash at its end. */
	url: string;
	/**
	 * Changes the home page's title, rebuilds the site, and returns the rebuild's duration in milliseconds.
	 * @throws Error when the rebuild fails, or when the page lacks the new title
	 */
	publish: () => Promise<number>;
	/** Changes the home page's title without a webhook. Returns the title. */
	changeTitle: () => string;
	/** Sends a signed webhook about the home page. Returns the id of the rebuild. */
	sendWebhook: (topic: string) => Promise<string>;
	/** All requests that Contentful has received. */
	contentfulRequests: string[];
};

/**
 * Starts `npm start` with the demo's content, calls `run`, and stops the server.
 * @param latencyMs simulated latency of Contentful and Stripe
 */
export async function withLiveServer<Result>(
	latencyMs: number,
	run: (server: LiveServer) => Promise<Result>,
	{ preview = false }: { preview?: boolean } = {},
): Promise<Result> {
	const space = await readDemoSpace();
	const demo = await startDemo({ space, latencyMs });
	const serverVariables = { CONTENTFUL_WEBHOOK_SECRET: secret, SITE_URL: "https://bench.example", PORT: "0" };
	const variables = { ...demo.environment, ...serverVariables };
	const env = { ...process.env, ...variables };
	const args = preview ? ["scripts/start.ts", "--preview"] : ["scripts/start.ts"];
	const server = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
	const home = space.entries.find(({ sys }) => sys.id === "home");
	let publicationCount = 0;
	try {
		const url = await readAddress(server);
		const changeTitle = () => {
			publicationCount++;
			const title = `Publication ${publicationCount}`;
			// Changes the entry in place, because the demo's stand-in for Contentful serves this object.
			Object.assign(home?.fields ?? {}, { heroTitle: { "en-US": title, ru: title } });
			Object.assign(home?.sys ?? {}, { updatedAt: new Date().toISOString() });
			return title;
		};
		const sendWebhook = (topic: string) => requestRebuild(url, variables.CONTENTFUL_SPACE_ID, topic);
		const publish = async () => {
			const title = changeTitle();
			const start = performance.now();
			await waitForRebuild(url, await sendWebhook("Entry.publish"));
			const tookMs = performance.now() - start;
			const html = await (await fetch(url)).text();
			if (!html.includes(title)) throw new Error("The page does not show the change.");
			return tookMs;
		};
		const { contentfulRequests } = demo;
		return await run({ url, publish, changeTitle, sendWebhook, contentfulRequests });
	} finally {
		if (server.exitCode === null && server.kill("SIGTERM")) await once(server, "exit");
		await demo.close();
		await rm(join(".cache/versions", computeSiteId(parseEnvironment(variables, { preview }))), {
			recursive: true,
			force: true,
		});
	}
}

/** Sends a signed webhook about the home page. Returns the id of the rebuild. */
async function requestRebuild(url: string, spaceId: string, topic: string): Promise<string> {
	const event = { topic, id: "home", spaceId };
	const response = await fetch(`${url}/api/rebuild`, signContentfulWebhook(secret, "/api/rebuild", event));
	if (response.status !== 202) throw new Error(`The webhook is refused with status ${response.status}.`);
	const { id } = (await response.json()) as { id: string };
	return id;
}

async function waitForRebuild(url: string, id: string): Promise<void> {
	for (;;) {
		const { status } = (await (await fetch(`${url}/api/rebuild/${id}`)).json()) as { status: string };
		if (status === "live") return;
		if (status === "failed") throw new Error("The rebuild has failed.");
		await wait(5);
	}
}

/** Waits until the server has logged its URL. Returns the URL. */
function readAddress({ stdout }: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let output = "";
		stdout?.setEncoding("utf8").on("data", (chunk: string) => {
			output += chunk;
			const [, url] = /^Serving .* at (\S+)/m.exec(output) ?? [];
			if (url) resolve(url);
		});
		stdout?.once("end", () => reject(new Error(`The server has ended:\n${output}`)));
	});
}
