import { pathOf, type RouteName } from "../../content/routes.ts";
import { likelyRoutes } from "../../renderer/speculationRules.ts";
import { type Budget, budgets, explainExcess, sumSizes } from "./budgets.ts";
import type { RecordedResponse, Visitor } from "./Visitor.ts";

/** Sequence of steps of a visitor, with budgets for the bytes and requests that the steps cause. */
export type Journey = {
	name: string;
	/** Steps that are not measured, before the measured ones. */
	before: (visitor: Visitor) => Promise<unknown>;
	/** Steps that the budgets apply to. They can return their duration, in seconds. */
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

/** Result of one run of a journey. `seconds` is undefined if the journey measures no duration. */
export type JourneyRun = { seconds: number | undefined; responses: RecordedResponse[] };

export async function runJourney(
	{ before, measured }: Journey,
	visitor: Visitor,
	responses: RecordedResponse[],
): Promise<JourneyRun> {
	await before(visitor);
	responses.length = 0;
	const seconds = await measured(visitor);
	return { seconds: typeof seconds === "number" ? seconds : undefined, responses: [...responses] };
}

export function findExcess({ name, within }: Journey, { responses }: JourneyRun): string[] {
	return within.flatMap((budget) => {
		const parts = responses.map(({ path, bytes }) => ({ name: path, size: budget.unit === "requests" ? 1 : bytes }));
		return sumSizes(parts) > budget.limit ? [`${name}: ${explainExcess(budget, parts)}`] : [];
	});
}
