import { expect, test } from "vitest";
import type { TextValue } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { renderSources } from "./renderSources.ts";
import { parseDocument, sitePages } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const testPages = sitePages.filter(({ route, locale }) => route === "functionalTests" && locale === "en-US");

test.each<[string, TextValue | undefined, string]>([
	["subsections of their section when it has a title", { value: "DNA tests" }, "h3"],
	["sections of the page when the title of their section is missing", undefined, "h2"],
])("DNA tests are %s", async (_, dnaTestsTitle, element) => {
	const english = snapshots["en-US"];
	const functionalTests = { ...english.functionalTests, dnaTestsTitle };
	const content = { ...snapshots, "en-US": { ...english, functionalTests } };
	const sources = await renderSources(content, testPages);
	const page = parseDocument([...sources.values()].join(""));
	const brands = [...page.querySelectorAll(".tests .cards > article > :is(h2, h3)")];
	expect(brands.map(({ localName }) => localName)).toEqual(functionalTests.dnaTests.map(() => element));
});
