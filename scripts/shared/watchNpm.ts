import { checkIntervalMs, hasNpmEnded } from "./npmAncestors.js";

let timer: NodeJS.Timeout | undefined;

/**
 * Sends SIGTERM to this process when the npm command that started it ends. Without this signal, the process would
 * continue, because the shell between npm and this process does not forward signals. `scripts/setUp.js` writes the
 * process ids of npm and the shell into the environment variable `NPM_ANCESTORS`. Without the variable, this function
 * does nothing.
 */
export function watchNpm(): void {
	const [pid, ...ancestors] = (process.env.NPM_ANCESTORS ?? "").split(" ").map(Number);
	// The first id is that of the process that `scripts/setUp.js` started. Child processes inherit the variable. Their own
	// id differs, so they do not watch npm.
	if (pid !== process.pid) return;
	timer = setInterval(() => {
		if (!hasNpmEnded(ancestors)) return;
		stopWatchingNpm();
		process.kill(process.pid, "SIGTERM");
	}, checkIntervalMs).unref();
}

/**
 * Stops watching npm. Call this function when the process begins to stop. Otherwise `watchNpm` would send a second
 * SIGTERM, which ends the process at once.
 */
export function stopWatchingNpm(): void {
	clearInterval(timer);
}
