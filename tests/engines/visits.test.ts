import { expect, inject, test } from "vitest";
import { pathOf, routeNames } from "../../content/routes.ts";
import { type Budget, budgets, findExcess } from "../tools/budgets.ts";
import { type Visitor, withVisitor } from "../tools/Visitor.ts";

type Steps = (visitor: Visitor) => Promise<void>;

const linkInMenu = (path: string) => `#menu a[href="${path}"]`;

const openMenu: Steps = async (visitor) => {
	await visitor.open("/");
	await visitor.openMenu();
};

// Uses a `Visitor`, because its Chromium prefetches pages. The browsers of `inEachEngine` do not.
test("a page is prefetched while a visitor points at its link", () =>
	withVisitor(inject("url"), async (visitor, responses) => {
		const listPaths = () => responses.map(({ path }) => path);
		await openMenu(visitor);
		responses.length = 0;
		await visitor.rest(linkInMenu("/packages"));
		await expect.poll(listPaths).toEqual(["/packages"]);
		responses.length = 0;
		await visitor.touch(linkInMenu("/packages"));
		await expect.poll(() => responses.length).toBeGreaterThan(0);
		expect(listPaths()).not.toContain("/packages");
	}));

test.each<[journey: string, before: Steps, measured: Steps, within: Budget[]]>([
	[
		"campaign link to a visited page",
		(visitor) => visitor.open("/consultations"),
		(visitor) => visitor.open(`/consultations?utm_source=letter&gclid=1`),
		[budgets.repeatedVisit, budgets.repeatedRequests],
	],
	[
		"all pages prefetched, none opened",
		openMenu,
		async (visitor) => {
			for (const route of routeNames) await visitor.rest(linkInMenu(pathOf(route, "en-US")));
		},
		[budgets.guesses],
	],
	[
		"whole visit: home, consultations, packages, back",
		async () => {},
		async (visitor) => {
			await openMenu(visitor);
			await visitor.touch(linkInMenu("/consultations"));
			await visitor.openMenu();
			await visitor.touch(linkInMenu("/packages"));
			await visitor.goBack();
		},
		[budgets.visit],
	],
])('the journey "%s" keeps its budgets', (_, before, measured, within) =>
	withVisitor(inject("url"), async (visitor, responses) => {
		await before(visitor);
		responses.length = 0;
		await measured(visitor);
		expect(responses.length).toBeGreaterThan(0);
		const parts = responses.map(({ path, bytes }) => ({ name: path, size: bytes }));
		for (const budget of within) expect(findExcess(budget, parts)).toBeUndefined();
	}),
);
