import { existsSync, readFileSync } from "node:fs";
import { type ParseArgsOptionsConfig, parseArgs, parseEnv } from "node:util";
import { formatFaults, listFaults } from "./shared/faults.ts";
import { startStopwatch } from "./shared/startStopwatch.ts";

/** Flag of a command: an option of `parseArgs` from node:util, with its text for `--help`. */
export type Flag = ParseArgsOptionsConfig[string] & { help: string };

/**
 * Runs a command with `.env` loaded, and exits with code 1 after an error. With `--help`, only prints its usage.
 * @param purpose sentence for `--help`, with an example on the next line
 */
export async function runCommand<const Flags extends Record<string, Flag>>(
	name: string,
	purpose: string,
	run: (flags: ReturnType<typeof parseArgs<{ options: Flags }>>["values"]) => Promise<void>,
	flags: Flags,
): Promise<void> {
	if (process.argv.includes("--help")) {
		console.log(purpose);
		for (const [flag, { help }] of Object.entries(flags))
			console.log(`  --${flag.padEnd(8)} ${help}`);
		return;
	}
	const formatElapsed = startStopwatch();
	// Ignores write errors of a closed output. Otherwise Vike logs each error, and each log entry causes another.
	for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
	try {
		loadEnvFile(".env");
		await run(parseArgs({ options: flags }).values);
		console.log(`${name}: done in ${formatElapsed()}`);
	} catch (error) {
		for (const fault of formatFaults(listFaults(error), "en-US")) console.error(`✗ ${fault}`);
		if (/PARSE_ARGS/.test((error as NodeJS.ErrnoException).code ?? ""))
			console.error(`All flags: npm run ${name} -- --help`);
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
