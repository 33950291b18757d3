import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import type { TextValue } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { parseDocument } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");

test.each<[string, TextValue | undefined, string]>([
	["subsections of their section when it has a title", { value: "DNA tests" }, "h3"],
	["sections of the page when the title of their section is missing", undefined, "h2"],
])("DNA tests are %s", async (_, dnaTestsTitle, element) => {
	const content = snapshots["en-US"];
	const functionalTests = { ...content.functionalTests, dnaTestsTitle };
	const site = { url: "https://www.example.org", indexable: true };
	const documents = await renderSite("dist", { ...snapshots, "en-US": { ...content, functionalTests } }, site);
	const page = parseDocument(documents.get(fileOf(pathOf("functionalTests", "en-US")))?.html ?? "");
	const brands = [...page.querySelectorAll(".dna .cards > li > :is(h2, h3)")];
	expect(brands.map(({ localName }) => localName)).toEqual(functionalTests.dnaTests.map(() => element));
});
