import { checkIntervalMs, hasNpmEnded } from "./npmAncestors.js";

let timer: NodeJS.Timeout | undefined;

/**
 * Sends this process SIGTERM when the npm command that started it ends.
 * npm runs this process through a shell. The shell ends at SIGTERM without passing the signal on, so this process would
 * go on without npm. `scripts/setUp.js` puts the process ids of the shell and npm into the variable `NPM_ANCESTORS`.
 * Without the variable, this function does nothing.
 */
export function followNpm(): void {
	const [pid, ...ancestors] = (process.env.NPM_ANCESTORS ?? "").split(" ").map(Number);
	// Child processes inherit the variable, but its first id is that of their parent.
	if (pid !== process.pid) return;
	timer = setInterval(() => {
		if (!hasNpmEnded(ancestors)) return;
		unfollowNpm();
		process.kill(process.pid, "SIGTERM");
	}, checkIntervalMs).unref();
}

/**
 * Stops watching npm. Call it when the process begins to stop, because a second SIGTERM would interrupt the shutdown.
 */
export function unfollowNpm(): void {
	clearInterval(timer);
}
