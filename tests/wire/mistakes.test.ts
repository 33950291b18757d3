import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { ReportRow } from "../../scripts/pull/report.ts";
import { type TestContent, text } from "./content.ts";
import { pagePaths, startSite } from "./liveSite.ts";
import { type Mistake, mistakes, practice, spoiltFiles, stoppingMistakes } from "./mistakes.ts";
import { pullFrom, startServices } from "./services.ts";

const content = practice();

/** Mends everything, makes a mistake, and edits well what every page shows. Out: the words that visitors should read. */
function edit(make: (content: TestContent) => void = () => {}): string {
	Object.assign(content, practice());
	make(content);
	const words = `Edit${++edits}.`;
	content.set("appShell", "legal", text(words));
	return words;
}
let edits = 0;

/** The rows of a report, each by its severity and place, with what the site does instead. */
const readRows = (report: ReportRow[]) =>
	new Map(
		report.map(({ severity, entry, field, locale, instead }) => {
			return [`${severity} | ${[entry, field, locale].filter(Boolean).join(".")}`, instead];
		}),
	);

/** What the site does instead, by mistake. */
const instead = new Map<string, string>();
const problems = new Set<string>();

/** One of each list at once: what one does must not hide another. */
const roundOf = (round: number) => mistakes.flatMap((list) => list[round] ?? []);
const makeAll = (made: Mistake[]) => (content: TestContent) => {
	for (const { make } of made) make(content);
};

for (let round = 0; mistakes.some((list) => list[round]); round++) {
	const made = roundOf(round);
	test(`an editor ${made.map(({ mistake }) => mistake).join(", ")}: the good edit is there, and no other row`, async () => {
		const words = edit(makeAll(made));
		const { snapshots, report } = await pullFrom(content, { files: spoiltFiles });
		for (const { appShell } of Object.values(snapshots)) expect(JSON.stringify(appShell.legal)).toContain(words);
		const rows = readRows(report);
		expect(rows.size).toBe(report.length);
		expect([...rows.keys()].sort()).toEqual(made.map(({ row }) => row).sort());
		for (const { mistake, row } of made) instead.set(mistake, rows.get(row) ?? "");
		for (const { problem } of report) problems.add(problem);
	});
}

test("with five mistakes at once the good edit is live on every page; others leave it there until they are mended, and no row is left", async () => {
	const site = await startSite(await startServices(content, { files: spoiltFiles }));
	const words = edit(makeAll(roundOf(0)));
	expect(await site.publish()).toMatchObject({ status: "live" });
	for (const page of pagePaths) expect(await site.read(page), page).toContain(words);
	expect((await site.report()).length).toBe(mistakes.length);
	const live = await site.live();
	for (const { mistake, make, told } of stoppingMistakes) {
		edit(make);
		const failed = { status: "failed", reason: [expect.stringContaining(told)] };
		expect(await site.publish(), mistake).toMatchObject(failed);
		expect(await site.live(), mistake).toBe(live);
	}
	edit();
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await site.report()).toEqual([]);
});

test("the editors' guide explains every problem that the report names", async () => {
	const guide = await readFile("docs/editors.md", "utf8");
	const [, table = ""] = /\| the report says .*\n\| --- .*\n([^#]*)/.exec(guide) ?? [];
	const explained = [...table.matchAll(/^\| (.*?) \|/gm)].map(([, cell = ""]) => {
		const parts = cell.split(/ ?… ?/).map((part) => part.replace(/\W/g, "\\$&"));
		return new RegExp(`^${parts.join(".*")}`);
	});
	const unexplained = [...problems].filter((problem) => !explained.some((pattern) => pattern.test(problem)));
	expect(problems.size).toBeGreaterThan(30);
	expect(unexplained).toEqual([]);
});

test("the editors' guide has every mistake, and what the site does instead", async () => {
	for (const { mistake } of stoppingMistakes) instead.set(mistake, "the last version stays until it is mended");
	const kinds = ["a link in a text", "a payment link", "a price", "a picture", "an entry", "a page"];
	const lines = [...mistakes, stoppingMistakes].flatMap((list, index) =>
		list.map(
			({ mistake }) =>
				`| ${kinds[index]} | ${mistake} | ${instead
					.get(mistake)
					?.replace(/;.*/, "")
					.replace(/price price_\w+/, "one of them")} |`,
		),
	);
	const guide = await readFile("docs/editors.md", "utf8");
	const [, table] = /<!-- mistakes -->\n(.*?)\n<!-- end of mistakes -->/s.exec(guide) ?? [];
	expect(table).toBe(["| with | an editor | what the site does instead |", "| --- | --- | --- |", ...lines].join("\n"));
});
