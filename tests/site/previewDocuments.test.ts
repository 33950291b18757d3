import { expect, test } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { localisePath, previewReportPath, routeNames } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import type { ReportRow } from "../../environment/site.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import type { SiteDocument } from "../../scripts/render/siteDocument.ts";
import { bundleFolder } from "../tools/bundle.ts";
import { changeBoth } from "./renderSources.ts";
import { collapse, loadPages, parseDocument, requireSingle } from "./sitePages.ts";

const row: ReportRow = {
	severity: "severe",
	entry: "home",
	field: "heroTitle",
	locale: "ru",
	problem: "it is <required> & missing",
	instead: "its name is shown in its place",
	url: "https://app.contentful.com/spaces/q7/environments/master/entries/home",
};

const snapshots = await loadSnapshots("content/generated");

function render(rows: ReportRow[], content = snapshots): Promise<ReadonlyMap<string, SiteDocument>> {
	const preview = { rows, version: "0123456789abcdef" };
	return renderSite(bundleFolder, content, { url: "https://www.example.org", indexable: false, preview });
}

test("every page of a preview has a ribbon with a link to the report and noindex, and each row of the report links to its entry", async () => {
	const documents = await render([row]);
	// In each language, a preview contains all pages, the 404 page and the preview report.
	expect(documents.size).toBe(localeCodes.length * (routeNames.length + 2));
	for (const [file, { html }] of documents) {
		const locale = /^ru[./]/.test(file) ? "ru" : "en-US";
		const word = words[locale];
		const document = parseDocument(html);
		const ribbon = collapse(requireSingle(document, ".preview-ribbon").textContent);
		expect(ribbon, file).toContain(collapse(word.previewRibbon));
		expect(html, file).toContain(`<a href="${localisePath(previewReportPath, locale)}">`);
		expect(html, file).toContain('<meta name="robots" content="noindex">');
		expect(html, file).toContain('<meta name="preview-version" content="0123456789abcdef">');
		expect(html, file).toContain('<script type="module" src="/preview.js"></script>');
		if (!file.endsWith("preview-report.html")) continue;
		expect(document.title).toMatch(word.previewReport);
		const item = requireSingle(document, "ul.report > li");
		expect(item.textContent).toContain(word.previewSevere);
		// The report is in English on the Russian page, too.
		const sentence = requireSingle(item, "[lang=en]").textContent;
		expect(sentence).toContain(`home, heroTitle, ru: ${row.problem}; ${row.instead}.`);
		expect(requireSingle(item, "a").getAttribute("href")).toBe(row.url);
	}
});

test("a report without rows says that there are none, and the published site has neither ribbon nor report", async () => {
	expect((await render([])).get("preview-report.html")?.html).toContain(words["en-US"].previewNothing);
	const traces = /class="preview-ribbon"|preview-report|preview\.js|preview-version|data-contentful/;
	for (const { file, html } of loadPages()) expect(html, file).not.toMatch(traces);
});

test("an edit does not change the styles of a preview's page, so that the page is updated in place", async () => {
	const withoutReviews = (content: Snapshot): Snapshot => ({ ...content, home: { ...content.home, reviews: [] } });
	const readStyles = (documents: ReadonlyMap<string, SiteDocument>) =>
		requireSingle(parseDocument(documents.get("index.html")?.html ?? ""), "style").textContent;
	expect(readStyles(await render([], changeBoth(snapshots, withoutReviews)))).toBe(readStyles(await render([])));
});
