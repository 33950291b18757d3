import { existsSync, readFileSync } from "node:fs";
import { type ParseArgsOptionsConfig, parseArgs, parseEnv } from "node:util";
import { type Environment, parseEnvironment } from "../environment/environment.server.ts";
import { listFaults } from "./shared/faults.ts";
import { startStopwatch } from "./shared/startStopwatch.ts";

/** Flags of all commands that read the site's environment variables. */
const commonFlags = {
	strict: { type: "boolean", default: false },
} as const satisfies ParseArgsOptionsConfig;

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
	typeof parseArgs<{ options: Options }>
>["values"];

/**
 * Runs a command that reads the site's environment variables.
 * @param own additional flags of the command, in the format of `parseArgs` from node:util
 */
export function runSiteCommand<Own extends ParseArgsOptionsConfig = Record<never, never>>(
	name: string,
	run: (environment: Environment, flags: Values<typeof commonFlags & Own>) => Promise<void>,
	own?: Own,
): Promise<void> {
	return runCommand(name, (flags) => run(parseEnvironment(), flags), {
		...commonFlags,
		...(own as Own),
	});
}

/** Runs a command with `.env` loaded, and exits with code 1 after an error. */
export async function runCommand<Options extends ParseArgsOptionsConfig>(
	name: string,
	run: (flags: Values<Options>) => Promise<void>,
	options: Options,
): Promise<void> {
	const formatElapsed = startStopwatch();
	// Ignores write errors of a closed output. Otherwise Vike logs each error, and each log entry causes another.
	for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
	try {
		loadEnvFile(".env");
		const { values } = parseArgs({ options });
		await run(values);
		console.log(`${name}: done in ${formatElapsed()}`);
	} catch (error) {
		for (const fault of listFaults(error)) console.error(`✗ ${fault}`);
		console.error(`${name}: failed after ${formatElapsed()}`);
		// Ends the process at once, because open connections would keep it alive.
		process.exit(1);
	}
}

/**
 * Sets the environment variables of a file, unless they are set already or the file does not exist. Accepts a byte order
 * mark, with which editors on Windows save files and which `process.loadEnvFile` takes for a part of the first name.
 * @throws Error when the file is in UTF-16, as PowerShell writes it
 */
export function loadEnvFile(path: string): void {
	if (!existsSync(path)) return;
	const bytes = readFileSync(path);
	// Only UTF-16 has zero bytes.
	if (bytes.includes(0)) throw new Error(`${path} is in UTF-16. Save it in UTF-8.`);
	// `decode` removes a byte order mark.
	const variables = parseEnv(new TextDecoder().decode(bytes));
	for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
}
