import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { contentfulSecret, type Services } from "./services.ts";

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
		/** Lets go of its output: what it prints from then on finds nobody. */
		hangUp() {
			child.stdout.destroy();
			child.stderr.destroy();
		},
		/** Waits for its end. Out: its exit code. */
		ended: async () => (await ended)[0] as number | null,
		end: () => child.kill("SIGTERM"),
		kill,
	};
}
