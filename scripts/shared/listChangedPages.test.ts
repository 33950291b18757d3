import { expect, test } from "vitest";
import { listChangedPages } from "./indexNow.js";

const describePages = (pages: Record<string, string>) => JSON.stringify({ pages });

test("pages that were changed, removed and added are changed pages", () => {
	const before = describePages({ "/": "1", "/about": "2", "/gone": "3" });
	const after = describePages({ "/": "1", "/about": "4", "/new": "5" });
	expect(listChangedPages(before, after)).toEqual(["/about", "/gone", "/new"]);
});

test.each([undefined, "<!doctype html>", "{}"])("before %j, no page has changed", (before) => {
	expect(listChangedPages(before, describePages({ "/": "1" }))).toEqual([]);
});
