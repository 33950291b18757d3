import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { doubleElements, secondSuffix } from "../doubleElements.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import { expectInPage, inEachEngine, press, serveDocuments, waitForScript } from "./engine.ts";

/** Home pages in both languages, with a second menu, a second carousel and a second newsletter form. */
const documents = new Map<string, { html: string }>();
for (const locale of localeCodes) {
	const file = fileOf(pathOf("home", locale));
	documents.set(file, { html: doubleElements(await readFile(`dist/client/${file}`, "utf8")) });
}

const secondMenu = `#menu${secondSuffix}`;
const secondForm = `#newsletter${secondSuffix}`;

const lang = () => document.documentElement.lang;

async function openDoubled(page: EnginePage, locale: Locale, isChanged: boolean): Promise<void> {
	const url = await serveDocuments(documents);
	const first = isChanged ? "en-US" : locale;
	await page.goto(url + pathOf("home", first));
	await waitForScript(page);
	if (!isChanged) return;
	await page.evaluate(() => document.querySelector<HTMLElement>("[role=switch]")?.click());
	await expectInPage(page, lang).toBe(locale);
}

/** Runs in the page. Returns for each carousel the index of its marked dot, or -1 if its script has not started. */
const listMarked = () =>
	[...document.querySelectorAll("site-carousel")].map((carousel) =>
		[...carousel.querySelectorAll("[data-part=dots] button")].findIndex((dot) => dot.ariaCurrent === "true"),
	);

/** Runs in the page. Returns for each form whether it shows a status message. */
const listStatuses = () =>
	[...document.querySelectorAll("site-newsletter [data-part=status]")].map(({ textContent }) => textContent !== "");

inEachEngine((open) => {
	testBoth("the second of two menus takes the focus and gives it back", 375, async (page) => {
		await press(page, `${secondMenu} ~ [data-part=open]`);
		await expectInPage(page, (menu) => document.activeElement?.closest(menu) !== null, secondMenu).toBe(true);
		await page.keyboard.press("Escape");
		const isBack = (menu: string) => document.activeElement?.matches(`${menu} ~ [data-part=open]`);
		await expectInPage(page, isBack, secondMenu).toBe(true);
	});

	testBoth("the second of two carousels turns, and the first stays", 1280, async (page) => {
		for (const index of [0, 1]) {
			const scroll = (given: string) => {
				const carousel = [...document.querySelectorAll("site-carousel")].at(Number(given));
				carousel?.scrollIntoView({ block: "center", behavior: "instant" });
			};
			await page.evaluate(scroll, String(index));
			await expectInPage(page, listMarked).toHaveProperty(String(index), 0);
		}
		await press(page, "site-carousel + site-carousel [data-part=next]");
		await expectInPage(page, listMarked).toEqual([0, 1]);
	});

	testBoth("the second of two forms is sent, and the first stays as it was", 1280, async (page) => {
		page.once("dialog", (dialog) => void dialog.accept());
		await page.type("#newsletter-email", "first@example.org");
		await page.type(`#newsletter-email${secondSuffix}`, "second@example.org");
		await press(page, `${secondForm} [data-part=button]`);
		await expectInPage(page, listStatuses).toEqual([false, true]);
		const typed = () => document.querySelector<HTMLInputElement>("#newsletter-email")?.value;
		expect(await page.evaluate(typed)).toBe("first@example.org");
	});

	/** Defines a test twice: for a page that was opened by its URL, and for a page after a change of language. */
	function testBoth(name: string, width: number, run: (page: EnginePage) => Promise<void>): void {
		test.each([
			["as it is opened", "en-US", false],
			["after a change of language", "ru", true],
		] as const)(`${name}, on a page %s`, async (_, locale, isChanged) => {
			const page = await open("about:blank", { width, hasScript: false });
			await openDoubled(page, locale, isChanged);
			await run(page);
		});
	}
});
