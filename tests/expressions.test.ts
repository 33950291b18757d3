import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { check } from "recheck";
import { parseAst } from "vite";
import { expect, test, vi } from "vitest";

type Expression = { pattern: string; flags: string };

/** Lists the regular expressions of a file: its literals, and those that it constructs when it is imported. */
async function listExpressions(file: string): Promise<Expression[]> {
	const code = readFileSync(file, "utf8");
	const expressions: Expression[] = [];
	JSON.stringify(parseAst(code, { lang: "tsx" }), (_, node) => {
		if (node?.regex) expressions.push(node.regex);
		return node;
	});
	if (!code.includes("new RegExp(")) return expressions;
	const { href } = pathToFileURL(file);
	await import(href);
	const constructed = vi.spyOn(globalThis, "RegExp");
	// Another query makes another module, whose imports are loaded already.
	await import(`${href}?again`);
	for (const { value } of constructed.mock.results)
		expressions.push({ pattern: value.source, flags: value.flags });
	constructed.mockRestore();
	return expressions;
}

/** Expressions over texts that are always short. */
const bounded = ["/[\\s,;:–—-]+$/"];

test("no regular expression backtracks on a long text", { timeout: 120_000 }, async () => {
	const folders = "{api,components,content,demo,environment,pages,renderer,scripts}";
	const files = globSync(`${folders}/**/*.{js,ts,tsx}`, { exclude: ["**/*.test.{ts,tsx}"] });
	const found: string[] = [];
	for (const file of files) {
		for (const { pattern, flags } of await listExpressions(file)) {
			// With a fixed seed and no time-out, the result is the same on every machine.
			const { status } = await check(pattern, flags, { randomSeed: 1, timeout: null });
			if (status !== "safe") found.push(`/${pattern}/${flags}`);
		}
	}
	expect(found).toEqual(bounded);
});
