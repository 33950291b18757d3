import { callBuildHook } from "../http/callBuildHook.ts";
import type { Mail } from "../http/sendMail.ts";
import { type BuildState, openBuildRecords } from "./buildRecords.ts";
import { isBudgetLow, isCallAllowed, updateUsage } from "./deployBudget.ts";
import { writeBudgetMail } from "./writeBudgetMail.ts";

type ProductionOptions = {
	hook: string;
	/** Time without a further change before a build. */
	delayMs: number;
	/** Production deploys that a calendar month may have. */
	deploysPerMonth: number;
	/** Id of the live deploy, or undefined when Netlify does not provide it. */
	deployId: string | undefined;
	sendMail: (mail: Mail) => Promise<void>;
};

/** Maximum time that further changes can delay a build, as a multiple of the delay. */
const maxDelays = 3;

/** Maximum time from a webhook until Contentful delivers the change, in milliseconds. */
const deliveryTimeMs = 2 * 60_000;

/**
 * Calls the build hook when a recorded change is due and the month's budget allows it.
 * @throws Error when the build hook or Blobs fails; the change then stays recorded
 */
export async function buildProduction(options: ProductionOptions): Promise<void> {
	const { hook, delayMs, deploysPerMonth, deployId, sendMail } = options;
	const records = await openBuildRecords();
	const { change, state: storedState } = await records.read();
	const now = Date.now();
	const usage = updateUsage(storedState.usage, deployId, now);
	const state: BuildState = { ...storedState, usage };
	if (change) state.waitingSince = storedState.waitingSince ?? change.recordedAt;
	const isChanged = usage !== storedState.usage || state.waitingSince !== storedState.waitingSince;
	if (isChanged) await records.writeState(state);
	if (!change || state.waitingSince === undefined) return;
	const isDue =
		now - change.recordedAt >= delayMs || now - state.waitingSince >= maxDelays * delayMs;
	if (!isDue) return;

	if (isBudgetLow(usage, deploysPerMonth) && !usage.isMailSent) {
		usage.isMailSent = await trySending(sendMail, writeBudgetMail(usage, deploysPerMonth, now));
		await records.writeState(state);
	}
	if (!isCallAllowed(state, deploysPerMonth, now)) return;

	await callBuildHook(hook, change.title);
	const isDelivered = now - change.recordedAt >= deliveryTimeMs;
	await records.writeState({
		// A change that the build may not find yet stays recorded.
		lastCall: { changeId: isDelivered ? change.id : undefined, calledAt: now },
		usage: { ...usage, calls: usage.calls + 1 },
	});
}

/** Sends a mail. A mail that cannot be sent is logged, and must not delay the build. */
async function trySending(sendMail: (mail: Mail) => Promise<void>, mail: Mail): Promise<boolean> {
	try {
		await sendMail(mail);
		return true;
	} catch (error) {
		console.error(`Builds: the mail "${mail.subject}" cannot be sent: ${(error as Error).message}`);
		return false;
	}
}
