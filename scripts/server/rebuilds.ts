import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { faultsOf } from "../shared/faults.ts";

/** Status of a rebuild. `live`: the site shows everything that was published before the request. */
type RebuildStatus = { status: "queued" | "running" | "live" } | { status: "failed"; reason: string[] };

type RebuildOptions = {
	/**
	 * Rebuilds the site from content that is pulled after the call.
	 * @throws the error of the build
	 */
	rebuild: () => Promise<void>;
	log: (line: string) => void;
	/** Listener for the start and the end of each rebuild. A rebuild that ends without reasons has succeeded. */
	monitor?: { rebuildStarted(cause: string): void; rebuildEnded(reasons?: string[]): void };
	/** Minimum time between two rebuilds, in milliseconds. Requests that arrive within it share a rebuild. */
	debounceMs?: number | undefined;
	/** Delay before the first retry of a failed rebuild, in milliseconds. It doubles each time, up to an hour. */
	retryDelayMs?: number;
};

/** A rebuild, and the causes of all requests that share it. */
type Job = { status: RebuildStatus; causes: string[] };

/** Maximum number of requests with a status that can be looked up. */
const maxIds = 10_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Creates the queue of rebuilds. At most one rebuild runs and one waits. A request starts a rebuild at once when none runs.
 * All requests during a rebuild share the next one. No change is lost, because a rebuild pulls the content after all of
 * its requests.
 */
export function createRebuilds(options: RebuildOptions) {
	const { rebuild, log, monitor, debounceMs = 300, retryDelayMs = minuteMs } = options;
	const jobs = createJobRegistry();
	let waiting: Job | undefined;
	let running: Promise<void> | undefined;
	let failures = 0;
	let retryTimer: NodeJS.Timeout | undefined;
	const closed = new AbortController();

	/** Requests a rebuild. Returns an id for `findStatus`. */
	function request(cause: string): string {
		waiting ??= { status: { status: "queued" }, causes: [] };
		waiting.causes.push(cause);
		const id = jobs.add(waiting);
		running ??= runAll().finally(() => {
			running = undefined;
		});
		return id;
	}

	async function runAll(): Promise<void> {
		while (waiting && !closed.signal.aborted) {
			const job = waiting;
			waiting = undefined;
			await run(job);
			if (waiting) await wait(debounceMs, undefined, { signal: closed.signal }).catch(() => {});
		}
	}

	async function run(job: Job): Promise<void> {
		clearTimeout(retryTimer);
		job.status = { status: "running" };
		const cause = summariseCauses(job.causes);
		log(`Rebuild: ${cause}`);
		monitor?.rebuildStarted(cause);
		try {
			await rebuild();
			job.status = { status: "live" };
			failures = 0;
			monitor?.rebuildEnded();
		} catch (error) {
			const reason = faultsOf(error);
			job.status = { status: "failed", reason };
			monitor?.rebuildEnded(reason);
			for (const fault of reason) log(`✗ ${fault}`);
			scheduleRetry();
		}
	}

	function scheduleRetry(): void {
		const delayMs = Math.min(retryDelayMs * 2 ** failures, hourMs);
		failures++;
		const minutes = Math.round(delayMs / minuteMs);
		log(`Rebuild: failed; the site stays as it is. The next try is in ${minutes} min at the latest.`);
		retryTimer = setTimeout(() => request("another try"), delayMs).unref();
	}

	return {
		request,
		findStatus: jobs.findStatus,
		/** Starts no more rebuilds. Resolves when the one that runs has ended. */
		close: async (): Promise<void> => {
			closed.abort();
			clearTimeout(retryTimer);
			await running;
		},
	};
}

/** Creates the registry of rebuilds by the ids of their requests. The oldest ids are evicted. */
function createJobRegistry() {
	const jobs = new Map<string, Job>();
	return {
		/** Registers a request for a rebuild. Returns the id of the request. */
		add(job: Job): string {
			const id = randomUUID();
			jobs.set(id, job);
			const [oldestId] = jobs.keys();
			if (jobs.size > maxIds && oldestId) jobs.delete(oldestId);
			return id;
		},
		/** Returns the status of a request's rebuild, or undefined when the id is unknown or was evicted. */
		findStatus: (id: string): RebuildStatus | undefined => jobs.get(id)?.status,
	};
}

function summariseCauses([first = "", ...others]: string[]): string {
	return others.length > 0 ? `${first}, and ${others.length} more` : first;
}
