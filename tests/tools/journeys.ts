import { pathOf, type RouteName } from "../../content/routes.ts";
import { likelyRoutes } from "../../site/speculationRules.ts";
import { type Budget, budgets, explain, sum } from "./budgets.ts";
import type { Answer, Visitor } from "./Visitor.ts";

/** Way through the site whose bytes and requests have budgets. */
export type Journey = {
	name: string;
	/** Steps before the measurement. */
	before: (visitor: Visitor) => Promise<unknown>;
	/** Measured steps. Resolves to seconds when the journey measures the time of a page. */
	measured: (visitor: Visitor) => Promise<unknown>;
	within: Budget[];
};

const pathIn = (route: RouteName) => pathOf(route, "en-US");
export const linkInMenu = (route: RouteName) => `nav a[href="${pathIn(route)}"]`;

export const openHome = (visitor: Visitor) => visitor.open(pathIn("home"));
export async function openMenu(visitor: Visitor): Promise<void> {
	await openHome(visitor);
	await visitor.openMenu();
}

/** Journeys that tests hold to their budgets. */
export const journeys: Journey[] = [
	{
		name: "home page again, a day later",
		before: openHome,
		measured: openHome,
		within: [budgets.repeatedVisit, budgets.repeatedRequests],
	},
	{
		name: "campaign link to a visited page",
		before: (visitor) => visitor.open(pathIn("consultations")),
		measured: (visitor) => visitor.open(`${pathIn("consultations")}?utm_source=letter&gclid=1`),
		within: [budgets.repeatedVisit, budgets.repeatedRequests],
	},
	{
		name: "all selling pages prerendered, none opened",
		before: openMenu,
		measured: async (visitor) => {
			for (const route of likelyRoutes) await visitor.rest(linkInMenu(route));
		},
		within: [budgets.guesses],
	},
	{
		name: "whole visit: home, consultations, packages, back",
		before: async () => {},
		measured: async (visitor) => {
			await openMenu(visitor);
			await visitor.touch(linkInMenu("consultations"));
			await visitor.openMenu();
			await visitor.touch(linkInMenu("packages"));
			await visitor.goBack();
		},
		within: [budgets.visit, budgets.visitRequests],
	},
];

/** Result of one run of a journey; `seconds` is undefined when the journey measures no time. */
export type JourneyRun = { seconds: number | undefined; answers: Answer[] };

/**
 * Runs a journey.
 * @param answers those of `withVisitors`, which are emptied before the measured steps
 */
export async function runJourney(
	{ before, measured }: Journey,
	visitor: Visitor,
	answers: Answer[],
): Promise<JourneyRun> {
	await before(visitor);
	answers.length = 0;
	const seconds = await measured(visitor);
	return { seconds: typeof seconds === "number" ? seconds : undefined, answers: [...answers] };
}

/** Lists exceeded budgets, each with the largest parts. */
export function findExcess({ name, within }: Journey, { answers }: JourneyRun): string[] {
	return within.flatMap((budget) => {
		const parts = answers.map(({ path, bytes }) => ({ name: path, size: budget.unit === "requests" ? 1 : bytes }));
		return sum(parts) > budget.most ? [`${name}: ${explain(budget, parts)}`] : [];
	});
}
