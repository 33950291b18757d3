import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Environment, parseEnvironment } from "../content/environment.server.ts";
import { faultsOf } from "./faults.ts";
import { stopwatch } from "./stopwatch.ts";

export type Flags = { strict: boolean };

/**
 * Runs a command of the project: reads `.env` where there is one, the environment and the flags, says at the end how
 * long it took, and turns an error into readable lines and the exit code 1.
 */
export async function runCommand(
	name: string,
	run: (environment: Environment, flags: Flags) => Promise<void>,
): Promise<void> {
	const since = stopwatch();
	try {
		if (existsSync(".env")) process.loadEnvFile(".env");
		const { values } = parseArgs({ options: { strict: { type: "boolean", default: false } } });
		await run(parseEnvironment(), values);
		console.log(`${name}: done in ${since()}`);
	} catch (error) {
		for (const fault of faultsOf(error)) console.error(`✗ ${fault}`);
		console.error(`${name}: failed after ${since()}`);
		// A service that still dribbles its answer would keep the process alive.
		process.exit(1);
	}
}
