import { checkIntervalMs, hasNpmEnded } from "./npmAncestors.js";

let timer: NodeJS.Timeout | undefined;

/**
 * Sends this process SIGTERM when the npm command that started it ends.
 *
 * npm hands SIGTERM to the shell between them, which ends without passing it on: the program would go on without npm.
 * `scripts/setUp.js` names both in `NPM_ANCESTORS`. A program that was started in any other way, such as in the background of
 * a shell that ends, follows nothing.
 */
export function followNpm(): void {
	const [pid, ...ancestors] = (process.env.NPM_ANCESTORS ?? "").split(" ").map(Number);
	// A child process inherits the variable, which is not meant for it.
	if (pid !== process.pid) return;
	timer = setInterval(() => {
		if (!hasNpmEnded(ancestors)) return;
		unfollowNpm();
		process.kill(process.pid, "SIGTERM");
	}, checkIntervalMs).unref();
}

/** Ends the checks. Called when the process is stopping, since a second SIGTERM would cut that off. */
export function unfollowNpm(): void {
	clearInterval(timer);
}
