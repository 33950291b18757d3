import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { plain } from "../../tests/testContent.ts";
import { formatSpaceUrl, Report, readReport } from "./report.ts";

const space = { apiUrl: "https://cdn.eu.contentful.com", spaceId: "q7", environment: "staging" };
const inContentful = "https://app.eu.contentful.com/spaces/q7/environments/staging";
const sys = { updatedAt: "2026-01-02T03:04:05.000Z" };

function createReport(): Report {
	const report = new Report(space);
	report.contentfulData = {
		entries: new Map([
			[
				"faq-1",
				{
					sys: { ...sys, id: "faq-1" },
					fields: { question: { ru: "Как?", "en-US": "How long?" } },
				},
			],
			["review-1", { sys: { ...sys, id: "review-1" }, fields: { name: { ru: "Боб" } } }],
		]),
		assets: new Map([
			["dot", { sys: { ...sys, id: "dot" }, fields: { file: plain({ fileName: "dot.png" }) } }],
		]),
		locales: [],
		largeIds: [],
	};
	return report;
}

test("findings have titles and addresses, and the worst stand first", () => {
	const report = createReport();
	const review = { type: "review", id: "review-1", field: "name", locale: "ru" } as const;
	const usedIn = { type: "faq", id: "faq-1", field: "answer" } as const;
	report.add({ type: "asset", id: "dot", usedIn }, "pictureWithoutTitle", "noAlternative");
	report.add(review, "untranslated", "englishShown");
	const own = { url: "https://dashboard.stripe.com/products/a" };
	report.add({ type: "package", id: "gone", ...own }, "productArchived", "entryLeftOut", {
		product: "a",
	});
	const named = { entry: { type: "review", id: "review-1" } } as const;
	report.add({ type: "home", id: "gone" }, "listedEntryMissing", "restShown", named);
	expect(report.findings).toMatchObject([
		{ severity: "severe", places: [{ id: "gone", ...own, title: undefined }] },
		{ places: [{ ...review, title: "Боб", url: `${inContentful}/entries/review-1` }] },
		{ severity: "warning", values: { entry: { title: "Боб" } } },
		{
			severity: "info",
			places: [
				{
					title: "dot.png",
					url: `${inContentful}/assets/dot`,
					usedIn: { title: "How long?", url: `${inContentful}/entries/faq-1` },
				},
			],
		},
	]);
});

test.each([
	["cdn.contentful.com", "app.contentful.com"],
	["cdn.eu.contentful.com", "app.eu.contentful.com"],
	["preview.eu.contentful.com", "app.eu.contentful.com"],
])("a space at %s is edited at %s", (host, app) => {
	const url = formatSpaceUrl({ ...space, apiUrl: `https://${host}` });
	expect(url).toBe(`https://${app}/spaces/q7`);
});

test.each([
	[1, 1, false],
	[1, 2, false],
	[2, 4, false],
	[2, 2, true],
	[2, 3, true],
])("%i missing of %i are a loss: %s", (missing, all, isLoss) => {
	const report = createReport();
	for (let index = 0; index < all; index++)
		report.deliveries.files.set(`file-${index}`, index >= missing);
	report.addLosses();
	const values = { count: missing, all, names: "file-0, file-1" };
	const loss = { code: "filesLost", severity: "severe", values };
	expect(report.faults).toMatchObject(isLoss ? [loss] : []);
});

test.each([
	["missing", {}],
	["empty", { "report.json": "" }],
	[
		"with a code of another version",
		{
			"report.json":
				'[{"severity":"info","code":"gone","consequence":"shownAsIs","values":{},"places":[]}]',
		},
	],
	["without places", { "report.json": '[{"code":"pageGone","consequence":"visitorsLost"}]' }],
	["of an older form", { "report.json": '[{"severity":"info","entry":"a","problem":"b"}]' }],
])("a report that is %s counts as none", async (_, files) => {
	expect(readReport(await makeFolder({ files }))).toBeUndefined();
});
