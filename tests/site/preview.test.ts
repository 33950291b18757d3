import { describe, expect, test } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { localisePath, previewReport } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import type { PreviewRow, Site } from "../../site/site.ts";
import { loadPages, only, parseDocument } from "./pages.ts";

const version = "0123456789abcdef";
const site: Site = { url: "https://www.example.org", indexable: false };
const row: PreviewRow = {
	severity: "severe",
	entry: "home",
	field: "heroTitle",
	locale: "ru",
	problem: "it is <required> & missing",
	instead: "its name is shown in its place",
	url: "https://app.contentful.com/spaces/q7/environments/master/entries/home",
};

const snapshots = await loadSnapshots("content/generated");

describe("a preview", async () => {
	const documents = await renderSite("dist", snapshots, {
		...site,
		preview: { rows: [row], version },
	});

	test("says on every page that it is one, leads to its report, and keeps search engines out", () => {
		expect(documents.size).toBe(18);
		for (const [file, document] of documents) {
			const locale = /^ru[./]/.test(file) ? "ru" : "en-US";
			expect(document, file).toContain(words[locale].previewRibbon);
			expect(document, file).toContain(`<a href="${localisePath(previewReport, locale)}">`);
			expect(document, file).toContain('<meta name="robots" content="noindex"/>');
			expect(document, file).toContain(
				'<script type="module" src="/preview.js" data-version="0123456789abcdef"></script>',
			);
		}
	});

	test.each(localeCodes)("lists its report in %s, each row with where it is mended", (locale) => {
		const document = parseDocument(documents.get(fileOf(localisePath(previewReport, locale))) ?? "");
		expect(document.title).toMatch(words[locale].previewReport);
		const item = only(document, "ul.report > li");
		expect(item.textContent).toContain(words[locale].previewSevere);
		expect(item.textContent).toContain(
			"home, heroTitle, ru: it is <required> & missing; its name is shown in its place.",
		);
		expect(only(item, "a").getAttribute("href")).toBe(row.url);
	});
});

test("with nothing to mend the report says so, and the site itself has neither ribbon nor report", async () => {
	const preview = await renderSite("dist", snapshots, { ...site, preview: { rows: [], version } });
	expect(preview.get("preview-report.html")).toContain(words["en-US"].previewNothing);
	const traces = /class="preview-ribbon"|preview-report|preview\.js|data-contentful/;
	for (const { file, html } of loadPages()) expect(html, file).not.toMatch(traces);
});
