import { expect, test } from "vitest";
import { listChangedPages } from "./indexNow.js";

const describePages = (pages: Record<string, string>) => JSON.stringify({ pages });

test("changed, removed and added pages are listed", () => {
	const before = describePages({ "/": "1", "/about": "2", "/gone": "3" });
	const after = describePages({ "/": "1", "/about": "4", "/new": "5" });
	expect(listChangedPages(before, after)).toEqual(["/about", "/gone", "/new"]);
	expect(listChangedPages("<!doctype html>", after)).toEqual([]);
});
