import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { sourceOf } from "../publish/Versions.ts";

const secret = "b".repeat(64);

type LiveServer = {
	/** Without a slash at its end. */
	url: string;
	/** Its process. */
	pid: number;
	/**
	 * Changes the home page and tells nobody, as an editor does who writes.
	 * @returns its new title
	 */
	save: () => string;
	/**
	 * Changes the home page, sends the webhook, and waits until the page is live.
	 * @returns the milliseconds that it took
	 * @throws Error when the webhook is refused, or the page is not made or does not show the change
	 */
	publish: () => Promise<number>;
};

/**
 * Runs something while a `npm start` of its own shows the demo's content.
 * @param latency milliseconds that Contentful and Stripe take for a request
 * @param flags of `npm start`
 */
export async function withLiveServer<Result>(
	latency: number,
	run: (server: LiveServer) => Promise<Result>,
	flags: string[] = [],
): Promise<Result> {
	const space = await readDemoSpace();
	const home = space.entries.find(({ sys }) => sys.id === "home");
	const demo = await startDemo({ space, latency });
	const signing = { CONTENTFUL_WEBHOOK_SECRET: secret, SITE_URL: "https://bench.example", PORT: "0" };
	const variables = { ...demo.environment, ...signing };
	const server = spawn(process.execPath, ["scripts/start.ts", ...flags], {
		env: { ...process.env, ...variables },
		stdio: ["ignore", "pipe", "inherit"],
	});
	let times = 0;
	try {
		const url = await addressOf(server);
		const save = () => {
			const title = `Written for the ${++times}. time`;
			Object.assign(home?.fields ?? {}, { heroTitle: { "en-US": title, ru: title } });
			Object.assign(home?.sys ?? {}, { updatedAt: new Date().toISOString() });
			return title;
		};
		const publish = async () => {
			const title = save();
			const event = { topic: "Entry.publish", id: "home", spaceId: variables.CONTENTFUL_SPACE_ID };
			const start = performance.now();
			const answer = await fetch(`${url}/api/rebuild`, signContentfulWebhook(secret, "/api/rebuild", event));
			if (answer.status !== 202) throw new Error(`The webhook is answered with ${answer.status}.`);
			const { id } = (await answer.json()) as { id: string };
			const status = await settled(`${url}/api/rebuild/${id}`);
			const took = performance.now() - start;
			if (status !== "live") throw new Error(`The rebuild has ${status}.`);
			if (!(await (await fetch(url)).text()).includes(title)) throw new Error("The page does not show the change.");
			return took;
		};
		return await run({ url, pid: server.pid ?? 0, save, publish });
	} finally {
		if (server.exitCode === null && server.kill("SIGTERM")) await once(server, "exit");
		await demo.close();
		await rm(join(".cache/versions", sourceOf(parseEnvironment(variables))), { recursive: true, force: true });
	}
}

/** Where the server serves, as soon as it does. */
function addressOf({ stdout }: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let output = "";
		stdout?.setEncoding("utf8").on("data", (chunk: string) => {
			output += chunk;
			const [, url] = /^Serving .* at (\S+)/m.exec(output) ?? [];
			if (url) resolve(url);
		});
		stdout?.once("end", () => reject(new Error(`The server ended:\n${output}`)));
	});
}

/** What became of a rebuild. */
async function settled(address: string): Promise<string> {
	for (;;) {
		const { status } = (await (await fetch(address)).json()) as { status: string };
		if (status === "live" || status === "failed") return status;
		await wait(5);
	}
}
