/** Resolves when the process is asked to end: at Ctrl-C, or by its parent. Asked twice, it ends at once. */
export function stopSignal(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
	});
}
