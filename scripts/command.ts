import { existsSync } from "node:fs";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Environment, parseEnvironment } from "../site/environment.server.ts";
import { faultsOf } from "./shared/faults.ts";
import { followNpm } from "./shared/followNpm.ts";
import { stopwatch } from "./shared/stopwatch.ts";

const common = {
	strict: { type: "boolean", default: false },
	preview: { type: "boolean", default: false },
} as const satisfies ParseArgsOptionsConfig;

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>["values"];

/**
 * Runs a command that reads the site's environment.
 * @param own flags of this command alone, as `parseArgs` of node:util wants them
 */
export function runCommand<Own extends ParseArgsOptionsConfig = Record<never, never>>(
	name: string,
	run: (environment: Environment, flags: Values<typeof common & Own>) => Promise<void>,
	own?: Own,
): Promise<void> {
	return runTask(name, (flags) => run(parseEnvironment(process.env, flags), flags), { ...common, ...(own as Own) });
}

/**
 * Runs a command of the project: reads `.env`, if it exists, and the flags, and logs how long the command took. An error is
 * printed as readable lines, with the exit code 1. The command ends with the npm command that started it.
 */
export async function runTask<Options extends ParseArgsOptionsConfig>(
	name: string,
	run: (flags: Values<Options>) => Promise<void>,
	options: Options,
): Promise<void> {
	const since = stopwatch();
	followNpm();
	// A closed output must not be an unhandled error: Vike prints those to it, which fails again, without end.
	for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
	try {
		if (existsSync(".env")) process.loadEnvFile(".env");
		const { values } = parseArgs({ options });
		await run(values);
		console.log(`${name}: done in ${since()}`);
	} catch (error) {
		for (const fault of faultsOf(error)) console.error(`✗ ${fault}`);
		console.error(`${name}: failed after ${since()}`);
		// A service that still dribbles its answer would keep the process alive.
		process.exit(1);
	}
}
