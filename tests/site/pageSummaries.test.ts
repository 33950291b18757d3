import { expect, test } from "vitest";
import type { RichTextValue, Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { summarise } from "../../renderer/summaries.ts";

const demo = (await loadSnapshots("content/generated"))["en-US"];

const richText = (value: string): RichTextValue => ({
	blocks: [{ type: "paragraph", content: [{ type: "text", value }] }],
});

function describeAbout(subtitle: string, about: string): string | undefined {
	const content: Snapshot = { ...demo, about: { ...demo.about, subtitle: richText(subtitle), about: richText(about) } };
	return summarise(content, "about").description;
}

test.each([
	["Who we are", "Who we are. Two people who cook."],
	["Who we are?", "Who we are? Two people who cook."],
])("the text %j of a description gets a full stop where it needs one", (subtitle, description) => {
	expect(describeAbout(subtitle, "Two people who cook")).toBe(description);
});

test("a description of 120 characters gets no further text", () => {
	const subtitle = `${"We cook, and we write down what we cook. ".repeat(3)}`.trim();
	expect(describeAbout(subtitle, "Two people.")).toBe(subtitle);
});

test("a page without texts has no description", () => {
	const content: Snapshot = { ...demo, approach: { ...demo.approach, approach: undefined } };
	expect(summarise(content, "approach")).not.toHaveProperty("description");
});
