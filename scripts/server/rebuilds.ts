import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { faultsOf } from "../shared/faults.ts";

/** Outcome of a rebuild. `live`: the site shows all that was published before the request. */
type RebuildStatus = { status: "queued" | "running" | "live" } | { status: "failed"; reason: string[] };

type RebuildOptions = {
	/**
	 * Rebuilds the site from content that is pulled after the call.
	 * @throws what went wrong
	 */
	rebuild: () => Promise<void>;
	log: (line: string) => void;
	/** Is notified of the start and the end of each rebuild. A rebuild that ends without reasons has succeeded. */
	monitor?: { rebuildStarted(cause: string): void; rebuildEnded(reasons?: string[]): void };
	/** Pause between two rebuilds, in which requests gather, in milliseconds. */
	pauseMs?: number | undefined;
	/** Pause before a failed rebuild is tried again, in milliseconds. It doubles each time, up to an hour. */
	retryDelayMs?: number;
};

/** One rebuild, and the causes of all requests that share it. */
type Job = { status: RebuildStatus; causes: string[] };

/** Maximum ids of requests whose outcome is kept. */
const maxIds = 10_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Creates the queue of rebuilds. At most one rebuild runs and one waits. A request starts a rebuild at once when none runs;
 * all requests during a rebuild share the next one. No change is lost, since content is pulled after the request came.
 */
export function createRebuilds(options: RebuildOptions) {
	const { rebuild, log, monitor, pauseMs = 300, retryDelayMs = minuteMs } = options;
	const jobs = new Map<string, Job>();
	let waiting: Job | undefined;
	let running: Promise<void> | undefined;
	let failures = 0;
	let retryTimer: NodeJS.Timeout | undefined;
	const closed = new AbortController();

	/** Requests a rebuild. Returns an id under which `find` gives its outcome. */
	function request(cause: string): string {
		waiting ??= { status: { status: "queued" }, causes: [] };
		waiting.causes.push(cause);
		const id = randomUUID();
		jobs.set(id, waiting);
		const [oldestId] = jobs.keys();
		if (jobs.size > maxIds && oldestId) jobs.delete(oldestId);
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
			if (waiting) await wait(pauseMs, undefined, { signal: closed.signal }).catch(() => {});
		}
	}

	async function run(job: Job): Promise<void> {
		clearTimeout(retryTimer);
		job.status = { status: "running" };
		const [first, ...others] = job.causes;
		const cause = others.length > 0 ? `${first}, and ${others.length} more` : `${first}`;
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
		/** Returns the outcome of a request; undefined when the id is not known, or no longer. */
		find: (id: string): RebuildStatus | undefined => jobs.get(id)?.status,
		/** Starts no more rebuilds. Resolves when the one that runs has ended. */
		close: async (): Promise<void> => {
			closed.abort();
			clearTimeout(retryTimer);
			await running;
		},
	};
}
