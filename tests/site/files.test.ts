import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import type { PageEntryName } from "../../content/model.ts";
import { readTree } from "../readTree.ts";
import { budgets, findExcess } from "../tools/budgets.ts";
import {
	changeBoth,
	clientFolder,
	loadPages,
	renderPages,
	requireSingle,
	sitePages,
} from "./sitePages.ts";

const pages = loadPages();
const tree = await readTree(clientFolder);
const files = [...tree.keys()];

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

const hidden: PageEntryName[] = ["about", "newsletter"];
const rendered = await renderPages(
	changeBoth((content) => {
		content.hidden = hidden;
	}),
	sitePages.filter(({ route }) => !hidden.some((name) => name === route?.name)),
);

test.each([
	["all pages", pages],
	["pages left out", rendered],
])("no link of the site is dead: %s", (_, documents) => {
	const placeByPath = new Map<string, Document | undefined>(
		files.map((file) => [`/${file}`, undefined]),
	);
	for (const { path, document } of documents) placeByPath.set(path, document);
	for (const { path: page, document } of documents) {
		for (const element of document.querySelectorAll("[href], [src], [action]")) {
			const address = ["href", "src", "action"].flatMap((name) => element.getAttribute(name) ?? []);
			const url = new URL(address[0] ?? "", `http://site.invalid${page}`);
			if (url.host !== "site.invalid" || url.pathname.startsWith("/api/")) continue;
			expect([...placeByPath.keys()], element.outerHTML).toContain(url.pathname);
			const id = decodeURIComponent(url.hash.slice(1));
			// The fragment of a language link is the language that the visitor chooses, and the id of `<html>`.
			if (id)
				expect(placeByPath.get(url.pathname)?.getElementById(id), element.outerHTML).toBeTruthy();
		}
	}
});

test("a newsletter that is left out has no form", () => {
	for (const { document } of rendered)
		expect(document.querySelector("[action*=newsletter]")).toBeNull();
});

const scripts = files
	.filter((file) => file.endsWith(".js"))
	.map((file) => measure(file, String(tree.get(file))));

// Vike also builds an entry for each page, which no page loads. Only previews of drafts load Contentful's SDK.
const laterScripts = scripts.filter(
	({ name, code }) => name.startsWith("assets/chunks/") && !code.includes("live-preview-sdk"),
);

function measure(name: string, code: string) {
	return { name, code, size: brotliCompressSync(code).length };
}

test("all pages load the same script, within the budgets", () => {
	const addresses = pages.map(({ document }) => {
		const script = requireSingle(document, "head > script[src]");
		// It starts when the page is parsed to its end.
		expect([script.getAttribute("type"), script.hasAttribute("async")]).toEqual(["module", false]);
		return script.getAttribute("src");
	});
	expect([...new Set(addresses)]).toHaveLength(1);
	const inline = measure("inline", pages[0]?.document.querySelector("script")?.textContent ?? "");
	const start = [inline, ...scripts.filter(({ name }) => `/${name}` === addresses[0])];
	expect(start).toHaveLength(2);
	expect(start[1]?.code, "imports of the start script").not.toMatch(
		/\bfrom\s*["'`]|\bimport\s*["'`{*]/,
	);
	expect(findExcess(budgets.startScript, start)).toBeUndefined();
	expect(findExcess(budgets.wholeScript, [...start, ...laterScripts])).toBeUndefined();
});

test("a script that loads later imports no other chunk", () => {
	expect(laterScripts.length).toBeGreaterThan(0);
	// It would be requested only when the first one has arrived: another round trip.
	for (const { name, code } of laterScripts) expect(code, name).not.toMatch(/["'`]\.\/[\w-]+\.js/);
});

test("no script contains React or prevents the back/forward cache", () => {
	const unwanted = /react\.(transitional\.)?element|__REACT_DEVTOOLS|["'`.](on)?(before)?unload\b/;
	expect(scripts.filter(({ code }) => unwanted.test(code)).map(({ name }) => name)).toEqual([]);
});
