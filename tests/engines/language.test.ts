import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../environment/snapshotFiles.server.ts";
import { lengthenContent } from "../contents.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import {
	expectInPage,
	focused,
	inEachEngine,
	isMenuOpen,
	openMenu,
	press,
	readCarousel,
	scrollPage,
	scrollToCarousel,
	serveContent,
	waitForScript,
} from "./engine.ts";

const snapshots = await loadSnapshots("content/generated");

const lang = () => document.documentElement.lang;

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
	const texts = ":is(main, footer) :is(h1, h2, h3, p, li, dt, dd, summary, img)";
	Object.assign(window, { found: [...document.querySelectorAll(texts)].find(isInView) });
}

/** Runs in the page. Returns the distances of the marked text from the header and of the page from its top, in pixels. */
function measurePlace() {
	const { found } = window as unknown as { found?: Element };
	const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
	return { text: (found?.getBoundingClientRect().top ?? 0) - bar, page: scrollY };
}

inEachEngine((open) => {
	test("a change of language keeps sections, typed text and slide", async () => {
		const page = await open("/");
		await scrollToCarousel(page);
		await press(page, "[data-part=next]");
		await expectInPage(page, readCarousel).toMatchObject({ visible: 2, marked: 2 });
		await page.evaluate(() => {
			const field = document.querySelector<HTMLInputElement>("#newsletter-email");
			if (field) field.value = "ada@";
		});
		const readField = () => document.querySelector<HTMLInputElement>("#newsletter-email")?.value;
		await changeLanguage(page);
		await expectInPage(page, readCarousel).toMatchObject({ visible: 2, marked: 2 });
		await expectInPage(page, readField).toBe("ada@");
		await press(page, "[data-part=previous]");
		await expectInPage(page, readCarousel).toMatchObject({ visible: 1, marked: 1 });

		await page.evaluate(() => void location.assign("/programmes"));
		await expectInPage(page, () => location.pathname).toBe("/ru/programmes");
		await waitForScript(page);
		await press(page, "main .disclosure summary");
		await changeLanguage(page);
		const listOpen = () =>
			[...document.querySelectorAll<HTMLDetailsElement>("main details")].map(({ open }) => open);
		const states = await page.evaluate(listOpen);
		expect(states).toEqual(states.map((_, index) => index === 0));
	});

	test("a change of language in the open menu leaves it open", async () => {
		const page = await open("/ru", { width: 375 });
		await openMenu(page);
		await press(page, "#language-menu");
		await press(page, '#menu details a[data-locale="en-US"]');
		await expectInPage(page, lang).toBe("en-US");
		await expectInPage(page, isMenuOpen).toBe(true);
		await expectInPage(page, focused).toBe("language-menu");
		const listState = () => ({
			isOpen: document.querySelector<HTMLDetailsElement>("#menu details")?.open,
			current: document.querySelector("#menu details [aria-current=true]")?.textContent,
		});
		await expectInPage(page, listState).toEqual({ isOpen: false, current: "EN – English" });
	});

	test.each([375, 1280])("%d px: there and back, the text stays in place", async (width) => {
		const longer = { ...snapshots, ru: lengthenContent(snapshots.ru, 4) };
		const url = await serveContent(longer);
		const page = await open("about:blank", { width, hasScript: false });
		for (const route of ["home", "about", "functionalTests"] as const) {
			await page.goto(url + pathOf(route, "en-US"));
			await waitForScript(page);
			for (const share of [0, 0.4, 0.8, 1]) {
				await scrollPage(page, share);
				await page.evaluate(markFirstInView);
				const before = await page.evaluate(measurePlace);
				const expectPlace = (place: "text" | "page", maxDifference: number) =>
					expect
						.poll(
							async () => Math.abs((await page.evaluate(measurePlace))[place] - before[place]),
							{
								message: `${route}, ${share} of its height`,
							},
						)
						.toBeLessThanOrEqual(maxDifference);
				await changeLanguage(page);
				if (share < 1) await expectPlace("text", 2);
				await changeLanguage(page);
				await expectPlace("page", 1);
			}
			// The end of the longer page is not on the shorter one.
			await changeLanguage(page);
			await scrollPage(page, 1);
			const { page: top } = await page.evaluate(measurePlace);
			await changeLanguage(page);
			await changeLanguage(page);
			await expect
				.poll(async () => Math.abs((await page.evaluate(measurePlace)).page - top))
				.toBeLessThanOrEqual(1);
			await page.evaluate(() => localStorage.clear());
		}
	});

	test.each([375, 1280])("%d px: there and back, a slightly scrolled page stays", async (width) => {
		const page = await open("/consultations", { width });
		await page.evaluate(() => scrollTo({ top: 240, behavior: "instant" }));
		await changeLanguage(page);
		await changeLanguage(page);
		await expect
			.poll(async () => Math.abs((await page.evaluate(measurePlace)).page - 240))
			.toBeLessThanOrEqual(5);
	});
});
