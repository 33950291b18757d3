import { expect, test } from "vitest";
import type { ReportRow } from "../../environment/site.ts";
import { pagePaths, startSite } from "./liveSite.ts";
import { createEditedContent, type Mistake, mistakes, spoiltFiles } from "./mistakes.ts";
import { pullFrom, startServices } from "./services.ts";
import { ids, type TestContent, text } from "./testContent.ts";

const content = createEditedContent();
let edits = 0;

function edit(make: (content: TestContent) => void = () => {}): string {
	Object.assign(content, createEditedContent());
	make(content);
	edits++;
	const words = `Edit${edits}.`;
	content.set("appShell", "legal", text(words));
	return words;
}

const readRows = (report: ReportRow[]) =>
	new Map(
		report.map(({ severity, entry, field, locale, instead }) => {
			return [`${severity} | ${[entry, field, locale].filter(Boolean).join(".")}`, instead];
		}),
	);

const listMistakes = (round: number) => mistakes.flatMap((list) => list[round] ?? []);
const makeAll = (round: Mistake[]) => (content: TestContent) => {
	for (const { make } of round) make(content);
};
const rounds = Array.from({ length: Math.max(...mistakes.map((list) => list.length)) }, (_, round) => ({
	round,
	made: listMistakes(round),
}));

test.each(rounds)(
	"a correct edit is pulled, and one row reports each mistake: $made.0.mistake, … (round $round)",
	async ({ made }) => {
		const words = edit(makeAll(made));
		const { snapshots, report } = await pullFrom(content, { files: spoiltFiles });
		for (const { appShell } of Object.values(snapshots)) expect(JSON.stringify(appShell.legal)).toContain(words);
		const rows = readRows(report);
		expect([...rows.keys()].sort()).toEqual(made.map(({ row }) => row).sort());
		expect(report.length).toBe(made.length);
	},
);

test("a correct edit is live on every page despite five mistakes, and stays live during a mistake that stops the build", async () => {
	const words = edit(makeAll(listMistakes(0)));
	const site = await startSite(await startServices(content, { files: spoiltFiles }));
	for (const page of pagePaths) expect(await site.read(page), page).toContain(words);
	const expected = listMistakes(0).map(({ row }) => row);
	expect([...readRows(await site.readReport()).keys()].sort()).toEqual(expected.sort());
	const live = await site.readLiveId();
	edit((edited) => edited.unpublish(ids.about));
	const fault = `Entry "${ids.about}": About page is missing`;
	expect(await site.publish()).toMatchObject({ status: "failed", reason: [expect.stringContaining(fault)] });
	expect(await site.readLiveId()).toBe(live);
	edit();
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await site.readReport()).toEqual([]);
});
