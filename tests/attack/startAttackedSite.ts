import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createInterface } from "node:readline";

/** `folder` is where it was built. */
export type AttackedSite = { url: string; folder: string; close: () => Promise<void> };

/** Builds and serves a site in which every field of the content is an attack, in a process of its own. Throws when it does not start. */
export async function startAttackedSite(): Promise<AttackedSite> {
	await mkdir(".cache", { recursive: true });
	const folder = await mkdtemp(".cache/attack-");
	const server = spawn(process.execPath, ["tests/attack/serve.ts", folder], { stdio: ["ignore", "pipe", "ignore"] });
	const lines = createInterface({ input: server.stdout });
	const [url] = await Promise.race([once(lines, "line"), once(server, "exit").then(() => [""])]);
	if (!/^http:/.test(url)) {
		throw new Error("The site of the attacks is not served: node tests/attack/serve.ts .cache/attack");
	}
	const close = async () => {
		if (server.exitCode === null) {
			server.kill();
			await once(server, "exit");
		}
		await rm(folder, { recursive: true });
	};
	return { url, folder, close };
}
