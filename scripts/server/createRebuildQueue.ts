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

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Time after which a change that Contentful has not delivered is a failure. */
const overdueAfterMs = 5 * minuteMs;

/** Longest delay of a retry in the first `overdueAfterMs` after a webhook or a failure. */
const maxEarlyDelayMs = 30_000;

/** Time from the first failed rebuild until a mail reports the failure. */
const mailAfterMs = 10 * minuteMs;

/** Creates the queue of rebuilds, in which all requests that arrive during a rebuild share the next rebuild. */
export function createRebuildQueue({ rebuild, log, sendMail }: RebuildOptions) {
	const status: RebuildStatus = {};
	const sendDueMail = createFailureMailer(log, sendMail);
	/** Changes that webhooks have reported and Contentful has not delivered, by the name of the entry or asset. */
	const undelivered = new Map<string, { state: ItemState; reportedAt: Date }>();
	let causes: string[] = [];
	let running: Promise<void> | undefined;
	let retryTimer: NodeJS.Timeout | undefined;
	let isClosed = false;

	/** @param state state of the changed entry or asset: rebuilds are repeated until Contentful delivers it */
	function request(cause: string, state?: ItemState): void {
		causes.push(cause);
		if (state)
			undelivered.set(`${state.type.toLowerCase()} ${state.id}`, { state, reportedAt: new Date() });
		running ??= runAll();
	}

	async function runAll(): Promise<void> {
		while (causes.length > 0 && !isClosed) {
			// This rebuild replaces the scheduled retry of an earlier rebuild.
			clearTimeout(retryTimer);
			const [first = "", ...others] = causes;
			const cause = others.length > 0 ? `${first}, and ${others.length} more` : first;
			causes = [];
			log(`Rebuild: ${cause}`);
			status.building = { since: new Date(), cause };
			const reasons = await rebuild(recordDelivery).then(listOverdue, listFaults);
			status.building = undefined;
			for (const reason of reasons) log(`✗ ${reason}`);
			const since = status.failing?.since ?? new Date();
			status.failing = reasons.length > 0 ? { since, reasons } : undefined;
			scheduleRetry();
			await sendDueMail(status.failing);
		}
		running = undefined;
	}

	/**
	 * Removes the changes that Contentful has delivered. After a day it also removes others, which were probably undone by
	 * a change whose webhook came earlier.
	 */
	function recordDelivery(isDelivered: DeliveryCheck): void {
		for (const [name, { state, reportedAt }] of undelivered) {
			if (isDelivered(state) || ageOf(reportedAt) >= 24 * hourMs) undelivered.delete(name);
		}
	}

	function listOverdue(): string[] {
		return [...undelivered]
			.filter(([, { reportedAt }]) => ageOf(reportedAt) >= overdueAfterMs)
			.map(([name]) => `Contentful has not delivered the change of ${name} for five minutes.`);
	}

	/** Schedules the next rebuild while the last one has failed or Contentful has not delivered a change. */
	function scheduleRetry(): void {
		const { failing } = status;
		const starts = [...undelivered.values()].map(({ reportedAt }) => reportedAt);
		if (failing) starts.push(failing.since);
		if (isClosed || starts.length === 0) return;
		// The delay doubles, because it is as long as the newest problem has lasted.
		const ageMs = Math.min(...starts.map(ageOf));
		const maxDelayMs = ageMs < overdueAfterMs ? maxEarlyDelayMs : hourMs;
		const delayMs = Math.min(Math.max(ageMs, 1_000), maxDelayMs);
		const problem = failing
			? "failed; the site stays as it is"
			: `Contentful does not deliver ${[...undelivered.keys()].join(", ")} yet`;
		const seconds = Math.round(delayMs / 1_000);
		log(`Rebuild: ${problem}. The next try is in ${seconds} s at the latest.`);
		retryTimer = setTimeout(() => request("another try"), delayMs).unref();
	}

	return {
		request,
		status: status as Readonly<RebuildStatus>,
		/** Prevents further rebuilds. Resolves when the running rebuild has ended. */
		close: async (): Promise<void> => {
			isClosed = true;
			await running;
		},
	};
}

const ageOf = (time: Date): number => Date.now() - time.getTime();

/** Returns a function that sends one mail about a lasting failure, and one when it has ended. */
function createFailureMailer(log: RebuildOptions["log"], sendMail: RebuildOptions["sendMail"]) {
	let isMailed = false;
	return async (failing: RebuildStatus["failing"]): Promise<void> => {
		const isLasting = failing !== undefined && ageOf(failing.since) >= mailAfterMs;
		const isDue = isMailed ? !failing : isLasting;
		if (!isDue || !sendMail) return;
		try {
			await sendMail(failing ? writeFailureMail(failing) : recoveryMail);
			isMailed = isLasting;
		} catch (error) {
			const reason = (error as Error).message;
			log(`✗ The mail about failed rebuilds is not sent: ${reason}. The next rebuild tries again.`);
		}
	};
}

function writeFailureMail({ since, reasons }: NonNullable<RebuildStatus["failing"]>): Mail {
	const paragraphs = [
		`Since ${since.toUTCString()} no change has reached the website. Visitors see the last good version.`,
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
