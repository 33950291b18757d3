import type { Mail } from "../../api/mail/sendMail.ts";
import type { ItemState } from "../../api/webhooks/change.ts";
import type { Locale } from "../../content/locales.ts";
import type { DeliveryCheck } from "../pull/contentful/createDeliveryCheck.ts";
import { Report, type Space } from "../pull/report.ts";
import { type Fault, formatFaults, listFaults } from "../shared/faults.ts";
import { formatTime, statusWords } from "./statusWords.ts";

type RebuildOptions = {
	/**
	 * Rebuilds the site with content that is fetched after the call.
	 * @returns check of the fetched content
	 * @throws the error of the build
	 */
	rebuild: () => Promise<DeliveryCheck>;
	log: (line: string) => void;
	/** Sends a mail to the administrator of the site. */
	sendMail?: ((mail: Mail) => Promise<void>) | undefined;
	/** Contentful space, to which mails and `/status` link. */
	space: Space;
	/** Language of the mails. */
	locale: Locale;
};

/** State of the rebuilds, for the page `/status`. */
export type RebuildStatus = {
	isBuilding: boolean;
	/**
	 * Start of the current series of failed rebuilds, or time of a late change, and reasons of the last rebuild. The time
	 * is that of `performance.now()`, because the clock of the machine can be set back.
	 */
	failing?: { sinceMs: number; reasons: Fault[] } | undefined;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Creates the queue of rebuilds, in which all requests that arrive during a rebuild share the next rebuild. */
export function createRebuildQueue({ rebuild, log, sendMail, space, locale }: RebuildOptions) {
	const status: RebuildStatus = { isBuilding: false };
	/** Changes that webhooks have reported and Contentful has not delivered, by type and id. */
	const undelivered = new Map<string, { state: ItemState; reportedAtMs: number }>();
	let requestedAtMs = performance.now();
	/** Cause of the next rebuild. Only the newest is stored, because one rebuild includes all changes. */
	let nextCause: string | undefined;
	let retryTimer: NodeJS.Timeout | undefined;
	let isMailed = false;
	let isClosed = false;

	/** @param state state of the changed entry or asset: rebuilds are repeated until Contentful delivers it */
	function request(cause: string, state?: ItemState): void {
		requestedAtMs = performance.now();
		if (state) undelivered.set(`${state.type} ${state.id}`, { state, reportedAtMs: requestedAtMs });
		start(cause);
	}

	function start(cause: string): void {
		nextCause = cause;
		if (!status.isBuilding) void runAll();
	}

	async function runAll(): Promise<void> {
		status.isBuilding = true;
		while (nextCause && !isClosed) {
			// This rebuild replaces the scheduled retry of an earlier rebuild.
			clearTimeout(retryTimer);
			log(`Rebuild: ${nextCause}`);
			nextCause = undefined;
			const reasons: Fault[] = await rebuild().then(reportUndelivered, listFaults);
			for (const reason of formatFaults(reasons, "en-US")) log(`✗ ${reason}`);
			const times = [...undelivered.values()].map(({ reportedAtMs }) => reportedAtMs);
			const sinceMs = status.failing?.sinceMs ?? Math.min(performance.now(), ...times);
			status.failing = reasons.length > 0 ? { sinceMs, reasons } : undefined;
			if (status.failing) scheduleRetry();
			await sendDueMail();
		}
		status.isBuilding = false;
	}

	/**
	 * Reports the changes that the fetched content lacks. Forgets them after a day, because they were probably undone by a
	 * change whose webhook came earlier.
	 */
	function reportUndelivered(isDelivered: DeliveryCheck): Fault[] {
		status.failing = undefined;
		const report = new Report(space);
		for (const [item, { state, reportedAtMs }] of undelivered) {
			if (isDelivered(state) || ageOf(reportedAtMs) >= 24 * hourMs) undelivered.delete(item);
			else report.add(state, "changeUndelivered", "formerShown");
		}
		return report.findings;
	}

	/** Schedules another try. The delay is the time since the last request, so it doubles, up to a limit. */
	function scheduleRetry(): void {
		const ageMs = ageOf(requestedAtMs);
		const maxDelayMs = ageMs < 5 * minuteMs ? 30_000 : hourMs;
		const delayMs = Math.min(Math.max(ageMs, 1_000), maxDelayMs);
		log(`Rebuild: not up to date. Next try in ${Math.round(delayMs / 1_000)} s at the latest.`);
		retryTimer = setTimeout(start, delayMs, "another try").unref();
	}

	/** Sends one mail about failures that last for ten minutes, and one when they have ended. */
	async function sendDueMail({ failing } = status): Promise<void> {
		const isLasting = failing !== undefined && ageOf(failing.sinceMs) >= 10 * minuteMs;
		if (!sendMail || (isMailed ? failing : !isLasting)) return;
		try {
			await sendMail(writeMail(failing, locale));
			isMailed = isLasting;
		} catch (error) {
			log(`✗ The mail about failed rebuilds is not sent: ${(error as Error).message}`);
		}
	}

	return {
		request,
		status,
		/** Prevents further rebuilds. */
		close(): void {
			isClosed = true;
		},
	};
}

const ageOf = (timeMs: number): number => performance.now() - timeMs;

/** Converts a time of `performance.now()`. */
export function toDate(timeMs: number): Date {
	return new Date(Date.now() - ageOf(timeMs));
}

/** Writes the mail about a lasting failure, or about its end. */
function writeMail(failing: RebuildStatus["failing"], locale: Locale): Mail {
	const text = statusWords[locale];
	if (!failing) return { subject: text.endedSubject, text: `${text.ended}\n` };
	const paragraphs = [
		text.failingSince.replace("{time}", formatTime(toDate(failing.sinceMs), locale)),
		text.reason,
		...formatFaults(failing.reasons, locale),
		text.retries,
	];
	return { subject: text.failingSubject, text: `${paragraphs.join("\n\n")}\n` };
}
