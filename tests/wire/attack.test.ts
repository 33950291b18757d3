import { describe, expect, test } from "vitest";
import { collectPullFaults, pullChanged } from "./services.ts";
import { entryLink, ids, node, paragraph, plain, textNode } from "./testContent.ts";

function createNested(depth: number, ...kinds: string[]) {
	let inner = node("paragraph", [textNode("the innermost")]);
	for (let level = 0; level < depth; level++) inner = kinds.reduceRight((part, kind) => node(kind, [part]), inner);
	return node("document", [inner]);
}

describe("extreme content is pulled in time", { timeout: 60_000 }, () => {
	// Contentful's longest text has 50,000 characters.
	test.each<[string, string]>([
		["spaces", `a${" ".repeat(50_000)}b`],
		["lines of one letter", "a\n".repeat(25_000)],
		["blank lines with spaces", `a${"\n \t ".repeat(12_500)}b`],
		["short words and numbers", "в 1 № a I ".repeat(5_000)],
	])("a field with the maximum length of %s", async (_, value) => {
		const { en, ru } = await pullChanged((content) => {
			content.set("home", "heroTitle", plain(value));
			content.set("about", "about", { "en-US": value, ru: paragraph(textNode(value)) });
		});
		expect(en.home.heroTitle.value.length).toBeGreaterThan(1);
		expect(ru.about.about?.blocks.length).toBeGreaterThan(0);
	});

	test.each<[string, number, ...string[]]>([
		["lists", 90, "unordered-list", "list-item"],
		["tables", 60, "table", "table-row", "table-cell"],
		["parts of an unknown kind", 180, "mystery"],
	])("%s, nested %i times, are shown", async (_, depth, ...kinds) => {
		const deep = plain(createNested(depth, ...kinds));
		const { en } = await pullChanged((content) => content.set("about", "about", deep));
		expect(JSON.stringify(en.about)).toContain("the innermost");
	});

	test("a field with more than 200 nested levels is left out, with one row in the report", async () => {
		const { en, rows } = await pullChanged((content) =>
			content.set("about", "about", plain(createNested(1_000, "blockquote"))),
		);
		expect(en.about).not.toHaveProperty("about");
		expect(rows).toEqual([
			`severe | ${ids.about}.about.en-US | the field has more than 200 levels of nested parts: the field is left out`,
		]);
	});

	test("an e-mail field of 50,000 full stops is refused", async () => {
		const faults = await collectPullFaults((content) =>
			content.set("appShell", "contactEmail", plain(`clinic@${".".repeat(50_000)} x`)),
		);
		expect(faults.join()).toContain("expected an e-mail address");
	});

	test("a thousand redirects, each to the next, lead to the page in one hop", async () => {
		const lines = Array.from({ length: 1_000 }, (_, index) => `/old-${index} /old-${index + 1}`);
		const { en } = await pullChanged((content) =>
			content.set("appShell", "redirects", plain([...lines, "/old-1000 /about"].join("\n"))),
		);
		expect(en.appShell.redirects?.length).toBe(1_001);
		expect(new Set(en.appShell.redirects?.map(({ to }) => to))).toEqual(new Set(["/about"]));
	});

	test("entries that contain or link to each other in circles are pulled", async () => {
		const linkTo = (id: string) => plain(paragraph(node("entry-hyperlink", [textNode(id)], { target: entryLink(id) })));
		const { en, rows } = await pullChanged((content) => {
			content.set("about", "about", linkTo(ids.approach));
			content.set("approach", "approach", linkTo(ids.about));
			content.set("programmes", "programmes", plain([entryLink(ids.programmes), entryLink("programme-1")]));
			content.set("programme-1", "self", plain(entryLink("programme-1")));
			content.set("home", "circle", plain(entryLink(ids.about)));
			content.set("about", "circle", plain(entryLink(ids.home)));
		});
		expect(JSON.stringify(en.about)).toContain('"href":"/approach"');
		expect(en.programmes.programmes.map(({ id }) => id)).toEqual(["programme-1"]);
		expect(rows.join("\n")).toContain("10ProgOdd");
	});
});
