import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readVariables, variableNames } from "./variables.server.ts";

const isOwn = (name: string) => variableNames.includes(name);
const defaults = Object.entries(readVariables({}).values)
	.filter(([name, value]) => isOwn(name) && /string|number/.test(typeof value))
	.map(([name, value]) => [name, String(value)])
	.sort();

test(".env.example has each variable once, with its default", () => {
	const example = readFileSync(".env.example", "utf8");
	const lines = example.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
	expect(lines.toSorted()).toEqual(variableNames.map((name) => `${name}=`).sort());
	const matches = example.matchAll(/^# .*Default: (\S+)\n(\w+)=$/gm);
	expect([...matches].map(([, value, name]) => [name, value]).sort()).toEqual(defaults);
});

test("the table of variables has each once, with its default", () => {
	const reference = readFileSync("docs/reference.md", "utf8");
	const [, table = ""] =
		/^\| variable \| meaning \| default \|\n\| --- .*\n((?:\|.*\n)+)/m.exec(reference) ?? [];
	const rows = [...table.matchAll(/^\| (.*?) \| .* \| (.*) \|$/gm)].map(
		([, names = "", value = ""]) =>
			[[...names.matchAll(/\w+/g)].map(([name]) => name), /^`([^`]+)`$/.exec(value)?.[1]] as const,
	);
	expect(rows.flatMap(([names]) => names).sort()).toEqual(variableNames.toSorted());
	const stated = rows.flatMap(([names, value]) => (value ? [[...names, value]] : []));
	expect(stated.sort()).toEqual(defaults);
});

/** Names that Node reads, and of contact attributes in Brevo. */
const foreignNames =
	/^(AF_.*|MALLOC_.*|(NODE_USE_ENV|HTTPS|NO)_PROXY|CONSENT_(TEXT|LANGUAGE|TIME))$/;

test("documents name only variables that exist", () => {
	const names = readdirSync("docs").filter((name) => name.endsWith(".md"));
	for (const path of ["README.md", ...names.map((name) => `docs/${name}`)]) {
		const found = readFileSync(path, "utf8").match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
		const unknown = found.filter((name) => !isOwn(name) && !foreignNames.test(name));
		expect(unknown, path).toEqual([]);
	}
});

test("Netlify's plugin, which cannot import the schema, has the same INDEXNOW_URL", () => {
	const { INDEXNOW_URL } = readVariables({}).values;
	expect(readFileSync("scripts/netlify/index.js", "utf8")).toContain(`"${INDEXNOW_URL}"`);
});
