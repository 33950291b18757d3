import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { readTree } from "../readTree.ts";
import { budgets, explainExcess, sumSizes } from "../tools/budgets.ts";
import { clientFolder, loadPages, sitePages } from "./sitePages.ts";

const pages = loadPages();
const tree = await readTree(clientFolder);
const files = [...tree.keys()];

test("the documents are all pages and 404, in both languages", () => {
	expect(files.filter((file) => file.endsWith(".html"))).toEqual(
		sitePages.map(({ file }) => file).sort(),
	);
});

test("the published pictures are those in the pages", () => {
	const named = pages.flatMap(({ html }) =>
		[...html.matchAll(/\/(media\/[\w./-]+)/g)].map(([, file]) => file),
	);
	expect([...new Set(named)].sort()).toEqual(
		files.filter((file) => file.startsWith("media/")).sort(),
	);
});

const measure = (name: string, code = String(tree.get(name))) => ({
	name,
	code,
	size: brotliCompressSync(code).length,
});
const scripts = files.filter((file) => file.endsWith(".js")).map((file) => measure(file));

test.each(pages.filter(({ route }) => route))(
	"$file loads at most the budgeted bytes of script",
	({ document }) => {
		const [inline] = document.querySelectorAll("script");
		const entry = inline?.getAttribute("data-entry")?.slice(1) ?? "";
		const start = [measure("inline script", inline?.textContent ?? ""), measure(entry)];
		// Vike also builds an entry for each page, which no page loads.
		const chunks = scripts.filter(({ name }) => name.startsWith("assets/chunks/"));
		// Only previews of drafts load Contentful's SDK.
		const whole = [...start, ...chunks.filter(({ code }) => !code.includes("live-preview-sdk"))];
		expect(whole.length).toBeGreaterThan(start.length);
		expect(document.querySelectorAll("link[rel=modulepreload], script[src]").length).toBe(0);
		for (const [budget, files] of [
			[budgets.startScript, start],
			[budgets.wholeScript, whole],
		] as const)
			expect(sumSizes(files), explainExcess(budget, files)).toBeLessThanOrEqual(budget.limit);
	},
);

test("no script contains React or prevents the back/forward cache", () => {
	const unwanted = /react\.(transitional\.)?element|__REACT_DEVTOOLS|["'`.](on)?(before)?unload\b/;
	expect(scripts.filter(({ code }) => unwanted.test(code)).map(({ name }) => name)).toEqual([]);
});
