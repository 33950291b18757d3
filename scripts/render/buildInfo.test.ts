import { expect, test } from "vitest";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { parseBuildInfo } from "../shared/parseBuildInfo.js";
import { computePageStates, formatBuildInfo, type PageStates } from "./buildInfo.ts";
import { finishDocument, parseRendered } from "./siteDocument.ts";

const entryTime = "2026-01-02T03:04:05.000Z";
const live = "2026-02-03T04:05:06.000Z";
const entries = new Proxy({}, { get: () => ({ updatedAt: entryTime }) });
const snapshots = { "en-US": entries, ru: entries } as unknown as Snapshots;

function computeStateOf(body: string, previous?: PageStates) {
	const document = finishDocument(parseRendered(`<html><body>${body}</body></html>`));
	return computePageStates(new Map([["about.html", document]]), snapshots, previous)["/about"];
}

const page =
	'<meta name="description" content="Tests"><h1>Hello</h1><a href="/a">more</a><img src="/1.jpg" alt="A bowl">';

test("without a previous version, a page has the time at which its entry was changed", () => {
	expect(computeStateOf(page)?.changed).toBe(entryTime);
});

test("a page keeps its date while its text stays the same, also through the file of its state", () => {
	const { words = "" } = computeStateOf(page) ?? {};
	const { pages: previous } = parseBuildInfo(
		formatBuildInfo({ "/about": { words, changed: live } }, "0"),
	);
	expect(computeStateOf(page.replace("1.jpg", "2.jpg"), previous)).toEqual({
		words,
		changed: live,
	});
});

test.each([
	["text", page.replace("Hello", "Good day")],
	["link", page.replace("/a", "/b")],
	["description", page.replace("Tests", "Visits")],
	["alternative text", page.replace("A bowl", "A plate")],
	["structured data", `${page}<script type="application/ld+json">{}</script>`],
])("a page with another %s gets the current time", (_, changed) => {
	const { words = "" } = computeStateOf(page) ?? {};
	const state = computeStateOf(changed, { "/about": { words, changed: live } });
	expect(Date.parse(state?.changed ?? "")).toBeGreaterThan(Date.parse(live));
});
