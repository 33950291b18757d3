import { setTimeout as wait } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import type { RouteName } from "../../content/pages.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { type Budget, budgets, findExcess } from "../tools/budgets.ts";
import { startForwarder, streamResponse } from "../tools/startForwarder.ts";
import { type Visitor, withVisitor } from "../tools/Visitor.ts";

type Steps = (visitor: Visitor) => Promise<void>;

const pathIn = (route: RouteName) => pathOf(route, "en-US");
const linkInMenu = (path: string) => `#menu a[href="${path}"]`;

const openMenu: Steps = async (visitor) => {
	await visitor.open("/");
	await visitor.openMenu();
};

// Uses a `Visitor`, because its Chromium prefetches pages. The browsers of `inEachEngine` do not.
test("a page is prefetched while a visitor points at its link", () =>
	withVisitor(inject("url"), async (visitor, responses) => {
		const listPaths = () => responses.map(({ path }) => path);
		await visitor.open(pathIn("packages"), { effectiveType: "3g" });
		await visitor.openMenu();
		responses.length = 0;
		await visitor.rest(linkInMenu("/approach"));
		await expect.poll(listPaths).toEqual([pathIn("approach")]);
		responses.length = 0;
		await visitor.touch(linkInMenu("/approach"));
		await expect.poll(() => responses.length).toBeGreaterThan(0);
		expect(listPaths()).not.toContain(pathIn("approach"));
	}));

const others = routeNames.filter((route) => route !== "home").sort();
const touchMargin: Steps = (visitor) => visitor.page.touchscreen.tap(5, 400);

test.each<[string, string, Steps, RouteName[]]>([
	["opening the menu", "4g", (visitor) => visitor.openMenu(), others],
	["opening the menu", "3g", (visitor) => visitor.openMenu(), []],
	["touching the page", "4g", touchMargin, ["about", "consultations"]],
	["touching the page", "3g", touchMargin, []],
])("%s prefetches linked pages on %s", (_, effectiveType, act, prefetched) =>
	withVisitor(inject("url"), async (visitor, responses) => {
		await visitor.open(pathIn("home"), { effectiveType });
		responses.length = 0;
		await act(visitor);
		await wait(2000);
		const paths = responses.map(({ path }) => path);
		const pages = routeNames.filter((route) => paths.includes(pathIn(route)));
		expect(pages.sort()).toEqual(prefetched);
	}),
);

test("a prerendered page appears in the language chosen meanwhile", async () => {
	const about = pathIn("about");
	const rules = { prerender: [{ urls: [about], eagerness: "immediate" }] };
	const site = await startForwarder(inject("url"), {
		intercept(path, outgoing) {
			if (path !== "/rules.json") return false;
			outgoing.setHeader("Content-Type", "application/speculationrules+json");
			outgoing.end(JSON.stringify(rules));
			return true;
		},
		passOn(response, outgoing, path) {
			if (path === pathIn("home")) response.headers["speculation-rules"] = '"/rules.json"';
			streamResponse(response, outgoing);
		},
	});
	onTestFinished(site.close);
	await withVisitor(site.url, async (visitor, responses) => {
		const listPaths = () => responses.map(({ path }) => path);
		await visitor.open(pathIn("home"));
		// Only pages that are prerendered, and not prefetched, load their pictures.
		const listAfterAbout = () =>
			listPaths()
				.slice(listPaths().indexOf(about) + 1)
				.join();
		await expect.poll(listAfterAbout).toContain("/media/");
		expect(listPaths()).toContain(about);
		await visitor.page.evaluate((path) => {
			localStorage.locale = "ru";
			document.querySelector<HTMLElement>(`main a[href="${path}"]`)?.focus();
		}, about);
		// The prerendered page replaces the current one during the call.
		await visitor.page.keyboard.press("Enter").catch(() => {});
		await expect
			.poll(() => new URL(visitor.page.target().url()).pathname)
			.toBe(pathOf("about", "ru"));
		expect(listPaths().filter((path) => path === about)).toHaveLength(1);
	});
});

test.each<[journey: string, before: Steps, measured: Steps, within: Budget[]]>([
	[
		"campaign link to a visited page",
		(visitor) => visitor.open("/consultations"),
		(visitor) => visitor.open(`/consultations?utm_source=letter&gclid=1`),
		[budgets.repeatedVisit, budgets.repeatedRequests],
	],
	[
		"all pages prefetched, none opened",
		(visitor) => visitor.open(pathIn("home")),
		async (visitor) => {
			await visitor.openMenu();
			for (const route of routeNames) await visitor.rest(linkInMenu(pathIn(route)));
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
