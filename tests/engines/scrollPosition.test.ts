import { expect, test } from "vitest";
import { type Locale, otherLocale } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { lengthenContent } from "../contents.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import {
	expectInPage,
	inEachEngine,
	renderContent,
	scrollPage,
	serveDocuments,
	waitForScript,
} from "./engine.ts";

const snapshots = await loadSnapshots("content/generated");

const scrollTop = (page: EnginePage) => page.evaluate(() => Math.round(scrollY));

/** Finds the first visible element below the sticky header. `top` is the distance from the header, in pixels. */
function findFirstInView(): { id: string; top: number } | undefined {
	const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
	const elements = [...document.querySelectorAll("main, main [id]")].filter((element) =>
		element.checkVisibility(),
	);
	const tops = elements.map((element) => ({
		id: element.id,
		top: element.getBoundingClientRect().top - bar,
	}));
	return tops
		.sort((one, other) => one.top - other.top)
		.find(({ top }) => top >= 0 && top < innerHeight - bar);
}

/** Runs in the page. Returns the distance from the sticky header to the top of an element, in pixels. */
function measureTop(id: string): number {
	const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
	return (document.getElementById(id)?.getBoundingClientRect().top ?? 0) - bar;
}

/** Presses the language switch, even if it is hidden, and waits for the fonts of the new language. */
async function changeLanguage(page: EnginePage, locale: Locale): Promise<void> {
	await page.evaluate(() => document.getElementById("language-switch")?.click());
	await expectInPage(page, () => document.documentElement.lang).toBe(locale);
	await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

inEachEngine((open) => {
	test.each([
		["en-US", 375],
		["ru", 768],
		["en-US", 1280],
	] as const)(
		"%s, %d wide: a change to a language with much longer texts keeps the first element in view, and the change back restores the scroll position",
		async (locale, width) => {
			const other = otherLocale(locale);
			const documents = await renderContent({
				...snapshots,
				[other]: lengthenContent(snapshots[other], 4),
			});
			const url = await serveDocuments(documents);
			const page = await open("about:blank", { width, hasScript: false });
			for (const route of routeNames) {
				await page.goto(url + pathOf(route, locale));
				await waitForScript(page);
				for (const share of [0, 0.4, 0.8]) {
					await scrollPage(page, share);
					const [first, top] = [await page.evaluate(findFirstInView), await scrollTop(page)];
					const message = `${route}, ${share} of its height, ${first?.id}`;
					await changeLanguage(page, other);
					if (first)
						await expect
							.poll(() => page.evaluate(measureTop, first.id), { message })
							.toBeCloseTo(first.top, -0.5);
					await changeLanguage(page, locale);
					await expect
						.poll(async () => Math.abs((await scrollTop(page)) - top), { message })
						.toBeLessThanOrEqual(1);
				}
				await page.evaluate(() => localStorage.clear());
			}
		},
	);

	test("a change to a much shorter page and back restores the scroll position", async () => {
		const documents = await renderContent({ ...snapshots, ru: lengthenContent(snapshots.ru, 4) });
		const url = await serveDocuments(documents);
		const page = await open(url + pathOf("consultations", "ru"), { width: 375 });
		for (const share of [0.9, 1]) {
			await scrollPage(page, share);
			const top = await scrollTop(page);
			await changeLanguage(page, "en-US");
			await changeLanguage(page, "ru");
			const message = `${share} of the page's height`;
			await expect
				.poll(async () => Math.abs((await scrollTop(page)) - top), { message })
				.toBeLessThanOrEqual(1);
		}
	});
});
