import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Environment variables that tests keep. All others, such as API keys and proxy settings, are removed. */
const keptVariables = new RegExp(
	`^(${[
		"PATH|HOME|USER|SHELL|TMPDIR|TMP|TEMP|LANG|LC_ALL|TERM|COLORTERM|FORCE_COLOR|NO_COLOR|CI|DISPLAY|JAVA_HOME",
		"LD_LIBRARY_PATH|FONTCONFIG_.*|XDG_.*|PLAYWRIGHT_.*|PUPPETEER_.*|NPM_LIFECYCLE_EVENT|MALLOC_.*",
		// Windows needs these variables to find folders and programs.
		"SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMFILES",
		// `DEMO=1` permits the demo on a production host.
		"DEMO",
	].join("|")})$`,
	"i",
);

const guard = new URL("refuseNetwork.js", import.meta.url).href;

/** Log file of the refused connections of this process and of the processes that it starts. */
const refusedConnections = join(tmpdir(), `refused-connections-${process.pid}.txt`);

/** Returns the environment variables for a Node.js process that cannot connect to other machines. */
export function isolatedEnvironment(additions: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => keptVariables.test(name));
	const { REFUSED_CONNECTIONS = refusedConnections } = process.env;
	const own = { NODE_OPTIONS: `--import=${guard}`, REFUSED_CONNECTIONS };
	return { ...Object.fromEntries(kept), ...own, ...additions };
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
		if (!existsSync(refusedConnections)) return;
		console.error(`✗ ${readFileSync(refusedConnections, "utf8")}`);
		rmSync(refusedConnections);
		process.exitCode = 1;
	});
}
