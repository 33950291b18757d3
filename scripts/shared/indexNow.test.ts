import { expect, test } from "vitest";
import { listChangedPages, notifySearchEngines } from "./indexNow.js";

const describePages = (pages: Record<string, string>) => JSON.stringify({ pages });

test("changed, removed and added pages are listed", () => {
	const before = describePages({ "/": "1", "/about": "2", "/gone": "3" });
	const after = describePages({ "/": "1", "/about": "4", "/new": "5" });
	expect(listChangedPages(before, after)).toEqual(["/about", "/gone", "/new"]);
	expect(listChangedPages("<!doctype html>", after)).toEqual([]);
});

test("a search engine that cannot be reached is only logged", async () => {
	const site = { url: "https://clinic.example", indexNowKey: "0123456789abcdef" };
	const indexNowUrl = "http://127.0.0.1:1";
	const log: string[] = [];
	const [before, after] = [describePages({}), describePages({ "/about": "1" })];
	await notifySearchEngines(before, after, { site, indexNowUrl }, (line) => log.push(line));
	expect(log).toEqual([expect.stringContaining(`${indexNowUrl} was not notified of /about`)]);
});
