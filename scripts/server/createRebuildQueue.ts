import type { ItemState } from "../../api/webhooks/webhookSource.ts";
import type { DeliveryCheck } from "../pull/contentful/createDeliveryCheck.ts";
import { listFaults } from "../shared/faults.ts";

type RebuildOptions = {
	/**
	 * Rebuilds the site with content that is fetched after the call: `rebuild` of `LiveSite.ts`, or in development a new
	 * pull. Calls `recordDelivery` when the content has arrived.
	 * @throws the error of the build
	 */
	rebuild: (recordDelivery: (isDelivered: DeliveryCheck) => void) => Promise<void>;
	log: (line: string) => void;
	/** Status monitor. `reasons` lists the errors of a failed rebuild, and is missing after a successful rebuild. */
	monitor?: { recordRebuildStart(cause: string): void; recordRebuildEnd(reasons?: string[]): void };
};

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Time after a webhook in which Contentful may still deliver the content from before the change. */
const deliveryTimeMs = 5 * minuteMs;

/** Creates the queue of rebuilds, in which all requests that arrive during a rebuild share the next rebuild. */
export function createRebuildQueue({ rebuild, log, monitor }: RebuildOptions) {
	let waiting: string[] = [];
	let running: Promise<void> | undefined;
	/** Retries since the last success. Webhooks do not count, so that they do not lengthen the delay. */
	let retryCount = 0;
	let retryTimer: NodeJS.Timeout | undefined;
	let isClosed = false;
	const undelivered = createUndeliveredChanges();

	/** @param state state of the changed entry or asset: rebuilds are repeated until Contentful delivers it */
	function request(cause: string, state?: ItemState): void {
		waiting.push(cause);
		if (state) undelivered.add(state);
		running ??= runAll();
	}

	async function runAll(): Promise<void> {
		while (waiting.length > 0 && !isClosed) {
			const causes = waiting;
			waiting = [];
			await run(summarise(causes));
		}
		running = undefined;
	}

	async function run(cause: string): Promise<void> {
		// This rebuild replaces the scheduled retry of an earlier rebuild.
		clearTimeout(retryTimer);
		log(`Rebuild: ${cause}`);
		monitor?.recordRebuildStart(cause);
		const faults = await rebuild(undelivered.recordDelivery).then(undelivered.listOverdue, listFaults);
		const hasFailed = faults.length > 0;
		for (const fault of faults) log(`✗ ${fault}`);
		if (!hasFailed) retryCount = 0;
		monitor?.recordRebuildEnd(hasFailed ? faults : undefined);
		if (!isClosed) scheduleNextTry(hasFailed);
	}

	function scheduleNextTry(hasFailed: boolean): void {
		const deliveryDelayMs = undelivered.computeDelayMs();
		if (deliveryDelayMs === undefined && !hasFailed) return;
		const delayMs = deliveryDelayMs ?? Math.min(minuteMs * 2 ** retryCount, hourMs);
		const problem = hasFailed
			? "failed; the site stays as it is"
			: `Contentful does not deliver ${summarise(undelivered.listNames())} yet`;
		const time = delayMs < minuteMs ? `${Math.round(delayMs / secondMs)} s` : `${Math.round(delayMs / minuteMs)} min`;
		log(`Rebuild: ${problem}. The next try is in ${time} at the latest.`);
		retryTimer = setTimeout(() => {
			if (deliveryDelayMs === undefined) retryCount++;
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

function summarise([first = "", ...others]: string[]): string {
	return others.length > 0 ? `${first}, and ${others.length} more` : first;
}

/** Creates the list of changed entries and assets that Contentful has not delivered yet. */
function createUndeliveredChanges() {
	const changes = new Map<string, { state: ItemState; reportedAt: number }>();

	return {
		add(state: ItemState): void {
			changes.set(`${state.type.toLowerCase()} ${state.id}`, { state, reportedAt: Date.now() });
		},
		/**
		 * Removes the changes that Contentful has delivered. After a day it also removes others, which were probably undone
		 * by a change whose webhook came earlier.
		 */
		recordDelivery(isDelivered: DeliveryCheck): void {
			for (const [name, { state, reportedAt }] of changes) {
				if (isDelivered(state) || Date.now() - reportedAt >= dayMs) changes.delete(name);
			}
		},
		listNames: (): string[] => [...changes.keys()],
		listOverdue(): string[] {
			const overdue = [...changes].filter(([, { reportedAt }]) => Date.now() - reportedAt >= deliveryTimeMs);
			return overdue.map(([name]) => `Contentful has not delivered the change of ${name} for five minutes.`);
		},
		/**
		 * Computes the delay until the next try. It doubles, because it is as long as the newest change has waited.
		 * @returns undefined when no delivery is expected
		 */
		computeDelayMs(): number | undefined {
			const reportTimes = [...changes.values()].map(({ reportedAt }) => reportedAt);
			const waitedMs = Date.now() - Math.max(...reportTimes);
			if (waitedMs >= deliveryTimeMs) return undefined;
			return Math.min(Math.max(waitedMs, secondMs), minuteMs / 2);
		},
	};
}
