import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import { FaultsError } from "../shared/faults.ts";
import type { publishVersion } from "./publishVersion.ts";

/**
 * Creates a function that publishes versions in a process of its own, whose log is the standard output. That process
 * lasts, because loading its code takes longer than publishing a change.
 */
export function createPublisher(): typeof publishVersion {
	let child: ChildProcess | undefined;
	return async (environment, { folder }, { log: _, ...options }) => {
		if (!child?.connected) {
			const program = new URL("publishProgram.ts", import.meta.url);
			child = fork(program, { execArgv: [], serialization: "advanced" });
		}
		child.send([environment, folder, options]);
		for await (const [{ faults, delivery }] of on(child, "message", { close: ["exit"] })) {
			if (faults) throw new FaultsError(faults);
			return delivery;
		}
		throw new Error("The process that publishes has ended, for example for want of memory.");
	};
}
