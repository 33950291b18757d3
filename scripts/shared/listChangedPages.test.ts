import { expect, test } from "vitest";
import { listChangedPages } from "./indexNow.js";

const describePages = (words: Record<string, string>) =>
	JSON.stringify({
		pages: Object.fromEntries(Object.entries(words).map(([path, hash]) => [path, { words: hash }])),
	});

test("a page with other words and a new page are changed pages", () => {
	const before = describePages({ "/": "1", "/about": "2", "/gone": "3" });
	const after = describePages({ "/": "1", "/about": "4", "/new": "5" });
	expect(listChangedPages(before, after)).toEqual(["/about", "/new"]);
});

test.each([undefined, "<!doctype html>", "{}"])("before %j, no page has changed", (before) => {
	expect(listChangedPages(before, describePages({ "/": "1" }))).toEqual([]);
});
