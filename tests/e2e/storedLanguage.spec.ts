import type { Page } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import {
	clearStorage,
	countEntries,
	expectPage,
	isMarked,
	languageSwitch,
	mark,
	placeholder,
	storedLocale,
} from "./language.ts";
import { expect, hold, test } from "./test.ts";

const about = pathOf("about", "en-US");
const russian = pathOf("about", "ru");

// What a browser asks for sends nobody to another language.
test.use({ locale: "ru-RU" });

/** Stores a choice before the first page of the site. */
const store = (page: Page, value: string) =>
	page.addInitScript((locale) => {
		if (location.protocol === "about:" || sessionStorage.isStored) return;
		localStorage.locale = locale;
		sessionStorage.isStored = true;
	}, value);

test("a stored choice is restored before anything is painted", async ({ page }) => {
	const painted: string[] = [];
	await page.exposeFunction("notePaint", (lang: string) => painted.push(lang));
	await page.addInitScript(() => {
		const { notePaint } = window as unknown as { notePaint: (lang: string) => void };
		new PerformanceObserver(() => notePaint(document.documentElement.lang)).observe({ type: "paint", buffered: true });
	});
	await store(page, "ru");
	// As slow as a real network: what waits for it must not show.
	await page.route(russian, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 400));
		await route.continue();
	});
	await page.goto("about:blank");
	const entries = await countEntries(page);
	await page.goto(`${about}?from=letter#content`);
	await expectPage(page, "about", "ru", "?from=letter#content");
	expect(await countEntries(page)).toBe(entries + 1);
	await expect.poll(() => painted).toContain("ru");
	expect(painted).not.toContain("en-US");
	expect(await storedLocale(page)).toBe("ru");
});

test("a page that comes back from the back/forward cache, or was prerendered, is in the stored language", async ({
	page,
}) => {
	for (const name of ["pageshow", "prerenderingchange"]) {
		await page.goto(about);
		const isShown = await page.evaluate((event) => {
			localStorage.locale = "ru";
			if (event === "pageshow") dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
			else document.dispatchEvent(new Event("prerenderingchange"));
			return document.querySelector("main")?.checkVisibility();
		}, name);
		expect(isShown, "the wrong language, while the right one is on its way").toBe(false);
		await expectPage(page, "about", "ru");
		await clearStorage(page);
	}
});

test("the link opened in a new tab stores its language, and nothing changes here", async ({
	page,
	context,
	baseURL,
}) => {
	for (const press of [{ button: "middle" as const }, { modifiers: ["ControlOrMeta" as const] }]) {
		await page.goto(about);
		expect(await storedLocale(page), "nothing before a choice").toBeNull();
		const [tab] = await Promise.all([context.waitForEvent("page"), languageSwitch(page).click(press)]);
		await expectPage(tab, "about", "ru");
		expect(await storedLocale(page)).toBe("ru");
		await expectPage(page, "about", "en-US");
		await tab.close();
		await clearStorage(page);
	}
	// By the context menu, of which the page learns nothing, or before the script is there; although the other one was stored.
	await store(page, "en-US");
	await page.goto(russian, { referer: `${baseURL}${about}?from=letter` });
	await expectPage(page, "about", "ru");
	expect(await storedLocale(page)).toBe("ru");
});

test("the storage is not read again when a page has loaded to its end, while a change is under way", async ({
	page,
}) => {
	const picture = await hold(page, "**/media/*.jpg");
	const counterpart = await hold(page, russian);
	await page.goto(about, { waitUntil: "domcontentloaded" });
	await mark(page);
	await languageSwitch(page).click();
	await expect(placeholder(page, "en-US")).toBeVisible();
	picture.release();
	await page.waitForLoadState("load");
	counterpart.release();
	await expectPage(page, "about", "ru");
	expect(await isMarked(page), "no load").toBe(true);
});

test("where storage is blocked the switch still changes the page in place", async ({ page }) => {
	await page.addInitScript(() =>
		Object.defineProperty(window, "localStorage", {
			get() {
				throw new DOMException("Blocked", "SecurityError");
			},
		}),
	);
	await page.goto(russian);
	await mark(page);
	await languageSwitch(page).click();
	await expectPage(page, "about", "en-US");
	expect(await isMarked(page)).toBe(true);
});

test("every page restores its own counterpart, the home page too, and the page for unknown addresses; rubbish is left", async ({
	page,
	tolerate,
}) => {
	tolerate(/404/);
	await store(page, "ru");
	for (const [from, to] of [
		["/", "/ru"],
		["/no-such-page", "/ru/no-such-page"],
	] as const) {
		await page.goto(from);
		await expect(page).toHaveURL(to);
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	}
	for (const [stored, shown] of [
		["en-US", ["en-US", "en-US"]],
		["en", localeCodes],
	] as const) {
		await page.evaluate((value) => localStorage.setItem("locale", value), stored);
		for (const [index, locale] of localeCodes.entries()) {
			await page.goto(pathOf("home", locale), { waitUntil: "commit" });
			await expectPage(page, "home", shown[index] ?? locale);
		}
	}
});
