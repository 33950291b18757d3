import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseRedirects } from "../../scripts/pull/contentful/parseRedirects.ts";
import { readTree } from "../readTree.ts";
import { budgets, explain, sum } from "../tools/budgets.ts";
import { clientFolder, loadPages, sitePages } from "./sitePages.ts";

const pages = loadPages();
const tree = await readTree(clientFolder);
const files = [...tree.keys()];

test("the documents are all pages and the 404 page, in both languages", () => {
	expect(files.filter((file) => file.endsWith(".html"))).toEqual(sitePages.map(({ file }) => file).sort());
});

test("no file of the site gives way to an address of an earlier one", () => {
	const top = files.filter((file) => !file.includes("/") && file !== "_headers");
	const lines = ["assets/a.js", "media/a.jpg", "ru/about.html", ...top].map((file) => `/${file} /about`);
	expect(parseRedirects(lines, "https://site.invalid").redirects).toEqual([]);
});

// That what a page loads is there is checked before it is published; this is for machines, too.
test("every picture that a page names is there, and every picture is named by a page", () => {
	const named = pages.flatMap(({ html }) => [...html.matchAll(/\/(media\/[\w./-]+)/g)].map(([, file]) => file));
	expect([...new Set(named)].sort()).toEqual(files.filter((file) => file.startsWith("media/")).sort());
});

const measure = (name: string, code: string) => ({ name, code, size: brotliCompressSync(code).length });
const scripts = files.filter((file) => file.endsWith(".js")).map((file) => measure(file, String(tree.get(file))));

describe.each(pages.filter(({ route }) => route))("$file", ({ document }) => {
	const [inline] = document.querySelectorAll("script");
	const code = inline?.textContent ?? "";
	const entry = inline?.getAttribute("data-entry")?.slice(1) ?? "";
	const inPage = measure("inline script", code);
	const start = [inPage, ...scripts.filter(({ name }) => name === entry)];

	test("starts with little script, of which the inline one is short", () => {
		expect(start).toHaveLength(2);
		expect(code.length).toBeLessThanOrEqual(budgets.inlineScript.most);
		expect(document.querySelectorAll("link[rel=modulepreload], script[src]").length).toBe(0);
		expect(start[1]?.code, "what would come with it").not.toMatch(/\bfrom\s*["'`]|\bimport\s*["'`{*]/);
		expect(sum(start), explain(budgets.startScript, start)).toBeLessThanOrEqual(budgets.startScript.most);
	});

	test("with all that comes later takes little", () => {
		const whole = [inPage, ...scripts];
		expect(whole.length).toBeGreaterThan(start.length);
		expect(sum(whole), explain(budgets.wholeScript, whole)).toBeLessThanOrEqual(budgets.wholeScript.most);
	});
});

test("no script of the site holds React, or keeps a page from the back/forward cache", () => {
	const unwanted = /react\.(transitional\.)?element|__REACT_DEVTOOLS|["'`.](on)?(before)?unload\b/;
	expect(scripts.filter(({ code }) => unwanted.test(code)).map(({ name }) => name)).toEqual([]);
});
