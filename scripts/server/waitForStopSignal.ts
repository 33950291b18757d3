import { stopWatchingNpm } from "../shared/watchNpm.ts";

/** Resolves at the first SIGINT (Ctrl-C) or SIGTERM. A second signal of the same name ends the process at once. */
export function waitForStopSignal(): Promise<void> {
	return new Promise((resolve) => {
		const stop = () => {
			stopWatchingNpm();
			resolve();
		};
		for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
	});
}
