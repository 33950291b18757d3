import { expect, inject, test } from "vitest";
import { pathOf, type RouteName, routeNames } from "../../content/routes.ts";
import { type Budget, budgets, explainExcess, sumSizes } from "../tools/budgets.ts";
import { type RecordedResponse, type Visitor, withVisitor } from "../tools/Visitor.ts";

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
const linkInMenu = (route: RouteName) => `#menu a[href="${pathIn(route)}"]`;

const openHome = (visitor: Visitor) => visitor.open(pathIn("home"));
async function openMenu(visitor: Visitor): Promise<void> {
	await openHome(visitor);
	await visitor.openMenu();
}

const journeys: Journey[] = [
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
		name: "all pages prefetched, none opened",
		before: openMenu,
		measured: async (visitor) => {
			for (const route of routeNames) await visitor.rest(linkInMenu(route));
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
		within: [budgets.visit],
	},
];

/**
 * Runs a test with a `Visitor`, because its Chromium prefetches pages. The browsers of `inEachEngine` do not.
 */
const visit = (
	run: (visitor: Visitor, responses: RecordedResponse[]) => Promise<void>,
): Promise<void> => withVisitor(inject("url"), run);

const pathsOf = (responses: RecordedResponse[]) => responses.map((response) => response.path);

test("a page is prefetched while a visitor points at its link", () =>
	visit(async (visitor, responses) => {
		const [path, link] = [pathIn("packages"), linkInMenu("packages")];
		await openMenu(visitor);
		responses.length = 0;
		await visitor.rest(link);
		await expect.poll(() => pathsOf(responses)).toEqual([path]);
		responses.length = 0;
		await visitor.touch(link);
		await expect.poll(() => responses.length).toBeGreaterThan(0);
		expect(pathsOf(responses)).not.toContain(path);
	}));

test.each(journeys)('the journey "$name" keeps its budgets', ({ before, measured, within }) =>
	visit(async (visitor, responses) => {
		await before(visitor);
		responses.length = 0;
		await measured(visitor);
		expect(responses.length).toBeGreaterThan(0);
		for (const budget of within) {
			const parts = responses.map(({ path, bytes }) => ({
				name: path,
				size: budget.unit === "requests" ? 1 : bytes,
			}));
			expect(sumSizes(parts), explainExcess(budget, parts)).toBeLessThanOrEqual(budget.limit);
		}
	}),
);
