import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Field, type ListEntryName, listEntries, pageEntries } from "../../content/model.ts";
import type { RichTextValue } from "../../content/snapshot.ts";
import { assetLink, both, entryLink, ids, listIds, node, paragraph, plain, pullChanged, textNode } from "./content.ts";

const words = (value: string) => ({ type: "text", value });
const shown = (...content: unknown[]) => ({ blocks: [{ type: "paragraph", content }] });

describe("pictures", () => {
	/** Rich Text of a picture and a paragraph. */
	const textBelow = (id: string) =>
		node("document", [
			node("embedded-asset-block", [], { target: assetLink(id) }),
			node("paragraph", [textNode("Text")]),
		]);

	test.each([null, { size: 4, image: {} }, { size: 4, image: { width: null, height: 2 } }])(
		"whose sizes Contentful does not know are shown: %j",
		async (details) => {
			const { en, rows } = await pullChanged((content) => {
				content.addAsset("vector");
				Object.assign(content.item("vector").fields.file?.["en-US"], { details });
				content.set("about", "cover", plain(assetLink("vector")));
			});
			expect(en.about.cover).toMatchObject({ title: { value: "Title of vector" } });
			expect(rows).toEqual([]);
		},
	);

	test("may be a single one where a list is expected", async () => {
		const { en, rows } = await pullChanged((content) => content.set("home", "heroImages", plain(assetLink("logo-1"))));
		expect(en.home.heroImages.map(({ title }) => title.value)).toEqual(["Title of logo-1"]);
		expect(rows).toEqual([]);
	});

	test("that cannot be decoded are left out everywhere, and so is what cannot do without", async () => {
		const { en, ru, rows, report, folder } = await pullChanged((content) => {
			content.addAsset("broken", { fileName: "broken.jpg", contentType: "image/jpeg" });
			content.set("about", "cover", plain(assetLink("broken")));
			content.set("about", "certificates", plain([assetLink("broken"), assetLink("logo-1")]));
			content.set(listIds.socialLink, "logo", plain(assetLink("broken")));
			content.set("approach", "approach", both(textBelow("broken")));
		});
		for (const { about, approach, home } of [en, ru]) {
			expect(about).not.toHaveProperty("cover");
			expect(about.certificates.length).toBe(1);
			expect(approach.approach).toEqual(shown(words("Text")));
			expect(home.socialMedia).toEqual([]);
		}
		expect(rows).toEqual([
			"severe | socialLink-1.logo.en-US | it is required and missing: the entry is not shown",
			"warning | broken.file | it cannot be decoded: it is left out",
		]);
		expect(report[1]?.url).toBe("https://app.contentful.com/spaces/q7wirespace/environments/master/assets/broken");
		// The logo's AVIF and JPEG.
		expect((await readdir(join(folder, "media"))).length).toBe(2);
	});
});

describe("texts", () => {
	const formatted = [...Object.entries(pageEntries), ...Object.entries(listEntries)].flatMap(([name, { fields }]) =>
		Object.entries(fields as Record<string, Field>)
			.filter(([, { kind }]) => kind === "richText")
			.map(([field]) => [name, field] as const),
	);
	test("every description and the like takes Rich Text and plain text alike", async () => {
		const values = [both(paragraph(textNode("same"))), both("same")];
		const [rich, flat] = await Promise.all(
			values.map((value) =>
				pullChanged((content) => {
					for (const [name, field] of formatted) content.set(listIds[name as ListEntryName] ?? name, field, value);
				}),
			),
		);
		expect(rich?.snapshots).toEqual(flat?.snapshots);
		expect(JSON.stringify(flat?.en).split('"same"').length - 1).toBe(formatted.length);
		expect(rich?.rows).toEqual([]);
	});

	test("small print keeps its lines", async () => {
		const { en, rows } = await pullChanged((content) => {
			content.set("appShell", "legal", both("Clinic Ltd\nPier 4\n\nAll rights reserved"));
			content.set("newsletter", "consentText", both("I agree,\u2028and I know why"));
		});
		const lines = (first: string, second: string) => [words(first), { type: "break" }, words(second)];
		expect(en.appShell.legal?.blocks).toEqual([
			{ type: "paragraph", content: lines("Clinic Ltd", "Pier 4") },
			{ type: "paragraph", content: [words("All rights reserved")] },
		]);
		expect(en.newsletter.consentText).toEqual(shown(...lines("I agree,", "and I know why")));
		expect(rows).toEqual([]);
	});

	test("the checklist may be one text, an item a line", async () => {
		const { en, rows } = await pullChanged((content) =>
			content.set("home", "heroAidList", both("one\n\n two \r\nthree\u2028four\n")),
		);
		expect(en.home.heroAidList.map(({ value }) => value)).toEqual(["one", "two", "three", "four"]);
		expect(rows).toEqual([]);
	});

	const linkToAsset = (id: string) => node("asset-hyperlink", [textNode(id)], { target: assetLink(id) });
	const linkTo = (id: string) => node("entry-hyperlink", [textNode(id)], { target: entryLink(id) });
	const hrefs = (value: RichTextValue | undefined) =>
		value?.blocks.flatMap((block) =>
			block.type === "paragraph"
				? block.content.map((inline) => (inline.type === "link" ? inline.href : inline.type === "text" && inline.value))
				: [],
		);

	test("links to entries lead to the page that shows them, in the same language", async () => {
		const targets = [ids.home, ids.functionalTests, ids.packages, ...Object.values(listIds), ids.newsletter];
		const { en, ru, rows } = await pullChanged((content) =>
			content.set("about", "about", both(paragraph(...targets.map(linkTo)))),
		);
		const paths = [
			"/",
			"/functional-tests",
			"/packages",
			"/#review-1",
			"/#commitment-1",
			"socialLink-1",
			"/functional-tests#faq-1",
			"/functional-tests#dnaTest-1",
			"/consultations#consultation-1",
			"/packages#package-1",
			"/programmes#programme-1",
			ids.newsletter,
		];
		expect(hrefs(en.about.about)).toEqual(paths);
		const russian = paths.map((path) => path.replace(/^\/(#.*)?$/, "/ru$1").replace(/^\/(?!ru)/, "/ru/"));
		expect(hrefs(ru.about.about)).toEqual(russian);
		expect(rows).toEqual(
			["en-US", "ru"].flatMap((locale) =>
				["socialLink-1", ids.newsletter].map(
					(id) =>
						`warning | ${ids.about}.about.${locale} | the text links to entry "${id}", which no page shows: the text is shown without the link`,
				),
			),
		);
	});

	test("links to assets lead to their file on the site, of any kind", async () => {
		const { en, folder } = await pullChanged((content) => {
			content.addAsset("leaflet", { fileName: "leaflet.pdf", contentType: "application/pdf" });
			content.set("about", "about", both(paragraph(linkToAsset("leaflet"), linkToAsset("gone"))));
		});
		const [href = "", lost] = hrefs(en.about.about) as string[];
		expect(href).toMatch(/^\/media\/[0-9a-f]{16}\.pdf$/);
		expect(await readFile(join(folder, href), "utf8")).toBe("%PDF-1.7");
		expect(lost).toBe("gone");
	});
});
