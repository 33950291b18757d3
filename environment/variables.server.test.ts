import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readVariables, variableNames } from "./variables.server.ts";

const ownNames = new Set<string>(variableNames);

const defaults = Object.entries(readVariables({}).values)
	.filter(([, value]) => (typeof value === "string" && value !== "") || typeof value === "number")
	.map(([name, value]) => [name, String(value)] as const)
	.sort();

describe(".env.example", () => {
	const example = readFileSync(".env.example", "utf8");
	const lines = example.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

	test("has each variable once, without a value", () => {
		expect(lines.toSorted()).toEqual(variableNames.map((name) => `${name}=`).sort());
	});

	test("has the defaults of the schema in the comment above the variable", () => {
		const matches = example.matchAll(/^# .*Default: (\S+)\n(\w+)=$/gm);
		expect([...matches].map(([, value, name]) => [name, value]).sort()).toEqual(defaults);
	});
});

describe("the table of variables", () => {
	const [, table = ""] =
		/^\| variable \| meaning \| default \|\n((?:\|.*\n)+)/m.exec(
			readFileSync("docs/reference.md", "utf8"),
		) ?? [];
	const rows = table
		.split("\n")
		.slice(1, -1)
		.map((row) => row.split(" | "));
	const namesIn = (cell = "") => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);

	test("has each variable once", () => {
		expect(rows.flatMap(([names]) => namesIn(names)).sort()).toEqual(variableNames.toSorted());
	});

	test("has the defaults of the schema", () => {
		const stated = rows.flatMap(([names, , cell = ""]) => {
			const [, value] = /^`([^`]+)` \|$/.exec(cell) ?? [];
			return value === undefined ? [] : namesIn(names).map((name) => [name, value]);
		});
		expect(stated.sort()).toEqual(defaults);
	});
});

const foreignNames = [
	/^AF_/,
	/^MALLOC_/,
	// Names that Node itself reads.
	/^(NODE_USE_ENV|HTTPS|NO)_PROXY$/,
	// Names of contact attributes in Brevo.
	/^CONSENT_(TEXT|LANGUAGE|TIME)$/,
];

const documents = [
	"README.md",
	...readdirSync("docs", { encoding: "utf8" }).map((name) => `docs/${name}`),
];
test.each(documents.filter((path) => path.endsWith(".md")))(
	"%s names only variables that exist",
	(path) => {
		const names = readFileSync(path, "utf8").match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
		const unknown = names.filter(
			(name) => !ownNames.has(name) && !foreignNames.some((pattern) => pattern.test(name)),
		);
		expect(unknown).toEqual([]);
	},
);

test("Netlify's plugin, which cannot import the schema, has the same default of INDEXNOW_URL", () => {
	expect(readFileSync("scripts/netlify/index.js", "utf8")).toContain(
		`"${readVariables({}).values.INDEXNOW_URL}"`,
	);
});
