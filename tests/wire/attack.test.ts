import { describe, expect, test } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import { interceptPath } from "./misbehaviour.ts";
import { collectPullFaults, pullChanged } from "./services.ts";
import { entryLink, ids, node, paragraph, plain, text, textNode } from "./testContent.ts";

function createNested(depth: number, ...kinds: string[]) {
	let inner = node("paragraph", [textNode("the innermost")]);
	for (let level = 0; level < depth; level++) inner = kinds.reduceRight((part, kind) => node(kind, [part]), inner);
	return node("document", [inner]);
}

describe("extreme content is pulled in time", { timeout: 60_000 }, () => {
	test.each<[string, string]>([
		["spaces", `a${" ".repeat(2 ** 20)}b`],
		["lines of one letter", "a\n".repeat(2 ** 19)],
		["blank lines with spaces", `a${"\n \t ".repeat(2 ** 18)}b`],
		["short words and numbers", "в 1 № a I ".repeat(2 ** 16)],
	])("a field of a megabyte of %s", async (_, value) => {
		const { en, ru } = await pullChanged((content) => {
			content.set("home", "heroTitle", plain(value));
			// Contentful accepts at most 200 kB of Rich Text, so the text is cut.
			const part = paragraph(textNode(value.slice(0, 200_000)));
			content.set("about", "about", { "en-US": value.slice(0, 2 ** 18), ru: part });
		});
		expect(en.home.heroTitle.value.length).toBeGreaterThan(1);
		expect(ru.about.about?.blocks.length).toBeGreaterThan(0);
	});

	test("five thousand entries in a list, and as many links to one of them", async () => {
		const { ru } = await pullChanged((content) => {
			const links = Array.from({ length: 5_000 }, (_, index) => {
				content.add(`faq-n${index}`, { question: text(`Question ${index}`), answer: text("Answer") });
				return entryLink(`faq-n${index}`);
			});
			content.set("functionalTests", "faqOptions", plain([...links, ...links.map(() => links[0])]));
		});
		expect(ru.functionalTests.faqOptions).toHaveLength(5_000);
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

	test("an unknown field that is too deep for JSON.stringify is reported in one row", async () => {
		const levels = 5_000;
		const deep = `${'{"nodeType":"blockquote","content":['.repeat(levels)}${"]}".repeat(levels)}`;
		const insertDeepValue: Intercept = async ({ headers, url }, response) => {
			if (headers["x-forwarded"]) return false;
			const { authorization = "" } = headers;
			const forwarded = await fetch(`http://${headers.host}${url}`, { headers: { authorization, "x-forwarded": "1" } });
			response.end((await forwarded.text()).replace('"notes of the editor"', deep));
			return true;
		};
		const { rows } = await pullChanged((content) => content.set("about", "notes", plain("notes of the editor")), {
			misbehave: interceptPath("/entries", insertDeepValue),
		});
		expect(rows).toEqual([`info | ${ids.about}.notes | the site does not know this field: the field is not shown`]);
	});

	test("an e-mail field of 262,144 full stops is refused", async () => {
		const faults = await collectPullFaults((content) =>
			content.set("appShell", "contactEmail", plain(`clinic@${".".repeat(2 ** 18)} x`)),
		);
		expect(faults.join()).toContain("expected an e-mail address");
	});

	test("ten thousand redirects, each to the next, lead to the page in one hop", async () => {
		const lines = Array.from({ length: 10_000 }, (_, index) => `/old-${index} /old-${index + 1}`);
		const { en } = await pullChanged((content) =>
			content.set("appShell", "redirects", plain([...lines, "/old-10000 /about"].join("\n"))),
		);
		expect(en.appShell.redirects?.length).toBe(10_001);
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
