import { checkIntervalMs, hasNpmEnded } from "./npmAncestors.js";

let timer: NodeJS.Timeout | undefined;

/** Sends SIGTERM to this process when npm ends, because npm's shell does not forward signals. */
export function watchNpm(): void {
	const [pid, ...ancestors] = (process.env.NPM_ANCESTORS ?? "").split(" ").map(Number);
	// Child processes inherit `NPM_ANCESTORS` from scripts/setUp.js, but only the process with the first id watches npm.
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
