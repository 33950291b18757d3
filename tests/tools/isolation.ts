import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Environment variables that tests get from the shell: folders, fonts, browsers and the terminal. All other variables
 * are removed, such as variables of the site (`STRIPE_API_KEY`), variables of the host (`CONTEXT`) and proxy settings.
 */
const keptVariables = new Set([
	...["PATH", "HOME", "USER", "SHELL", "TMPDIR", "TMP", "TEMP", "LANG", "LC_ALL", "TERM", "COLORTERM", "FORCE_COLOR"],
	...["NO_COLOR", "CI", "DISPLAY", "JAVA_HOME", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH"],
	...["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_RUNTIME_DIR"],
	...["PLAYWRIGHT_BROWSERS_PATH", "PUPPETEER_CACHE_DIR", "PUPPETEER_EXECUTABLE_PATH"],
	// Windows needs these variables to find folders and programs.
	...["SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "APPDATA", "LOCALAPPDATA", "USERPROFILE", "PROGRAMFILES"],
	// `DEMO=1` allows `npm test` to overwrite the build of an owner's site with a build of the demo.
	"DEMO",
	// Name of the running npm script, and the memory settings that scripts/setUp.js adds.
	...["NPM_LIFECYCLE_EVENT", "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"],
]);

const guard = new URL("refuseNetwork.js", import.meta.url).href;

/** Returns the path of the file in which all processes of a test run log refused connections. */
function recordFile(): string {
	return process.env.REFUSED_CONNECTIONS ?? join(tmpdir(), `refused-connections-${process.pid}.txt`);
}

/**
 * Returns the environment variables for a process that a test or a step of `npm test` starts: the shell's variables that
 * `keptVariables` lists, and variables that isolate the process. `NODE_OPTIONS` makes Node preload `refuseNetwork.js`.
 * @param additions further variables
 */
export function isolatedEnvironment(additions: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => keptVariables.has(name.toUpperCase()));
	const own = { NODE_OPTIONS: `--import=${guard}`, REFUSED_CONNECTIONS: recordFile() };
	return { ...Object.fromEntries(kept), ...own, ...additions };
}

/** Returns the connections that were refused since the last call, and empties the log. */
export function takeRefusedConnections(): string[] {
	const file = recordFile();
	let record = "";
	try {
		record = readFileSync(file, "utf8");
	} catch {
		// The file does not exist if no connection was refused.
	}
	rmSync(file, { force: true });
	return [...new Set(record.split("\n").filter(Boolean))];
}

/**
 * Gives this process the environment variables of `isolatedEnvironment`. Does nothing under `npm test`, which has
 * already set them. Vitest, Playwright and the bench call this function, because a developer can start them directly.
 * If a connection is refused, the exit code of this process is 1.
 */
export async function isolateProcess(): Promise<void> {
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
