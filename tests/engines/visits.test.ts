import type { Page } from "puppeteer-core";
import { expect, inject, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { findExcess, journeys, runJourney } from "../tools/journeys.ts";
import { type Answer, type Visitor, withVisitors } from "../tools/Visitor.ts";

const path = pathOf("packages", "ru");
const link = `#menu a[href="${path}"]`;

/** Visits with a Chromium that renders pages in advance, which those of the other tests do not. */
const visit = (run: (visitor: Visitor, answers: Answer[]) => Promise<void>): Promise<void> =>
	withVisitors(inject("url"), async (newVisitor, answers) => run(await newVisitor(), answers));

const pathsOf = (answers: Answer[]) => answers.map((answer) => answer.path);

/** Opens the home page and its menu, and rests on links, one to what sells nothing; `answers` are then those that came meanwhile. */
async function guess(visitor: Visitor, answers: Answer[], prepare?: (page: Page) => Promise<unknown>) {
	await visitor.open(pathOf("home", "ru"), prepare);
	await visitor.openMenu();
	answers.length = 0;
	await visitor.rest(`#menu a[href="${pathOf("about", "ru")}"]`);
	await visitor.rest(link);
}

test("what sells is rendered before it is touched, without its script and the pictures below its first screen", () =>
	visit(async (visitor, answers) => {
		await guess(visitor, answers);
		// A slow machine takes longer than the visitor rests.
		await expect.poll(() => pathsOf(answers)).toEqual([path, expect.stringMatching(/^\/media\//)]);
		answers.length = 0;
		await visitor.touch(link);
		await expect.poll(() => answers.length).toBeGreaterThan(0);
		expect(pathsOf(answers)).not.toContain(path);
		const lookAtTimes = () =>
			visitor.page.evaluate(() => {
				const [navigation] = performance.getEntriesByType("navigation") as (PerformanceEntry & {
					activationStart: number;
				})[];
				const script = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".js"));
				return { shownAt: navigation?.activationStart ?? 0, scriptAt: script?.startTime ?? 0 };
			});
		await expect.poll(async () => (await lookAtTimes()).scriptAt).toBeGreaterThan(0);
		const { shownAt, scriptAt } = await lookAtTimes();
		expect(shownAt).toBeGreaterThan(0);
		expect(scriptAt).toBeGreaterThan(shownAt);
	}));

test("nothing is guessed of a visitor who saves data, and the language still changes in place", () =>
	visit(async (visitor, answers) => {
		const saveData = () => Object.defineProperty(navigator, "connection", { value: { saveData: true } });
		await guess(visitor, answers, (page) => page.evaluateOnNewDocument(saveData));
		expect(pathsOf(answers)).toEqual([]);
		await visitor.page.evaluate(() => Object.assign(window, { isMarked: true }));
		await visitor.page.evaluate(() => document.getElementById("language-switch")?.click());
		const lang = () => visitor.page.evaluate(() => `${document.documentElement.lang} ${"isMarked" in window}`);
		await expect.poll(lang).toBe("en-US true");
	}));

test.each(journeys)("$name: within its budgets", (journey) =>
	visit(async (visitor, answers) => {
		const run = await runJourney(journey, visitor, answers);
		expect(run.answers.length).toBeGreaterThan(0);
		expect(findExcess(journey, run)).toEqual([]);
	}),
);
