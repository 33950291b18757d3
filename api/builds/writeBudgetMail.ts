import type { Mail } from "../http/sendMail.ts";
import { countDeploys, type DeployUsage, findMonthEnd } from "./deployBudget.ts";

/** Writes the mail that explains to the owner why changes go live later for the rest of the month. */
export function writeBudgetMail(usage: DeployUsage, deploysPerMonth: number, now: number): Mail {
	const format = new Intl.DateTimeFormat("en-GB", {
		day: "numeric",
		month: "long",
		timeZone: "UTC",
	});
	const nextMonth = format.format(findMonthEnd(now));
	const paragraphs = [
		`The website may be published ${deploysPerMonth} times this month, and ${countDeploys(usage)} of them are used up. Each publication costs credits on Netlify. When a team has no credits left, Netlify takes its websites off the net.`,
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
