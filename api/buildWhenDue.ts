import { parseValidSettings } from "../environment/environment.server.ts";
import { type BuildRecord, readBuildRecord, updateBuildRecord } from "./builds/buildRecord.ts";
import { writeBudgetMail } from "./builds/writeBudgetMail.ts";
import { deletePastCounts } from "./mail/mailCounts.ts";
import { sendMail } from "./mail/sendMail.ts";

/**
 * Schedule of this function: https://docs.netlify.com/build/functions/scheduled-functions/
 * Netlify runs it on the published deploy only, with a time limit of 30 seconds. Our own server does not run it.
 */
export const config = {
	schedule: "*/5 * * * *",
};

/**
 * Snapshot with the contact address. A literal in this file, because Netlify packs the files that it finds in such
 * expressions of a function's own file.
 */
const packedSnapshot = new URL("../content/generated/en-US.json", import.meta.url);

type BuildContext = {
	/** Live deploy, from Netlify's context object. */
	deploy?: { id: string };
	/** Snapshot with the contact address, for tests. */
	snapshotFile?: string | URL;
};

/** Maximum time that further changes can delay a build, as a multiple of the delay. */
const maxDelays = 3;

/** Maximum time from a webhook until Contentful delivers the change, in milliseconds. */
const deliveryTimeMs = 2 * 60_000;

const hookTimeoutMs = 8_000;

/**
 * Starts a build for recorded changes, and once a day in case a webhook was lost. The next run repeats what fails.
 * @throws Error, which Netlify logs
 */
export default async function buildWhenDue(
	_request: Request,
	{ deploy, snapshotFile = packedSnapshot }: BuildContext,
): Promise<void> {
	const { builds, mail: mailSettings, statusLocale } = parseValidSettings();
	const { hook, delayMs, deploysPerMonth } = builds;
	const now = Date.now();
	const record = await readBuildRecord();
	const next = countDeploys(record, deploy?.id, now);
	const deploys = Math.max(next.builds, next.deploys);
	const pauseMs = computePauseMs(deploys, deploysPerMonth, now);
	// Without a hook, webhooks are refused, so there is nothing to build.
	const isAllowed = hook !== undefined && now - record.builtAt >= pauseMs;
	const { waiting } = record;
	const isDue =
		waiting !== undefined &&
		(now - waiting.lastAt >= delayMs || now - waiting.firstAt >= maxDelays * delayMs);
	const isNewDay = next.day !== record.day;
	if (isNewDay) await deletePastCounts(next.day);

	if (isDue && isAllowed) {
		await callBuildHook(hook, waiting.title);
		next.builds++;
		next.builtAt = now;
	} else if (isNewDay && isAllowed) {
		// A build without changes is cancelled (scripts/netlify) and costs nothing. Any other is counted when it is live.
		await callBuildHook(hook, "Daily check");
	}
	await updateBuildRecord((latest) => {
		const isBuilt = next.builtAt === now;
		return { ...next, waiting: isBuilt ? findUndelivered(latest, now) : latest.waiting };
	});

	if (isDue && pauseMs > 0 && !next.isMailSent) {
		const mails = writeBudgetMail(deploysPerMonth, deploys, findMonthEnd(now));
		if (mailSettings) await sendMail(mailSettings, snapshotFile, mails[statusLocale]);
		else console.error(`Builds: ${mails["en-US"].text}`);
		await updateBuildRecord((latest) => ({ ...latest, isMailSent: true }));
	}
}

/** Counts a deploy that was not live at the last run. Each month (UTC) begins with new counts. */
function countDeploys(record: BuildRecord, deployId: string | undefined, now: number): BuildRecord {
	const day = new Date(now).toISOString().slice(0, 10);
	const next = { ...record, day, deployId };
	const isNewMonth = record.day.slice(0, 7) !== day.slice(0, 7);
	if (isNewMonth) Object.assign(next, { builds: 0, deploys: 0, isMailSent: false });
	if (deployId !== record.deployId) next.deploys++;
	return next;
}

/** Returns the changes that a build may not find yet. They stay recorded, for another build. */
function findUndelivered({ waiting }: BuildRecord, builtAt: number): BuildRecord["waiting"] {
	if (!waiting || builtAt - waiting.lastAt >= deliveryTimeMs) return undefined;
	return { ...waiting, firstAt: waiting.lastAt };
}

/**
 * Starts a build on Netlify: https://docs.netlify.com/configure-builds/build-hooks/
 * @param hook secret URL of the build hook, which no error names
 * @param title title of the build in Netlify's list of deploys
 */
async function callBuildHook(hook: string, title: string): Promise<void> {
	const url = new URL(hook);
	url.searchParams.set("trigger_title", title);
	const signal = AbortSignal.timeout(hookTimeoutMs);
	const { ok, status } = await fetch(url, { method: "POST", signal });
	if (!ok) throw new Error(`The build hook answers ${status}.`);
}

/** Share of the budget from which on builds are spread over the rest of the month. */
const lowShare = 0.8;

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Computes the time that must lie between two builds. When the budget is low, the remaining deploys are spread over the
 * rest of the month, with at least a day between two builds.
 * @param deploys deploys of this month
 * @returns milliseconds; 0 while the budget is not low
 */
function computePauseMs(deploys: number, deploysPerMonth: number, now: number): number {
	if (deploys < deploysPerMonth * lowShare) return 0;
	if (deploys >= deploysPerMonth) return Number.POSITIVE_INFINITY;
	return Math.max(dayMs, (findMonthEnd(now) - now) / (deploysPerMonth - deploys));
}

/** Returns the beginning of the next calendar month in UTC, in milliseconds since 1970. */
function findMonthEnd(now: number): number {
	const date = new Date(now);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
