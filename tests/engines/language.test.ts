import { expect, test } from "vitest";
import { otherLocale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { lengthenContent } from "../contents.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import {
	expectInPage,
	focused,
	goTo,
	inEachEngine,
	isMenuOpen,
	openMenu,
	press,
	renderContent,
	scrollPage,
	serveDocuments,
	waitForCarousel,
	waitForScript,
} from "./engine.ts";

const snapshots = await loadSnapshots("content/generated");

const lang = () => document.documentElement.lang;

const readState = () => ({
	lang: document.documentElement.lang,
	stored: localStorage.locale,
	path: location.pathname,
	isOn: document.getElementById("language-switch")?.ariaChecked,
	isPlaceholderHidden: document.querySelector<HTMLElement>("[data-part=placeholder]")?.hidden,
});

/** Presses the language switch, even if it is hidden, and waits for the other language. */
async function changeLanguage(page: EnginePage): Promise<void> {
	const before = await page.evaluate(lang);
	await page.evaluate(() => document.getElementById("language-switch")?.click());
	await expectInPage(page, lang).not.toBe(before);
}

/** Runs in the page. Marks the first text that begins below the header, which the visitor reads. */
function markFirstInView(): void {
	const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
	const isInView = (element: Element) => {
		const { top, height } = element.getBoundingClientRect();
		return element.checkVisibility() && height > 0 && top >= bar && top < innerHeight;
	};
	const found = [
		...document.querySelectorAll(":is(main, footer) :is(h1, h2, h3, p, li, dt, dd, summary, img)"),
	].find(isInView);
	Object.assign(window, { found });
}

/** Runs in the page. Returns the distance of the marked text from the header, in pixels. */
function measureMarked(): number {
	const { found } = window as unknown as { found?: Element };
	const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
	return (found?.getBoundingClientRect().top ?? 0) - bar;
}

const scrollTop = (page: EnginePage) => page.evaluate(() => Math.round(scrollY));

/** Ignores the error of a navigation that the page's `location.replace` interrupts. */
function ignoreReplacement(error: Error): void {
	if (!/abort|interrupt|navigation/i.test(error.message)) throw error;
}

inEachEngine((open) => {
	test("a change of language counts fast presses, and is restored on other pages", async () => {
		const page = await open(pathOf("programmes", "en-US"));
		await markDocument(page);
		await page.focus("#language-switch");
		for (let presses = 0; presses < 9; presses++) await page.keyboard.press("Enter");
		// Waits 1 s. Otherwise the test would miss a late change to the wrong language.
		await new Promise((resolve) => setTimeout(resolve, 1000));
		await expectInPage(page, readState).toEqual({
			lang: "ru",
			stored: "ru",
			path: pathOf("programmes", "ru"),
			isOn: "true",
			isPlaceholderHidden: true,
		});
		await expectInPage(page, focused).toBe("language-switch");
		expect(await isDocumentMarked(page), "no load").toBe(true);
		await goTo(page, pathOf("about", "en-US")).catch(ignoreReplacement);
		await expectInPage(page, () => location.pathname).toBe(pathOf("about", "ru"));
		await expectInPage(page, () => document.querySelector("main")?.checkVisibility()).toBe(true);
	});

	test("a change of language keeps open sections, typed text and the carousel's page", async () => {
		const page = await open(pathOf("home", "en-US"));
		await page.evaluate(() =>
			document.querySelector("site-carousel")?.scrollIntoView({ behavior: "instant" }),
		);
		await waitForCarousel(page);
		await press(page, "[data-part=next]");
		const readCarousel = () => {
			const { scrollLeft = 0, clientWidth = 1 } = document.querySelector(".swiper-wrapper") ?? {};
			const dots = [...document.querySelectorAll("[data-part=dots] button")];
			return {
				page: Math.round((scrollLeft / clientWidth) * 50) / 50,
				dot: dots.findIndex((dot) => dot.ariaCurrent === "true"),
				arrows: [...document.querySelectorAll("[data-part=controls] > button")].map(
					(arrow) => arrow.ariaDisabled,
				),
			};
		};
		const second = { page: 1, dot: 1, arrows: ["false", "false"] };
		await expectInPage(page, readCarousel).toEqual(second);
		await page.evaluate(() => {
			const field = document.querySelector<HTMLInputElement>("#newsletter-email");
			if (field) field.value = "ada@";
		});
		const readField = () => document.querySelector<HTMLInputElement>("#newsletter-email")?.value;
		await changeLanguage(page);
		await expectInPage(page, readCarousel).toEqual(second);
		await expectInPage(page, readField).toBe("ada@");
		await press(page, "[data-part=previous]");
		await expectInPage(page, readCarousel).toEqual({ page: 0, dot: 0, arrows: ["true", "false"] });

		await goTo(page, pathOf("programmes", "ru"));
		await waitForScript(page);
		await press(page, "main .disclosure summary");
		await changeLanguage(page);
		const listOpen = () =>
			[...document.querySelectorAll<HTMLDetailsElement>("main details")].map(({ open }) => open);
		const states = await page.evaluate(listOpen);
		expect(states).toEqual(states.map((_, index) => index === 0));
	});

	test("a change of language in the open menu leaves it open", async () => {
		const page = await open(pathOf("home", "ru"), { width: 375 });
		await openMenu(page);
		await press(page, "#language-menu");
		await press(page, '#menu details a[data-locale="en-US"]');
		await expectInPage(page, lang).toBe("en-US");
		await expectInPage(page, isMenuOpen).toBe(true);
		await expectInPage(page, focused).toBe("language-menu");
		const isListOpen = () => document.querySelector<HTMLDetailsElement>("#menu details")?.open;
		await expectInPage(page, isListOpen).toBe(false);
		const listCurrent = () =>
			[...document.querySelectorAll("#menu details [aria-current=true]")].map(
				({ id, textContent }) => id || textContent,
			);
		await expectInPage(page, listCurrent).toEqual(["EN – English"]);
	});

	test.each([
		["en-US", 375],
		["ru", 1280],
	] as const)("%s, %d px: there and back, the text stays in place", async (locale, width) => {
		const other = otherLocale(locale);
		const longer = { ...snapshots, [other]: lengthenContent(snapshots[other], 4) };
		const url = await serveDocuments(await renderContent(longer));
		const page = await open("about:blank", { width, hasScript: false });
		for (const route of ["home", "about", "functionalTests"] as const) {
			await page.goto(url + pathOf(route, locale));
			await waitForScript(page);
			for (const share of [0, 0.4, 0.8, 1]) {
				await scrollPage(page, share);
				await page.evaluate(markFirstInView);
				const [before, top] = [await page.evaluate(measureMarked), await scrollTop(page)];
				const message = `${route}, ${share} of its height`;
				await changeLanguage(page);
				if (share < 1)
					await expect
						.poll(async () => Math.abs((await page.evaluate(measureMarked)) - before), { message })
						.toBeLessThanOrEqual(2);
				await changeLanguage(page);
				await expect
					.poll(async () => Math.abs((await scrollTop(page)) - top), { message })
					.toBeLessThanOrEqual(1);
			}
			await page.evaluate(() => localStorage.clear());
		}
	});

	test("a much shorter page and back restores the scroll position", async () => {
		const documents = await renderContent({ ...snapshots, ru: lengthenContent(snapshots.ru, 4) });
		const url = await serveDocuments(documents);
		const page = await open(url + pathOf("consultations", "ru"), { width: 375 });
		await scrollPage(page, 1);
		const top = await scrollTop(page);
		await changeLanguage(page);
		await changeLanguage(page);
		await expect.poll(async () => Math.abs((await scrollTop(page)) - top)).toBeLessThanOrEqual(1);
	});
});
