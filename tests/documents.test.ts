import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { nameField, nameType } from "../content/editorNames.ts";
import { describeFinding, type Finding } from "../content/formatFinding.ts";
import { type Locale, localeCodes } from "../content/locales.ts";
import { contentTypes, type TypeName } from "../content/model.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/** Returns the anchors of a document's headings, as GitHub makes them. */
function readAnchors(path: string): string[] {
	const headings = readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm);
	return [...headings].map(([, heading = ""]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, "")
			.replaceAll(" ", "-"),
	);
}

const folders = "api|components|content|demo|environment|pages|renderer|scripts|tests|docs|public";
const pathPattern = new RegExp(`(?<=[\`\\s])(?:${folders})/[\\w.+/-]+(?=[\`\\s])`, "g");
/** Paths that a build makes, or that are new in the example of a recipe. */
const newPaths = /^content\/generated|CopyButton|copyButton|workshops/;

test.each(globSync(["README.md", "docs/*.md"]))("%s names only what exists", (path) => {
	const text = readFileSync(path, "utf8");
	for (const [, file = "", anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)) {
		const linked = file === "" ? path : join(dirname(path), file);
		expect(existsSync(linked), linked).toBe(true);
		if (anchor) expect(readAnchors(linked), `${linked}#${anchor}`).toContain(anchor);
	}
	const paths = text.match(pathPattern) ?? [];
	expect(paths.filter((name) => !existsSync(name) && !newPaths.test(name))).toEqual([]);
	const commands = text.matchAll(/\bnpm run (?:--silent )?([a-z]+)/g);
	for (const [, name = ""] of commands) expect(scripts).toHaveProperty(name);
});

test("each row about a failure names its test", () => {
	const rows = readFileSync("docs/server.md", "utf8").matchAll(
		/ \| `(?<file>[^`]+\.test\.ts)`: (?<title>.+) \|$/gm,
	);
	const named = [...rows].map(({ groups = {} }) => groups);
	expect(named.length).toBeGreaterThan(10);
	for (const { file = "", title = "" } of named)
		expect(readFileSync(file, "utf8")).toContain(title);
});

const guides: Record<Locale, string> = {
	"en-US": readFileSync("docs/editors.md", "utf8"),
	ru: readFileSync("docs/editors.ru.md", "utf8"),
};

/** Lists a guide's sections: the level of each heading, and the names in bold below it. */
function listSections(guide: string) {
	return guide.split(/^(?=#)/m).map((section) => {
		const names = [...section.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name);
		return { level: section.search(/[^#]/), names: [...new Set(names)].sort() };
	});
}

test("both guides have the same sections and names", () => {
	expect(listSections(guides.ru)).toEqual(listSections(guides["en-US"]));
});

test("the Russian guide names fields as the report does", () => {
	const types = Object.keys(contentTypes) as TypeName[];
	const fields = types.flatMap((type) => Object.keys(contentTypes[type].fields));
	const names = new Map([
		...types.map((type) => [nameType(type, "en-US"), nameType(type, "ru")] as const),
		...fields.map(
			(name) => [nameField(name, false, "en-US"), nameField(name, false, "ru")] as const,
		),
	]);
	const pairs = guides.ru.matchAll(/([A-Z][\w ]+?)(?:\*\*)?\s\(«([^»]+)»/g);
	const named = [...pairs].filter(([, english = ""]) => names.has(english));
	expect(named.length).toBeGreaterThan(15);
	for (const [, english = "", russian] of named) expect(names.get(english)).toBe(russian);
});

const example: Finding = {
	code: "valueMistyped",
	consequence: "fieldLeftOut",
	severity: "severe",
	values: { expected: { kind: "phone" }, found: "020 7946 0000" },
	places: [{ type: "appShell", id: "appShell", field: "phone", locale: "en-US" }],
};

test.each(localeCodes)("the guide's example in %s is a row of the report", (locale) => {
	const { label, text, places } = describeFinding(example, locale);
	const rows = guides[locale].matchAll(/^\|.+\| (.+) \|$/gm);
	const cells = [...rows].map(([, cell]) => cell).join(" ");
	expect(cells).toContain([label, text, places[0]?.name].join(" "));
});
