import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { faultsOf } from "../shared/faults.ts";

/** What became of a rebuild. `live` says that the site shows what was asked for. */
type RebuildStatus = { status: "queued" | "running" | "live" } | { status: "failed"; reason: string[] };

type RebuildOptions = {
	/** Makes the site anew, from content that is pulled after it is called. Throws what went wrong. */
	rebuild: () => Promise<void>;
	log: (line: string) => void;
	/** Learns of each rebuild: what asked for it, and why it failed; no reasons mean that it succeeded. */
	watch?: { started(cause: string): void; ended(reasons?: string[]): void };
	/** Milliseconds between two rebuilds, in which requests gather. */
	pause?: number | undefined;
	/** Milliseconds after which a rebuild that failed is tried again; doubled each time, up to an hour. */
	again?: number;
};

/** What all requests share that are answered by the same rebuild. */
type Job = { status: RebuildStatus; causes: string[] };

/** Ids that are remembered. */
const mostIds = 10_000;
const hour = 60 * 60 * 1000;

/**
 * Rebuilds one at a time. A request begins a rebuild at once when none is under way; all that come during one share the
 * next, which begins a little later. So none is lost: content is pulled after the request came.
 */
export function createRebuilds(options: RebuildOptions) {
	const { rebuild, log, watch, pause = 300, again = 60_000 } = options;
	const jobs = new Map<string, Job>();
	let waiting: Job | undefined;
	let running: Promise<void> | undefined;
	let failures = 0;
	let retry: NodeJS.Timeout | undefined;
	const closed = new AbortController();

	/** Asks for a rebuild. Out: an id under which `find` tells what becomes of it. */
	function request(cause: string): string {
		waiting ??= { status: { status: "queued" }, causes: [] };
		waiting.causes.push(cause);
		const id = randomUUID();
		jobs.set(id, waiting);
		const [oldest] = jobs.keys();
		if (jobs.size > mostIds && oldest) jobs.delete(oldest);
		running ??= runAll().finally(() => {
			running = undefined;
		});
		return id;
	}

	async function runAll(): Promise<void> {
		for (let job = waiting; job && !closed.signal.aborted; job = waiting) {
			waiting = undefined;
			await run(job);
			if (waiting) await wait(pause, undefined, { signal: closed.signal }).catch(() => {});
		}
	}

	async function run(job: Job): Promise<void> {
		clearTimeout(retry);
		job.status = { status: "running" };
		const [first, ...others] = job.causes;
		const cause = `${first}${others.length > 0 ? `, and ${others.length} more` : ""}`;
		log(`Rebuild: ${cause}`);
		watch?.started(cause);
		try {
			await rebuild();
			job.status = { status: "live" };
			watch?.ended();
			failures = 0;
		} catch (error) {
			const reason = faultsOf(error);
			job.status = { status: "failed", reason };
			watch?.ended(reason);
			for (const fault of reason) log(`✗ ${fault}`);
			const delay = Math.min(again * 2 ** failures++, hour);
			const next = `The next try is in ${Math.round(delay / 60_000)} min at the latest.`;
			log(`Rebuild: failed; the site stays as it is. ${next}`);
			retry = setTimeout(() => request("another try"), delay).unref();
		}
	}

	return {
		request,
		/** Undefined for an id that is not known, or not any more. */
		find: (id: string): RebuildStatus | undefined => jobs.get(id)?.status,
		/** Starts no more rebuilds, and resolves when the one under way is over. */
		close: async (): Promise<void> => {
			closed.abort();
			clearTimeout(retry);
			await running;
		},
	};
}
