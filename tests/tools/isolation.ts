import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Environment variables that tests keep. All others, such as API keys and proxy settings, are removed. */
const keptVariables = new RegExp(
	`^(${[
		"PATH|HOME|USER|SHELL|TMPDIR|TMP|TEMP|LANG|LC_ALL|TERM|COLORTERM|FORCE_COLOR|NO_COLOR|CI|DISPLAY|JAVA_HOME",
		"LD_LIBRARY_PATH|FONTCONFIG_.*|XDG_.*|PLAYWRIGHT_BROWSERS_PATH|PUPPETEER_.*|NPM_LIFECYCLE_EVENT|MALLOC_.*",
		// Windows needs these variables to find folders and programs.
		"SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMFILES",
		// `DEMO=1` permits the demo on a production host.
		"DEMO",
	].join("|")})$`,
	"i",
);

const guard = new URL("refuseNetwork.js", import.meta.url).href;

/** Returns the path of the log file for refused connections. */
function recordFile(): string {
	return (
		process.env.REFUSED_CONNECTIONS ?? join(tmpdir(), `refused-connections-${process.pid}.txt`)
	);
}

/** Returns the environment variables for a Node.js process that cannot connect to other machines. */
export function isolatedEnvironment(additions: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => keptVariables.test(name));
	const own = { NODE_OPTIONS: `--import=${guard}`, REFUSED_CONNECTIONS: recordFile() };
	return { ...Object.fromEntries(kept), ...own, ...additions };
}

/** Returns the refused connections from the log file, and deletes the file. */
export function takeRefusedConnections(): string[] {
	const file = recordFile();
	const record = existsSync(file) ? readFileSync(file, "utf8") : "";
	rmSync(file, { force: true });
	return [...new Set(record.split("\n").filter(Boolean))];
}

/**
 * Removes all variables except `keptVariables` from this process, and refuses connections to other machines. A refused
 * connection sets the exit code to 1.
 */
export async function isolateProcess(): Promise<void> {
	// `REFUSED_CONNECTIONS` is set only in processes that are already isolated.
	if (process.env.REFUSED_CONNECTIONS) return;
	const isolated = isolatedEnvironment();
	for (const name of Object.keys(process.env)) {
		if (!(name in isolated)) delete process.env[name];
	}
	Object.assign(process.env, isolated);
	await import(guard);
	process.once("exit", () => {
		const refused = takeRefusedConnections();
		if (refused.length === 0) return;
		console.error(refused.map((line) => `✗ ${line}`).join("\n"));
		process.exitCode = 1;
	});
}
