import { afterAll as atEnd, expect, test } from "vitest";
import { rowsOf, startServices, type TestContent, text } from "./content.ts";
import { keptFolder, makeBundle, pages, startSite } from "./liveSite.ts";
import { mistakes, practice, spoiltFiles, stoppingMistakes } from "./mistakes.ts";

await makeBundle();
const content = practice();
const services = await startServices(content, { files: spoiltFiles, atEnd });
const site = await startSite(services, { cache: await keptFolder(atEnd), atEnd });

/** Mends everything, makes a mistake, and edits well what every page shows. Out: the words that visitors should read. */
function edit(make: (content: TestContent) => void = () => {}): string {
	Object.assign(content, practice());
	make(content);
	const words = `Edit${++edits}.`;
	content.set("appShell", "legal", text(words));
	return words;
}
let edits = 0;

/** Which pages show some words. */
async function pagesWith(words: string): Promise<string[]> {
	const texts = await Promise.all(pages.map(site.read));
	return pages.filter((_, index) => texts[index]?.includes(words));
}

/** Severity and place of each row of the live version's report; its sentences are collected for the end. */
const readReport = async () =>
	rowsOf({ report: await site.report() }).map((row) => {
		const [severity, place, sentence = ""] = row.split(" | ");
		const isPort = /127\.0\.0\.1:\d+/g;
		sentences.add(
			sentence
				.replace(isPort, "127.0.0.1")
				.replace(/price_\w+/, "price_1")
				.replace(/a{99,}/, "aaa…"),
		);
		return `${severity} | ${place}`;
	});
const sentences = new Set<string>();

test("the mistakes are forty or more, each with words of its own", () => {
	const names = [...mistakes, ...stoppingMistakes].map(({ mistake }) => mistake);
	expect(new Set(names).size).toBe(names.length);
	expect(mistakes.length).toBeGreaterThanOrEqual(40);
});

for (const { mistake, make, row } of mistakes) {
	// The row of the one before is gone, since it was mended together with the good edit.
	test(`an editor ${mistake}: the good edit is live, and this is the only row`, async () => {
		const words = edit(make);
		expect(await site.publish()).toMatchObject({ status: "live" });
		expect(await pagesWith(words)).toEqual(pages);
		expect(await readReport()).toEqual([row]);
	});
}

test("when the last one is mended, no row is left", async () => {
	edit();
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await readReport()).toEqual([]);
});

test("the rows say what is wrong and what is done about it", () => {
	expect([...sentences].sort()).toMatchInlineSnapshot();
});

for (const { mistake, make, told } of stoppingMistakes) {
	test(`an editor ${mistake}: the last version stays until that is mended`, async () => {
		const before = edit();
		expect(await site.publish()).toMatchObject({ status: "live" });
		edit(make);
		expect(await site.publish()).toMatchObject({ status: "failed", reason: [expect.stringContaining(told)] });
		expect(await pagesWith(before)).toEqual(pages);
	});
}
