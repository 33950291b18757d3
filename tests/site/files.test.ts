import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { readTree } from "../readTree.ts";
import { budgets, explainExcess, sumSizes } from "../tools/budgets.ts";
import { changeBoth, clientFolder, loadPages, renderPages, sitePages } from "./sitePages.ts";

const pages = loadPages();
const tree = await readTree(clientFolder);
const files = [...tree.keys()];

test("the documents are all pages and 404, in both languages", () => {
	expect(files.filter((file) => file.endsWith(".html"))).toEqual(
		sitePages.map(({ file }) => file).sort(),
	);
});

test("the workers of earlier sites are replaced", () => {
	for (const name of ["sw", "service-worker", "serviceworker", "ngsw-worker"])
		expect(String(tree.get(`${name}.js`))).toContain("registration.unregister()");
});

test("the published pictures are those in the pages", () => {
	const named = pages.flatMap(({ html }) =>
		[...html.matchAll(/\/(media\/[\w./-]+)/g)].map(([, file]) => file),
	);
	expect([...new Set(named)].sort()).toEqual(
		files.filter((file) => file.startsWith("media/")).sort(),
	);
});

test.each([
	["all pages", pages, sitePages],
	[
		"a page left out",
		await renderPages(
			changeBoth((content) => ({ ...content, hidden: ["about"] })),
			sitePages.filter(({ route }) => route !== "about"),
		),
		sitePages.filter(({ route }) => route !== "about"),
	],
])("no link of the site is dead: %s", (_, documents, shown) => {
	const idsByPath = new Map(
		documents.map(({ path, document }) => [
			path,
			[...document.querySelectorAll("[id]")].map(({ id }) => id),
		]),
	);
	const paths = [...shown.map(({ path }) => path), ...files.map((file) => `/${file}`)];
	for (const { path: page, document } of documents) {
		for (const element of document.querySelectorAll("[href], [src], [action]")) {
			const address = ["href", "src", "action"].flatMap((name) => element.getAttribute(name) ?? []);
			const url = new URL(address[0] ?? "", `http://site.invalid${page}`);
			if (url.host !== "site.invalid" || url.pathname.startsWith("/api/")) continue;
			expect(paths, element.outerHTML).toContain(url.pathname);
			const id = decodeURIComponent(url.hash.slice(1));
			// The fragment of a language link is the language that the visitor chooses.
			if (id && id !== element.getAttribute("data-locale"))
				expect(idsByPath.get(url.pathname), element.outerHTML).toContain(id);
		}
	}
});

const measure = (name: string, code: string) => ({
	name,
	code,
	size: brotliCompressSync(code).length,
});
const scripts = files
	.filter((file) => file.endsWith(".js"))
	.map((file) => measure(file, String(tree.get(file))));

test("all pages load the same script, within the budgets", () => {
	const [page] = pages;
	const inline = measure("inline", page?.document.querySelector("script")?.textContent ?? "");
	const addresses = pages.flatMap(({ document }) =>
		[...document.querySelectorAll("head > script[type=module]")].map((script) =>
			script.getAttribute("src"),
		),
	);
	expect(addresses).toHaveLength(pages.length);
	const [address = "", ...others] = new Set(addresses);
	expect(others).toEqual([]);
	const start = [inline, ...scripts.filter(({ name }) => `/${name}` === address)];
	expect(start).toHaveLength(2);
	expect(start[1]?.code, "imports of the start script").not.toMatch(
		/\bfrom\s*["'`]|\bimport\s*["'`{*]/,
	);
	expect(sumSizes(start), explainExcess(budgets.startScript, start)).toBeLessThanOrEqual(
		budgets.startScript.limit,
	);
	// Vike also builds an entry for each page, which no page loads.
	const chunks = scripts.filter(({ name }) => name.startsWith("assets/chunks/"));
	// Only previews of drafts load Contentful's SDK.
	const whole = [...start, ...chunks.filter(({ code }) => !code.includes("live-preview-sdk"))];
	expect(sumSizes(whole), explainExcess(budgets.wholeScript, whole)).toBeLessThanOrEqual(
		budgets.wholeScript.limit,
	);
});

test("no script contains React or prevents the back/forward cache", () => {
	const unwanted = /react\.(transitional\.)?element|__REACT_DEVTOOLS|["'`.](on)?(before)?unload\b/;
	expect(scripts.filter(({ code }) => unwanted.test(code)).map(({ name }) => name)).toEqual([]);
});
