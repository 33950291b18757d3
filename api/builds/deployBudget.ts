import type { Mail } from "../http/sendMail.ts";

/** Share of the budget from which on builds are spread over the rest of the month. */
const lowShare = 0.8;

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Computes the time that must lie between two builds. When the budget is low, the remaining deploys are spread over the
 * rest of the month, with at least a day between two builds.
 * @param deploys deploys of this month
 * @returns milliseconds; 0 while the budget is not low
 */
export function computePauseMs(deploys: number, deploysPerMonth: number, now: number): number {
	if (deploys < deploysPerMonth * lowShare) return 0;
	if (deploys >= deploysPerMonth) return Number.POSITIVE_INFINITY;
	return Math.max(dayMs, (findMonthEnd(now) - now) / (deploysPerMonth - deploys));
}

/** Returns the beginning of the next calendar month in UTC, in milliseconds since 1970. */
function findMonthEnd(now: number): number {
	const date = new Date(now);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** Writes the mail that explains to the owner why changes go live later for the rest of the month. */
export function writeBudgetMail(deploys: number, deploysPerMonth: number, now: number): Mail {
	const nextMonth = new Date(findMonthEnd(now)).toLocaleDateString("en-GB", {
		day: "numeric",
		month: "long",
		timeZone: "UTC",
	});
	const paragraphs = [
		`The website may be published ${deploysPerMonth} times this month, and ${deploys} of them are used up. Each publication costs credits on Netlify. When a team has no credits left, Netlify takes its websites off the net.`,
		`So until ${nextMonth} the website is published once a day at most, and less often when the rest would not last. Changes are collected until then, and none is lost. Visitors notice nothing.`,
		"What you can do:",
		`- Nothing. From ${nextMonth} on, changes go live within minutes again.`,
		"- Publish many changes in one go, and rarely: changes within a few minutes share one publication.",
		"- To publish at once, choose Deploys, Trigger deploy in Netlify. That is never refused, and costs the same credits.",
		"- Choose a larger plan in Netlify, and ask your administrator to raise NETLIFY_DEPLOYS_PER_MONTH.",
	];
	return {
		subject: "The website is published once a day at most",
		text: `${paragraphs.join("\n\n")}\n`,
	};
}
