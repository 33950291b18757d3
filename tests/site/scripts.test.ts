import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { describe, expect, test } from "vitest";
import { budgets, explain, sum } from "../../scripts/measure/budgets.ts";
import { clientFolder, loadPages, type SitePage } from "./pages.ts";

const pages = loadPages();

type Script = { name: string; code: string };

const readScript = (name: string): Script => ({ name, code: readFileSync(join(clientFolder, name), "utf8") });

const sizeOf = ({ code }: Script): number =>
	brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const partsOf = (scripts: Script[]) => scripts.map((script) => ({ name: script.name, size: sizeOf(script) }));

/** The files that a file imports: at once, and later. */
function importsOf({ name, code }: Script): { early: string[]; late: string[] } {
	const resolve = (path = "") => (path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(name), path));
	const find = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, path]) => resolve(path));
	return {
		early: find(/(?:\bfrom|\bimport)\s*["'`]([^"'`]+\.js)["'`]/g),
		late: find(/\bimport\(\s*["'`]([^"'`]+\.js)["'`]/g),
	};
}

/** Files and what they import at once, and what that imports. */
function closureOf(names: string[]): Script[] {
	const found = new Map<string, Script>();
	const visit = (name: string) => {
		if (found.has(name)) return;
		const script = readScript(name);
		found.set(name, script);
		importsOf(script).early.forEach(visit);
	};
	names.forEach(visit);
	return [...found.values()];
}

const isCode = (script: Element): boolean =>
	["", "module", "text/javascript"].includes(script.getAttribute("type") ?? "");

/** What a page loads by itself, be it after its first paint: inline scripts, script files with their imports, and module preloads. */
function startOf({ document }: SitePage): Script[] {
	const scripts = [...document.querySelectorAll("script")].filter(isCode);
	const inline = scripts.filter(({ textContent }) => textContent);
	const elements = document.querySelectorAll("script, link[rel=modulepreload]");
	const files = [...elements].flatMap((element) =>
		["src", "data-entry", "href"].flatMap((name) => element.getAttribute(name)?.slice(1) ?? []),
	);
	return [...inline.map(({ textContent }) => ({ name: "inline script", code: textContent })), ...closureOf(files)];
}

/** Everything that can come later, with what comes with it. */
const lateOf = (scripts: Script[]): Script[] => closureOf(scripts.flatMap((script) => importsOf(script).late));

const isReact = ({ code }: Script): boolean => /react\.(transitional\.)?element|__REACT_DEVTOOLS/.test(code);
const isSwiper = ({ code }: Script): boolean => code.includes("swiper-wrapper");

describe.each(pages.filter(({ route }) => route))("$file", (page) => {
	const start = startOf(page);

	test("starts with little script", () => {
		const parts = partsOf(start);
		expect(parts.length).toBeGreaterThan(1);
		expect(sum(parts), explain(budgets.startScript, parts)).toBeLessThanOrEqual(budgets.startScript.most);
	});

	test("starts without Swiper, and with all that comes later takes little and no React", () => {
		expect(start.filter(isSwiper).map(({ name }) => name)).toEqual([]);
		const whole = [...start, ...lateOf(start)];
		expect(whole.some(isSwiper)).toBe(true);
		expect(whole.filter(isReact).map(({ name }) => name)).toEqual([]);
		const parts = partsOf(whole);
		expect(sum(parts), explain(budgets.wholeScript, parts)).toBeLessThanOrEqual(budgets.wholeScript.most);
	});
});

test("the inline script, which document.test.ts finds in every head, is short", () => {
	const length = pages[0]?.document.querySelector("script")?.textContent?.length;
	expect(length).toBeLessThanOrEqual(budgets.inlineScript.most);
});
