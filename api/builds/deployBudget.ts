/** Production deploys of one month. */
export type DeployUsage = {
	/** Calendar month in UTC, such as `2026-11`. */
	month: string;
	/** Our own successful calls of the build hook. Some of their builds are cancelled, because nothing has changed. */
	calls: number;
	/** Live deploys that the scheduled function has seen, whoever started them. */
	deploys: number;
	deployId?: string | undefined;
	isMailSent: boolean;
};

/** Last successful call of the build hook, and the deploys of the current month, if there were any. */
type CallHistory = { lastCall?: { calledAt: number } | undefined; usage?: DeployUsage | undefined };

/** Share of the budget from which on builds are spread over the rest of the month. */
const lowShare = 0.8;

const dayMs = 24 * 60 * 60 * 1_000;

/** Updates the usage at the beginning of a month and after a deploy. Returns the same object when nothing changes. */
export function updateUsage(
	usage: DeployUsage | undefined,
	deployId: string | undefined,
	now: number,
): DeployUsage {
	const month = new Date(now).toISOString().slice(0, 7);
	const isNewDeploy = deployId !== undefined && deployId !== usage?.deployId;
	if (usage?.month === month && !isNewDeploy) return usage;
	const emptyUsage: DeployUsage = {
		month,
		calls: 0,
		deploys: 0,
		deployId: usage?.deployId,
		isMailSent: false,
	};
	const current = usage?.month === month ? usage : emptyUsage;
	if (!isNewDeploy) return current;
	return { ...current, deploys: current.deploys + 1, deployId };
}

/** Counts the month's deploys. A call whose build is not live yet counts as a deploy. */
export const countDeploys = ({ calls, deploys }: DeployUsage): number => Math.max(calls, deploys);

export function isBudgetLow(usage: DeployUsage, deploysPerMonth: number): boolean {
	return countDeploys(usage) >= deploysPerMonth * lowShare;
}

/**
 * Checks whether the budget allows a call of the build hook. When the budget is low, the remaining deploys are spread
 * over the rest of the month, with at least a day between two calls.
 */
export function isCallAllowed(
	{ lastCall, usage }: CallHistory,
	deploysPerMonth: number,
	now: number,
): boolean {
	if (!usage || !isBudgetLow(usage, deploysPerMonth)) return true;
	const remainingDeploys = deploysPerMonth - countDeploys(usage);
	if (remainingDeploys <= 0) return false;
	const intervalMs = Math.max(dayMs, (findMonthEnd(now) - now) / remainingDeploys);
	return now - (lastCall?.calledAt ?? 0) >= intervalMs;
}

/** Returns the beginning of the next calendar month in UTC, in milliseconds since 1970. */
export function findMonthEnd(now: number): number {
	const date = new Date(now);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
