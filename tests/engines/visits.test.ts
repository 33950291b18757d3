import { expect, inject, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { findExcess, journeys, runJourney } from "../tools/journeys.ts";
import { type RecordedResponse, type Visitor, withVisitors } from "../tools/Visitor.ts";

const path = pathOf("packages", "ru");
const link = `#menu a[href="${path}"]`;

/**
 * Runs a test with a `Visitor`, because its Chromium prerenders pages. The browsers of `inEachEngine` do not prerender.
 */
const visit = (run: (visitor: Visitor, responses: RecordedResponse[]) => Promise<void>): Promise<void> =>
	withVisitors(inject("url"), async (newVisitor, responses) => run(await newVisitor(), responses));

const pathsOf = (responses: RecordedResponse[]) => responses.map((response) => response.path);

async function restOnLinks(visitor: Visitor, responses: RecordedResponse[]) {
	await visitor.open(pathOf("home", "ru"));
	await visitor.openMenu();
	responses.length = 0;
	await visitor.rest(`#menu a[href="${pathOf("about", "ru")}"]`);
	await visitor.rest(link);
}

test("a selling page is prerendered while its link is in view, without its script and the pictures below its first screen", () =>
	visit(async (visitor, responses) => {
		await restOnLinks(visitor, responses);
		await expect.poll(() => pathsOf(responses)).toEqual([path, expect.stringMatching(/^\/media\//)]);
		responses.length = 0;
		await visitor.touch(link);
		await expect.poll(() => responses.length).toBeGreaterThan(0);
		expect(pathsOf(responses)).not.toContain(path);
		const readTimes = () =>
			visitor.page.evaluate(() => {
				const [navigation] = performance.getEntriesByType("navigation") as (PerformanceEntry & {
					activationStart: number;
				})[];
				const script = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".js"));
				return { shownAt: navigation?.activationStart ?? 0, scriptAt: script?.startTime ?? 0 };
			});
		await expect.poll(async () => (await readTimes()).scriptAt).toBeGreaterThan(0);
		const { shownAt, scriptAt } = await readTimes();
		expect(shownAt).toBeGreaterThan(0);
		expect(scriptAt).toBeGreaterThan(shownAt);
	}));

test.each(journeys)('the journey "$name" keeps its budgets', (journey) =>
	visit(async (visitor, responses) => {
		const measured = await runJourney(journey, visitor, responses);
		expect(measured.length).toBeGreaterThan(0);
		expect(findExcess(journey, measured)).toEqual([]);
	}),
);
