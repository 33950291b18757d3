import { expect, test } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { localisePath, previewReportPath, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import type { ReportRow } from "../../environment/site.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { bundleFolder } from "../tools/bundle.ts";
import { changeBoth, loadPages, parseDocument, requireSingle, snapshots } from "./sitePages.ts";

const row: ReportRow = {
	severity: "severe",
	entry: "home",
	field: "heroTitle",
	locale: "ru",
	problem: "it is <required> & missing",
	instead: "its name is shown in its place",
	url: "https://app.contentful.com/spaces/q7/environments/master/entries/home",
};

function render(rows: ReportRow[], content = snapshots) {
	const preview = { rows, version: "0123456789abcdef" };
	return renderSite(bundleFolder, content, { url: "https://www.example.org", indexable: false, preview });
}

test("every page of a preview leads to the report", async () => {
	const documents = await render([row]);
	// In each language, a preview contains all pages, the 404 page and the report.
	expect(documents.size).toBe(localeCodes.length * (routeNames.length + 2));
	for (const [file, { html }] of documents) {
		const locale = /^ru[./]/.test(file) ? "ru" : "en-US";
		expect(html, file).toContain(`<a href="${localisePath(previewReportPath, locale)}">`);
		expect(html, file).toContain('<meta name="robots" content="noindex">');
		expect(html, file).toContain('<meta name="preview-version" content="0123456789abcdef">');
		expect(html, file).toContain('<script type="module" src="/preview.js"></script>');
		if (!file.endsWith("preview-report.html")) continue;
		const item = requireSingle(parseDocument(html), "ul.report > li");
		expect(item.textContent).toContain(words[locale].previewSevere);
		// The report is in English on the Russian page, too.
		const sentence = requireSingle(item, "[lang=en]").textContent;
		expect(sentence).toContain(`home, heroTitle, ru: ${row.problem}; ${row.instead}.`);
		expect(requireSingle(item, "a").getAttribute("href")).toBe(row.url);
	}
});

test("a report without rows says so", async () => {
	expect((await render([])).get("preview-report.html")?.html).toContain(words["en-US"].previewNothing);
});

test("the published site has no trace of previews", () => {
	const traces = /class="preview-ribbon"|preview-report|preview\.js|preview-version|data-contentful/;
	for (const { file, html } of loadPages()) expect(html, file).not.toMatch(traces);
});

test("an edit does not change the styles of a page", async () => {
	// Pages whose styles differ are not updated in place.
	const changed = changeBoth((content) => ({ ...content, home: { ...content.home, reviews: [] } }));
	const [before, after] = [await render([]), await render([], changed)].map((documents) => {
		return requireSingle(parseDocument(documents.get("index.html")?.html ?? ""), "style").textContent;
	});
	expect(after).toBe(before);
});
