import { describe, expect, test } from "vitest";
import { pages } from "../../content/pages.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { collapse, loadPages } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");

const readers = loadPages().filter(({ route }) => route === undefined || route === "approach" || route === "about");

describe.each(readers)("$file", ({ document, locale }) => {
	test("ends with a link and a price for each page that sells", () => {
		const rows = [...document.querySelectorAll("main > :last-child li:has(h3)")];
		const links = rows
			.map((row) => row.querySelector("a"))
			.map((link) => [link?.getAttribute("href"), collapse(link?.text)]);
		const sellingRoutes = routeNames.filter((name) => pages[name].sales);
		const expected = sellingRoutes.map((route) => [
			pathOf(route, locale),
			collapse(pages[route].label(snapshots[locale]).value),
		]);
		expect(links).toEqual(expected);
		for (const row of rows) expect(row.textContent).toMatch(/£\d/);
	});
});
