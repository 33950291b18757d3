import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Variables that the test suite takes from the shell: folders, fonts, browsers and the terminal. All others are
 * removed: the site's own (`STRIPE_API_KEY`), the host's (`CONTEXT`) and proxy settings.
 */
const keptVariables = new Set([
	...["PATH", "HOME", "USER", "SHELL", "TMPDIR", "TMP", "TEMP", "LANG", "LC_ALL", "TERM", "COLORTERM", "FORCE_COLOR"],
	...["NO_COLOR", "CI", "DISPLAY", "JAVA_HOME", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH"],
	...["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_RUNTIME_DIR"],
	...["PLAYWRIGHT_BROWSERS_PATH", "PUPPETEER_CACHE_DIR", "PUPPETEER_EXECUTABLE_PATH"],
	// Folders and programs of Windows.
	...["SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "APPDATA", "LOCALAPPDATA", "USERPROFILE", "PROGRAMFILES"],
	// Allows the build of `npm test` to replace the build of an owner's site by the demo.
	"DEMO",
	// The name of the npm command, and the memory settings that scripts/setUp.js adds.
	...["NPM_LIFECYCLE_EVENT", "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"],
]);

const guard = new URL("refuseNetwork.js", import.meta.url).href;

/** Returns the path of the file in which all processes of a test run record refused connections. */
function recordFile(): string {
	return process.env.REFUSED_CONNECTIONS ?? join(tmpdir(), `refused-connections-${process.pid}.txt`);
}

/**
 * Returns the environment variables for each process that a step or a test starts: some variables of the shell, and
 * `NODE_OPTIONS` that preload `refuseNetwork.js` into Node.
 * @param additions further variables
 */
export function isolatedEnvironment(additions: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => keptVariables.has(name.toUpperCase()));
	const own = { NODE_OPTIONS: `--import=${guard}`, REFUSED_CONNECTIONS: recordFile() };
	return { ...Object.fromEntries(kept), ...own, ...additions };
}

/** Returns the connections that were refused since the last call, one line each. */
export function takeRefusedConnections(): string[] {
	const file = recordFile();
	let record = "";
	try {
		record = readFileSync(file, "utf8");
	} catch {
		// The file does not exist before the first refusal.
	}
	rmSync(file, { force: true });
	return [...new Set(record.split("\n").filter(Boolean))];
}

/**
 * Gives this process the environment variables of `isolatedEnvironment`, unless `npm test` has already done so. Vitest,
 * Playwright and the bench call it, because a developer may start them by hand. A refused connection makes the exit
 * code 1.
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
