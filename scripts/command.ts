import { existsSync } from "node:fs";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Environment, parseEnvironment } from "../site/environment.server.ts";
import { faultsOf } from "./shared/faults.ts";
import { followNpm } from "./shared/followNpm.ts";
import { stopwatch } from "./shared/stopwatch.ts";

/** Flags of all commands that read the site's environment. */
const commonFlags = {
	strict: { type: "boolean", default: false },
	preview: { type: "boolean", default: false },
} as const satisfies ParseArgsOptionsConfig;

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>["values"];

/**
 * Runs a command that reads the site's environment.
 * @param own further flags of this command, in the form of `parseArgs` from node:util
 */
export function runCommand<Own extends ParseArgsOptionsConfig = Record<never, never>>(
	name: string,
	run: (environment: Environment, flags: Values<typeof commonFlags & Own>) => Promise<void>,
	own?: Own,
): Promise<void> {
	return runTask(name, (flags) => run(parseEnvironment(process.env, flags), flags), {
		...commonFlags,
		...(own as Own),
	});
}

/**
 * Runs a command of the project: loads `.env`, parses the flags, and logs the duration. After an error it prints the faults,
 * one a line, and exits with code 1. It also ends when the npm command that started it ends.
 */
export async function runTask<Options extends ParseArgsOptionsConfig>(
	name: string,
	run: (flags: Values<Options>) => Promise<void>,
	options: Options,
): Promise<void> {
	const since = stopwatch();
	followNpm();
	// Without listeners, writing to a closed output is an unhandled error. Vike would print it to the same output, in a loop.
	for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
	try {
		if (existsSync(".env")) process.loadEnvFile(".env");
		const { values } = parseArgs({ options });
		await run(values);
		console.log(`${name}: done in ${since()}`);
	} catch (error) {
		for (const fault of faultsOf(error)) console.error(`✗ ${fault}`);
		console.error(`${name}: failed after ${since()}`);
		// Ends the process at once, also while a connection to a service is still open.
		process.exit(1);
	}
}
