import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { budgets, explain, sum } from "../../scripts/measure/budgets.ts";
import { readTree } from "../readTree.ts";
import { clientFolder, loadPages } from "./pages.ts";

const pages = loadPages();
const files = [...(await readTree(clientFolder)).keys()].filter((file) => file.endsWith(".js"));
const readScript = (name: string) => readFileSync(join(clientFolder, name), "utf8");

const measure = (name: string, code: string) => ({ name, size: brotliCompressSync(code).length });
const measured = files.map((file) => measure(file, readScript(file)));

describe.each(pages.filter(({ route }) => route))("$file", ({ document }) => {
	const [inline] = document.querySelectorAll("script");
	const code = inline?.textContent ?? "";
	const entry = inline?.getAttribute("data-entry")?.slice(1) ?? "";
	const inPage = measure("inline script", code);
	const start = [inPage, ...measured.filter(({ name }) => name === entry)];

	test("starts with little script, of which the inline one is short", () => {
		expect(start).toHaveLength(2);
		expect(code.length).toBeLessThanOrEqual(budgets.inlineScript.most);
		expect(document.querySelectorAll("link[rel=modulepreload], script[src]").length).toBe(0);
		expect(readScript(entry), "what would come with it").not.toMatch(/\bfrom\s*["'`]|\bimport\s*["'`{*]/);
		expect(sum(start), explain(budgets.startScript, start)).toBeLessThanOrEqual(budgets.startScript.most);
	});

	test("with all that comes later takes little", () => {
		const whole = [inPage, ...measured];
		expect(whole.length).toBeGreaterThan(start.length);
		expect(sum(whole), explain(budgets.wholeScript, whole)).toBeLessThanOrEqual(budgets.wholeScript.most);
	});
});

test("no script of the site holds React, or keeps a page from the back/forward cache", () => {
	const unwanted = /react\.(transitional\.)?element|__REACT_DEVTOOLS|["'`.](on)?(before)?unload\b/;
	expect(files.filter((file) => unwanted.test(readScript(file)))).toEqual([]);
});
