import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readVariables, variableNames } from "./variables.server.ts";

const defaults: Record<string, unknown> = readVariables({}).values;
const example = readFileSync(".env.example", "utf8");
const rows = readFileSync("docs/reference.md", "utf8").match(/^\| `[A-Z].*\|$/gm) ?? [];

test.each(variableNames)("both documents have %s with its default", (name) => {
	const value = defaults[name];
	const hasDefault = typeof value === "string" || typeof value === "number";
	expect(example).toContain(`${hasDefault ? ` Default: ${value}` : ""}\n${name}=\n`);
	const own = rows.filter((row) => row.split(" | ")[0]?.includes(`\`${name}\``));
	expect(own).toEqual([expect.stringContaining(hasDefault ? ` | \`${value}\` |` : " |")]);
});

/** Names that Node reads, and of contact attributes in Brevo. */
const foreignNames =
	/^(AF_.*|MALLOC_.*|(NODE_USE_ENV|HTTPS|NO)_PROXY|CONSENT_(TEXT|LANGUAGE|TIME))$/;

test.each(globSync(["README.md", ".env.example", "docs/*.md"]))(
	"%s names only variables that exist",
	(path) => {
		const found = readFileSync(path, "utf8").match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
		const known = (name: string) => variableNames.includes(name) || foreignNames.test(name);
		expect(found.filter((name) => !known(name))).toEqual([]);
	},
);
