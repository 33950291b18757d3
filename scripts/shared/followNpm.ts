import { checkIntervalMs, hasNpmEnded } from "./npmAncestors.js";

let timer: NodeJS.Timeout | undefined;

/**
 * Sends this process SIGTERM when the npm command that started it ends.
 *
 * npm passes SIGTERM to the shell between them. The shell ends without passing it on, so the program would go on without npm.
 * `scripts/setUp.js` names both processes in `NPM_ANCESTORS`. Without that variable, this function does nothing.
 */
export function followNpm(): void {
	const [pid, ...ancestors] = (process.env.NPM_ANCESTORS ?? "").split(" ").map(Number);
	// A child process inherits the variable, which names another process then.
	if (pid !== process.pid) return;
	timer = setInterval(() => {
		if (!hasNpmEnded(ancestors)) return;
		unfollowNpm();
		process.kill(process.pid, "SIGTERM");
	}, checkIntervalMs).unref();
}

/** Stops following npm. Called when the process is stopping, since a second SIGTERM would interrupt that. */
export function unfollowNpm(): void {
	clearInterval(timer);
}
