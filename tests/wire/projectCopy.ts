import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { makeFolder } from "../folders.ts";
import { contentfulSecret, type Services } from "./services.ts";

/** What a command needs of the project; packages are found in the folder above. */
const parts = ["api", "components", "content", "demo", "pages", "public", "renderer", "scripts", "site"];
const files = ["netlify.toml", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"];

/** A copy of the project for the rest of the test, to run its commands in without touching what others use. Out: its folder. */
export async function copyProject(): Promise<string> {
	const folder = resolve(await makeFolder({ parent: ".cache/tests" }));
	const filter = (path: string) => path !== join("content", "generated");
	for (const part of [...parts, ...files]) await cp(part, join(folder, part), { recursive: true, filter });
	return folder;
}

/**
 * Starts a command of the project in a folder, as `npm run` does, with the services of a test, on any free port. It is
 * killed after the test.
 */
export function startCommand(folder: string, name: string, { variables }: Services) {
	const child = spawn(process.execPath, [`scripts/${name}.ts`], {
		cwd: folder,
		env: { PATH: process.env.PATH, ...variables, CONTENTFUL_WEBHOOK_SECRET: contentfulSecret, PORT: "0" },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = once(child, "exit");
	const kill = async () => {
		child.kill("SIGKILL");
		await ended;
	};
	onTestFinished(kill);
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (chunk: string) => {
			output += chunk;
		});
	}
	return {
		/** What it has printed. */
		output: () => output,
		/** Waits until it has printed something. Throws when it ends without. Out: the first group. */
		async printed(pattern: RegExp): Promise<string> {
			while (!pattern.test(output)) {
				if (child.exitCode !== null || child.signalCode) throw new Error(`${name} has ended:\n${output}`);
				await wait(5);
			}
			return pattern.exec(output)?.[1] ?? "";
		},
		/** Waits for its end. Out: its exit code. */
		ended: async () => (await ended)[0] as number | null,
		end: () => child.kill("SIGTERM"),
		kill,
	};
}
