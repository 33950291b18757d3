import { pathOf, type RouteName } from "../../content/routes.ts";
import { likelyRoutes } from "../../renderer/speculationRules.ts";
import { type Budget, budgets, explainExcess, sumSizes } from "./budgets.ts";
import type { RecordedResponse, Visitor } from "./Visitor.ts";

/** Sequence of steps of a visitor, with budgets for the bytes and requests that the steps cause. */
type Journey = {
	name: string;
	/** Steps that are not measured, before the measured ones. */
	before: (visitor: Visitor) => Promise<unknown>;
	/** Steps that the budgets apply to. */
	measured: (visitor: Visitor) => Promise<unknown>;
	within: Budget[];
};

const pathIn = (route: RouteName) => pathOf(route, "en-US");
const linkInMenu = (route: RouteName) => `nav a[href="${pathIn(route)}"]`;

const openHome = (visitor: Visitor) => visitor.open(pathIn("home"));
async function openMenu(visitor: Visitor): Promise<void> {
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

/** Runs a journey, and returns the responses of its measured steps. */
export async function runJourney(
	{ before, measured }: Journey,
	visitor: Visitor,
	responses: RecordedResponse[],
): Promise<RecordedResponse[]> {
	await before(visitor);
	responses.length = 0;
	await measured(visitor);
	return [...responses];
}

export function findExcess({ name, within }: Journey, responses: RecordedResponse[]): string[] {
	return within.flatMap((budget) => {
		const parts = responses.map(({ path, bytes }) => ({ name: path, size: budget.unit === "requests" ? 1 : bytes }));
		return sumSizes(parts) > budget.limit ? [`${name}: ${explainExcess(budget, parts)}`] : [];
	});
}
