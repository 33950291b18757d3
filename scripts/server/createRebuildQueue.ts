import { listFaults } from "../shared/faults.ts";

type RebuildOptions = {
	/**
	 * Rebuilds the site with content that is fetched after the call: `rebuild` of `LiveSite.ts`, or in development a new
	 * pull.
	 * @throws the error of the build
	 */
	rebuild: () => Promise<void>;
	log: (line: string) => void;
	/** Status monitor. `reasons` lists the errors of a failed rebuild, and is missing after a successful rebuild. */
	monitor?: { recordRebuildStart(cause: string): void; recordRebuildEnd(reasons?: string[]): void };
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Creates the queue of rebuilds, in which all requests that arrive during a rebuild share the next rebuild. */
export function createRebuildQueue({ rebuild, log, monitor }: RebuildOptions) {
	let waiting: string[] = [];
	let running: Promise<void> | undefined;
	/** Retries since the last success. Webhooks do not count, so that they do not lengthen the delay. */
	let retryCount = 0;
	let retryTimer: NodeJS.Timeout | undefined;
	let isClosed = false;

	function request(cause: string): void {
		waiting.push(cause);
		running ??= runAll();
	}

	async function runAll(): Promise<void> {
		while (waiting.length > 0 && !isClosed) {
			const causes = waiting;
			waiting = [];
			await run(summariseCauses(causes));
		}
		running = undefined;
	}

	async function run(cause: string): Promise<void> {
		// This rebuild replaces the scheduled retry of an earlier rebuild.
		clearTimeout(retryTimer);
		log(`Rebuild: ${cause}`);
		monitor?.recordRebuildStart(cause);
		try {
			await rebuild();
			retryCount = 0;
			monitor?.recordRebuildEnd();
		} catch (error) {
			const reasons = listFaults(error);
			monitor?.recordRebuildEnd(reasons);
			for (const reason of reasons) log(`✗ ${reason}`);
			if (!isClosed) scheduleRetry();
		}
	}

	function scheduleRetry(): void {
		const delayMs = Math.min(minuteMs * 2 ** retryCount, hourMs);
		const minutes = Math.round(delayMs / minuteMs);
		log(`Rebuild: failed; the site stays as it is. The next try is in ${minutes} min at the latest.`);
		retryTimer = setTimeout(() => {
			retryCount++;
			request("another try");
		}, delayMs).unref();
	}

	return {
		request,
		/** Prevents further rebuilds. Resolves when the running rebuild has ended. */
		close: async (): Promise<void> => {
			isClosed = true;
			clearTimeout(retryTimer);
			await running;
		},
	};
}

function summariseCauses([first = "", ...others]: string[]): string {
	return others.length > 0 ? `${first}, and ${others.length} more` : first;
}
