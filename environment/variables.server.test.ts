import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listMisspellings, readVariables, variableNames } from "./variables.server.ts";

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

const rubbish = [
	"ß",
	"one two",
	"-1",
	"1.5",
	"1e300",
	"http:",
	"ftp://a.example",
	"https://a.example/b?c;d",
	'{"home":1}',
	'{"home":""}',
	"[]",
	"@,",
	"pk_live_1",
	"CFPAT-1",
];

/** Variables that may have any text. */
const freeTexts = ["CONTENTFUL_SPACE_ID", "CONTENTFUL_ENVIRONMENT"];

test.each(variableNames.filter((name) => !freeTexts.includes(name)))(
	"%s refuses rubbish by what it must be",
	(name) => {
		const faults = rubbish.flatMap((value) => readVariables({ [name]: value }).faults);
		const own = expect.stringMatching(new RegExp(`^${name}(\\.\\w+)*: must be `));
		expect(faults.length).toBeGreaterThan(0);
		expect(faults).toEqual(faults.map(() => own));
	},
);

test.each(['"key-1"', "'key-1'", ' "key-1 "\n'])("%j has its quotes taken off", (value) => {
	const { values } = readVariables({ CONTENTFUL_SPACE_ID: value, STRIPE_API_KEY: value });
	expect([values.CONTENTFUL_SPACE_ID, values.STRIPE_API_KEY]).toEqual(["key-1", "key-1"]);
});

test.each([
	["CONTENTFUL_ENVIROMENT", "CONTENTFUL_ENVIRONMENT"],
	["CONTENFUL_SPACE_ID", "CONTENTFUL_SPACE_ID"],
	["STRIPE_APIKEY", "STRIPE_API_KEY"],
	["SITE_URI", "SITE_URL"],
	["PERVIEW_KEY", "PREVIEW_KEY"],
])("the misspelt name %s is reported with %s", (name, meant) => {
	const warning = `${name} is not a variable: ${meant} is.`;
	expect(listMisspellings({ [name]: "1" })).toEqual([warning]);
	expect(listMisspellings({ [name]: "1", [meant]: "1" })).toEqual([]);
});

test("variables of this site, Netlify and others are no misspellings", () => {
	const names =
		"NODE_ENV NODE_OPTIONS HOSTNAME HOSTTYPE FILE_URL BASE_URL NETLIFY NETLIFY_LOCAL SITE_ID SITE_NAME " +
		"URL DEPLOY_URL CONTEXT BUILD_ID STRIPE_API_VERSION STRIPE_API_URL CONTENTFUL_ACCESS_TOKEN SITE_PORT PORTS";
	for (const name of [...variableNames, ...names.split(" ")])
		expect(listMisspellings({ [name]: "" }), name).toEqual([]);
});

/** Names that Node reads, of contact attributes in Brevo, and of the example of a recipe. */
const foreignNames =
	/^(AF_.*|MALLOC_.*|(NODE_USE_ENV|HTTPS|NO)_PROXY|CONSENT_(TEXT|LANGUAGE|TIME)|STATUS_REFRESH_SECONDS)$/;

test.each(globSync(["README.md", ".env.example", "docs/*.md"]))(
	"%s names only variables that exist",
	(path) => {
		const found = readFileSync(path, "utf8").match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
		const known = (name: string) => variableNames.includes(name) || foreignNames.test(name);
		expect(found.filter((name) => !known(name))).toEqual([]);
	},
);
