/** Resolves at the first SIGINT (Ctrl-C) or SIGTERM. A second signal of the same name ends the process at once. */
export function waitForStopSignal(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
	});
}
