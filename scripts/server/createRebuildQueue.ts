import type { Mail } from "../../api/http/sendMail.ts";
import type { ItemState } from "../../api/webhooks/webhookSource.ts";
import type { DeliveryCheck } from "../pull/contentful/createDeliveryCheck.ts";
import { listFaults } from "../shared/faults.ts";

type RebuildOptions = {
	/**
	 * Rebuilds the site with content that is fetched after the call. Calls `recordDelivery` when the content has arrived.
	 * @throws the error of the build
	 */
	rebuild: (recordDelivery: (isDelivered: DeliveryCheck) => void) => Promise<void>;
	log: (line: string) => void;
	/** Sends a mail to the administrator of the site. */
	sendMail?: ((mail: Mail) => Promise<void>) | undefined;
};

/** State of the rebuilds, for the page `/status`. */
export type RebuildStatus = {
	/** Start and cause of the running rebuild. */
	building?: { since: Date; cause: string } | undefined;
	/** Start of the current series of failed rebuilds, and reasons for the last failure. */
	failing?: { since: Date; reasons: string[] } | undefined;
};

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Time after a webhook in which Contentful may still deliver the content from before the change. */
const deliveryTimeMs = 5 * minuteMs;

/** Time from the first failed rebuild until a mail reports the failure. */
const mailAfterMs = 10 * minuteMs;

/** Creates the queue of rebuilds, in which all requests that arrive during a rebuild share the next rebuild. */
export function createRebuildQueue({ rebuild, log, sendMail }: RebuildOptions) {
	const status: RebuildStatus = {};
	const undelivered = createUndeliveredChanges();
	const sendDueMail = createFailureMailer(log, sendMail);
	let waiting: string[] = [];
	let running: Promise<void> | undefined;
	/** Retries since the last success. Webhooks do not count, so that they do not lengthen the delay. */
	let retryCount = 0;
	let retryTimer: NodeJS.Timeout | undefined;
	let isClosed = false;

	/** @param state state of the changed entry or asset: rebuilds are repeated until Contentful delivers it */
	function request(cause: string, state?: ItemState): void {
		waiting.push(cause);
		if (state) undelivered.add(state);
		running ??= runAll();
	}

	async function runAll(): Promise<void> {
		while (waiting.length > 0 && !isClosed) {
			const cause = summarise(waiting);
			waiting = [];
			await run(cause);
		}
		running = undefined;
	}

	async function run(cause: string): Promise<void> {
		// This rebuild replaces the scheduled retry of an earlier rebuild.
		clearTimeout(retryTimer);
		log(`Rebuild: ${cause}`);
		status.building = { since: new Date(), cause };
		const reasons = await rebuild(undelivered.recordDelivery).then(
			undelivered.listOverdue,
			listFaults,
		);
		status.building = undefined;
		for (const reason of reasons) log(`✗ ${reason}`);
		if (reasons.length > 0) {
			status.failing = { since: status.failing?.since ?? new Date(), reasons };
		} else {
			status.failing = undefined;
			retryCount = 0;
		}
		if (!isClosed) scheduleNextTry();
		await sendDueMail(status.failing);
	}

	function scheduleNextTry(): void {
		const deliveryDelayMs = undelivered.computeDelayMs();
		if (deliveryDelayMs === undefined && !status.failing) return;
		const delayMs = deliveryDelayMs ?? Math.min(minuteMs * 2 ** retryCount, hourMs);
		const problem = status.failing
			? "failed; the site stays as it is"
			: `Contentful does not deliver ${summarise(undelivered.listNames())} yet`;
		const time =
			delayMs < minuteMs
				? `${Math.round(delayMs / secondMs)} s`
				: `${Math.round(delayMs / minuteMs)} min`;
		log(`Rebuild: ${problem}. The next try is in ${time} at the latest.`);
		retryTimer = setTimeout(() => {
			if (deliveryDelayMs === undefined) retryCount++;
			request("another try");
		}, delayMs).unref();
	}

	return {
		request,
		status: status as Readonly<RebuildStatus>,
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

/** Returns a function that sends one mail about a lasting failure, and one when it has ended. */
function createFailureMailer(log: RebuildOptions["log"], sendMail: RebuildOptions["sendMail"]) {
	let isFailureMailed = false;
	return async (failing: RebuildStatus["failing"]): Promise<void> => {
		const isLasting = failing !== undefined && Date.now() - failing.since.getTime() >= mailAfterMs;
		const isDue = isFailureMailed ? !failing : isLasting;
		if (!isDue || !sendMail) return;
		try {
			await sendMail(failing ? writeFailureMail(failing) : recoveryMail);
			isFailureMailed = isLasting;
		} catch (error) {
			log(
				`✗ The mail about failed rebuilds is not sent: ${(error as Error).message}. The next rebuild tries again.`,
			);
		}
	};
}

function writeFailureMail({ since, reasons }: NonNullable<RebuildStatus["failing"]>): Mail {
	const paragraphs = [
		`Since ${formatTime(since)} no change has reached the website. Visitors see the last good version.`,
		"The reason:",
		...reasons,
		"The server tries again by itself, at least once an hour. When an update succeeds, you get one more mail.",
	];
	return { subject: "The website cannot be updated", text: `${paragraphs.join("\n\n")}\n` };
}

const recoveryMail: Mail = {
	subject: "The website is up to date again",
	text: "The website shows the latest content again.\n",
};

/** Formats a time as `21 November 2026 at 14:05 UTC`. */
export function formatTime(time: Date): string {
	const format = new Intl.DateTimeFormat("en-GB", {
		dateStyle: "long",
		timeStyle: "short",
		timeZone: "UTC",
	});
	return `${format.format(time)} UTC`;
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
			const overdue = [...changes].filter(
				([, { reportedAt }]) => Date.now() - reportedAt >= deliveryTimeMs,
			);
			return overdue.map(
				([name]) => `Contentful has not delivered the change of ${name} for five minutes.`,
			);
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
