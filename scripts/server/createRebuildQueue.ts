import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { listFaults } from "../shared/faults.ts";

/**
 * Status of a rebuild. `live` means that the site shows all content that was published before the rebuild was
 * requested.
 */
type RebuildStatus = { status: "queued" | "running" | "live" } | { status: "failed"; reason: string[] };

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
	/**
	 * Time from the end of a rebuild to the start of a waiting rebuild, in milliseconds. Requests during this time share
	 * the waiting rebuild.
	 */
	pauseMs?: number | undefined;
	/**
	 * Delay before the first retry of a failed rebuild, in milliseconds. The delay doubles with each retry, up to an
	 * hour.
	 */
	retryDelayMs?: number;
};

/** A rebuild that one or more requests share, and the causes of these requests. */
type Job = { status: RebuildStatus; causes: string[] };

/** Maximum number of request ids that `findStatus` can look up. */
const maxIds = 10_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Creates the queue of rebuilds, in which all requests that arrive during a rebuild share the next rebuild. */
export function createRebuildQueue(options: RebuildOptions) {
	const { rebuild, log, monitor, pauseMs = 300, retryDelayMs = minuteMs } = options;
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
		running ??= runAll();
		return id;
	}

	async function runAll(): Promise<void> {
		try {
			while (waiting && !closed.signal.aborted) {
				const job = waiting;
				waiting = undefined;
				await run(job);
				if (waiting) await wait(pauseMs, undefined, { signal: closed.signal }).catch(() => {});
			}
		} finally {
			running = undefined;
		}
	}

	async function run(job: Job): Promise<void> {
		// This rebuild replaces the scheduled retry of an earlier rebuild.
		clearTimeout(retryTimer);
		job.status = { status: "running" };
		const cause = summariseCauses(job.causes);
		log(`Rebuild: ${cause}`);
		monitor?.recordRebuildStart(cause);
		try {
			await rebuild();
			job.status = { status: "live" };
			failures = 0;
			monitor?.recordRebuildEnd();
		} catch (error) {
			const reason = listFaults(error);
			job.status = { status: "failed", reason };
			monitor?.recordRebuildEnd(reason);
			for (const fault of reason) log(`✗ ${fault}`);
			if (!closed.signal.aborted) scheduleRetry();
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
		/** Prevents further rebuilds. Resolves when the running rebuild has ended. */
		close: async (): Promise<void> => {
			closed.abort();
			clearTimeout(retryTimer);
			await running;
		},
	};
}

/** Creates the registry of rebuilds by request id. When the registry is full, it evicts the oldest id. */
function createJobRegistry() {
	const jobs = new Map<string, Job>();
	return {
		add(job: Job): string {
			const id = randomUUID();
			jobs.set(id, job);
			const oldestId = jobs.keys().next().value;
			if (jobs.size > maxIds && oldestId) jobs.delete(oldestId);
			return id;
		},
		/** Returns the status of a request's rebuild, or undefined when the request id is unknown or evicted. */
		findStatus: (id: string): RebuildStatus | undefined => jobs.get(id)?.status,
	};
}

function summariseCauses([first = "", ...others]: string[]): string {
	return others.length > 0 ? `${first}, and ${others.length} more` : first;
}
