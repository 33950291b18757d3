import { checkIntervalMs, hasNpmEnded } from "./npmAncestors.js";

let timer: NodeJS.Timeout | undefined;

/** Sends SIGTERM to this process when npm ends. Otherwise this process would keep running without npm. */
export function watchNpm(): void {
	const [pid, ...ancestors] = (process.env.NPM_ANCESTORS ?? "").split(" ").map(Number);
	// `NPM_ANCESTORS` begins with the id of the process that watches npm. Child processes inherit this variable but do
	// not watch npm.
	if (pid !== process.pid) return;
	timer = setInterval(() => {
		if (!hasNpmEnded(ancestors)) return;
		stopWatchingNpm();
		process.kill(process.pid, "SIGTERM");
	}, checkIntervalMs).unref();
}

/** Stops `watchNpm`. Otherwise, a SIGTERM from `watchNpm` during a shutdown could end this process too early. */
export function stopWatchingNpm(): void {
	clearInterval(timer);
}
