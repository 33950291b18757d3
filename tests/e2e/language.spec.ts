import type { Page } from "@playwright/test";
import { locales, otherLocale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { lengthenContent } from "../lengthenContent.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import * as visit from "./language.ts";
import { choose, expectPage, languageSwitch, placeholder, storedLocale } from "./language.ts";
import { expect, expectNoShift, hold, settle, showContent, snapshots, test } from "./siteTest.ts";

const about = pathOf("about", "en-US");
const russian = pathOf("about", "ru");
const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** Distance of an element from the bottom of the bar, in pixels. */
const topUnderBar = (page: Page, id: string): Promise<number> =>
	page.evaluate((id) => {
		const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
		return (document.getElementById(id)?.getBoundingClientRect().top ?? 0) - bar;
	}, id);

/** First element with an id that begins below the bar. */
async function findFirstInView(page: Page): Promise<{ id: string; top: number }> {
	const ids = await page.locator("main [id]").evaluateAll((elements) => elements.map(({ id }) => id));
	const tops = await Promise.all(ids.map((id) => topUnderBar(page, id)));
	const index = tops.findIndex((top) => top >= 0);
	return { id: ids[index] ?? "", top: tops[index] ?? 0 };
}

/** Expects an element at its distance from the bar, to a pixel, when fonts have loaded. */
async function expectPlace(page: Page, { id, top }: { id: string; top: number }): Promise<void> {
	await page.evaluate(() => document.fonts.ready.then(() => undefined));
	await expect.poll(async () => Math.abs((await topUnderBar(page, id)) - top)).toBeLessThanOrEqual(1);
}

/** Returns the head of the page without its preloads, which a page that was swapped in place does not need. */
const headOf = (page: Page): Promise<string[]> =>
	page
		.locator("head > :not([rel=preload]), script[type='application/ld+json']")
		.evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML).sort());

/** Lets what has come late do what it may. */
const waitForLateAnswer = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));

test("the page changes in place, head and all, and back; what was open stays so, and when it is fast the placeholder never shows", async ({
	page,
	context,
	isMobile,
}) => {
	const locale = isMobile ? "ru" : "en-US";
	const other = otherLocale(locale);
	// The placeholder's 150 milliseconds made long, so that the page is fast on any machine.
	await page.addInitScript(() => {
		const later = window.setTimeout;
		window.setTimeout = ((run: TimerHandler, duration = 0) =>
			later(run, duration === 150 ? 15_000 : duration)) as typeof setTimeout;
		new MutationObserver(() => {
			if (document.getElementById("rendering")?.hidden === false) Object.assign(window, { isPlaceholderSeen: true });
		}).observe(document, { subtree: true, attributeFilter: ["hidden"] });
	});
	await page.goto(`${pathOf("programmes", locale)}?from=letter#content`);
	await markDocument(page);
	await page.locator("main summary").first().click();
	const entries = await visit.countEntries(page);
	if (isMobile) {
		await expect(languageSwitch(page)).toBeHidden();
		await page.locator("#menu-button").tap();
		const name = `${words[locale].language}: ${locales[locale].short} – ${locales[locale].name}`;
		await expect(page.locator("#language-menu")).toHaveAccessibleName(name);
	}
	await choose(page, other, isMobile);
	await expectPage(page, "programmes", other, "?from=letter#content");
	expect(await isDocumentMarked(page), "no load").toBe(true);
	await expect(page.locator("main details[open]")).toHaveCount(1);
	expect(await page.evaluate(() => "isPlaceholderSeen" in window)).toBe(false);
	expect(await visit.countEntries(page)).toBe(entries);
	expect(await storedLocale(page)).toBe(other);
	// The page as it is when opened by its address.
	const fresh = await context.newPage();
	await fresh.goto(pathOf("programmes", other));
	expect(await headOf(page)).toEqual(await headOf(fresh));
	// Focus is where it was, and the change is said.
	await expect(isMobile ? page.locator("#language-menu") : languageSwitch(page)).toBeFocused();
	await expect(page.locator("#language-status[role=status]")).toHaveText(words[other].languageChanged);
	if (isMobile) return expect(page.locator("#menu")).toBeVisible();
	await expect(languageSwitch(page)).toHaveAttribute("aria-checked", String(other === "ru"));
	await page.keyboard.press("Space");
	await expectPage(page, "programmes", locale, "?from=letter#content");
	expect(await isDocumentMarked(page), "no load").toBe(true);
});

test("slow: a placeholder stands in, a second choice meanwhile wins, and the position stays", async ({
	page,
	isMobile,
}) => {
	const counterpart = await hold(page, about);
	await page.goto(russian);
	if (isMobile) await page.locator("#menu-button").tap();
	await page.evaluate(() => scrollTo(0, 1200));
	const first = await findFirstInView(page);
	await choose(page, "en-US", isMobile);
	if (!isMobile) await expect(languageSwitch(page)).toHaveAttribute("aria-checked", "false");
	await expect(placeholder(page, "ru")).toBeVisible();
	await expect(page.locator("main")).toBeHidden();
	await expect(page.getByText(words.ru.readInstead)).toBeHidden();
	await choose(page, "ru", isMobile);
	await expectPage(page, "about", "ru");
	expect(await scrollTop(page)).toBe(1200);
	expect(await storedLocale(page)).toBe("ru");
	// A late response changes nothing.
	const late = page.waitForResponse((response) => response.url().endsWith(about));
	counterpart.release();
	await late;
	await waitForLateAnswer(page);
	await expectPage(page, "about", "ru");
	// And the next choice works.
	await page.unroute(about);
	const again = await hold(page, about);
	await choose(page, "en-US", isMobile);
	await expect(placeholder(page, "ru")).toBeVisible();
	again.release();
	await expectPage(page, "about", "en-US");
	await expectPlace(page, first);
});

test("a change of language keeps the first element in view where it is, and the change back leads to where it began", async ({
	page,
	isMobile,
}) => {
	await showContent(page, { "en-US": snapshots["en-US"], ru: lengthenContent(snapshots.ru, 4) });
	await page.goto(about);
	for (const top of [700, 1100]) {
		await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
		const first = await findFirstInView(page);
		await choose(page, "ru", isMobile);
		await expectPage(page, "about", "ru");
		await expectPlace(page, first);
		await choose(page, "en-US", isMobile);
		await expectPage(page, "about", "en-US");
		await expect.poll(() => scrollTop(page)).toBe(top);
	}
});

test("failing: it is logged, a link leads on, and the next choice goes back or tries again", async ({
	page,
	isMobile,
	tolerate,
}) => {
	tolerate(/about/);
	await page.route(russian, (route) => route.abort());
	await page.goto(about);
	if (isMobile) await page.locator("#menu-button").tap();
	await page.evaluate(() => scrollTo(0, 400));
	const first = await findFirstInView(page);
	const fail = async () => {
		const logged = page.waitForEvent("console", (line) => line.type() === "error" && /Error: /.test(line.text()));
		await choose(page, "ru", isMobile);
		await logged;
		await expect(placeholder(page, "en-US")).toBeVisible();
		await expect(page.locator("main")).toBeHidden();
	};
	await fail();
	const link = page.getByRole("link", { name: words["en-US"].readInstead });
	if (isMobile) {
		await page.unroute(russian);
		await choose(page, "ru", isMobile);
		await expectPage(page, "about", "ru");
		await expectPlace(page, first);
		return;
	}
	await expect(link).toBeVisible();
	await languageSwitch(page).click();
	await expectPage(page, "about", "en-US");
	expect(await storedLocale(page)).toBe("en-US");
	await fail();
	await visit.clearStorage(page);
	await markDocument(page);
	await page.unroute(russian);
	await link.click();
	await expectPage(page, "about", "ru");
	expect(await isDocumentMarked(page), "a load").toBe(false);
	expect(await storedLocale(page)).toBe("ru");
});

test("nothing moves by itself, and the reviews come alive again", async ({ page, isMobile }) => {
	await page.goto(pathOf("home", "en-US"));
	// Fonts of the other alphabet that come late are the matter of loading.spec.ts.
	await page.evaluate(async () => {
		// Fallbacks that this machine does not have fail.
		await Promise.allSettled([...document.fonts].map((font) => font.load()));
	});
	await choose(page, "ru", isMobile);
	await expectPage(page, "home", "ru");
	await settle(page);
	await expectNoShift(page, true);
	if (isMobile) await page.keyboard.press("Escape");
	const carousel = page.locator("site-carousel");
	await carousel.scrollIntoViewIfNeeded();
	await expect(carousel).toHaveAttribute("data-state", "ready");
	const before = await carousel.locator(".swiper").elementHandle();
	const isDriven = () => before?.evaluate((element) => Boolean((element as Element & { swiper?: unknown }).swiper));
	expect(await isDriven()).toBe(true);
	await choose(page, "en-US", isMobile);
	await expectPage(page, "home", "en-US");
	await expect(carousel).toHaveAttribute("data-state", "ready");
	expect(await isDriven(), "the one that was taken away").toBe(false);
	if (isMobile) await page.keyboard.press("Escape");
	await page.getByRole("button", { name: words["en-US"].nextPage }).click();
	await expect(page.getByRole("button", { name: words["en-US"].previousPage })).toBeEnabled();
});

test("the counterpart is asked for when a press begins or the switch has the focus, again after a failure, and no more", {
	tag: "@desktop",
}, async ({ page, tolerate }) => {
	tolerate(/\/ru\/about/);
	const isCounterpart = (request: { url: () => string }) => new URL(request.url()).pathname === russian;
	await page.route(russian, (route) => route.abort(), { times: 1 });
	await page.goto(about);
	const requests: string[] = [];
	page.on("request", (request) => {
		if (request.resourceType() === "xhr") requests.push(new URL(request.url()).pathname);
	});
	await Promise.all([page.waitForEvent("requestfailed", isCounterpart), languageSwitch(page).focus()]);
	// A finger on the screen, before the click.
	await Promise.all([page.waitForRequest(isCounterpart), languageSwitch(page).dispatchEvent("pointerdown")]);
	await expectPage(page, "about", "en-US");
	expect(await storedLocale(page)).toBeNull();
	await languageSwitch(page).click();
	await expectPage(page, "about", "ru");
	// Focus that the swap sets is no sign of a wish to go back.
	await settle(page);
	expect(requests).toEqual([russian, russian]);
});

test("a page that was opened before the site was published anew loads the other language", {
	tag: "@desktop",
}, async ({ page, tolerate }) => {
	// The policy of the open page does not know the styles of the other.
	tolerate(/inline style/);
	for (const [before, after] of [
		["</style>", " </style>"],
		['data-entry="', 'data-entry="/before'],
	] as const) {
		await page.route(russian, async (route) => {
			if (route.request().resourceType() !== "xhr") return route.continue();
			const response = await route.fetch();
			await route.fulfill({ response, body: (await response.text()).replace(before, after) });
		});
		await page.goto(`${about}?from=letter#content`);
		await markDocument(page);
		const entries = await visit.countEntries(page);
		await languageSwitch(page).click();
		await expectPage(page, "about", "ru", "?from=letter#content");
		await expect.poll(() => isDocumentMarked(page), `a load, because of ${after}`).toBe(false);
		expect(await visit.countEntries(page)).toBe(entries);
		await page.unroute(russian);
		await visit.clearStorage(page);
	}
});

// Many quick presses, of Enter, too, are tests/engines' matter.
test("a choice during which the page changes ends where it should", { tag: "@desktop" }, async ({ page }) => {
	await page.goto(about);
	await markDocument(page);
	const { x, y, width, height } = (await languageSwitch(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
	const press = () => page.mouse.click(x + width / 2, y + height / 2);
	const counterpart = await hold(page, russian);
	await press();
	await page.mouse.down();
	const late = page.waitForResponse((response) => response.url().endsWith(russian));
	counterpart.release();
	await late;
	await waitForLateAnswer(page);
	await page.mouse.up();
	await expectPage(page, "about", "en-US");
	expect(await storedLocale(page)).toBe("en-US");
	expect(await isDocumentMarked(page)).toBe(true);
});

test("a counterpart that does not arrive within 20 seconds counts as failed", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/Error: /);
	// A hundredth of the time.
	await page.addInitScript(() => {
		const timeout = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, "timeout");
		Object.defineProperty(XMLHttpRequest.prototype, "timeout", {
			set(milliseconds: number) {
				if (milliseconds === 20_000) timeout?.set?.call(this, 200);
			},
		});
	});
	await hold(page, russian);
	await page.goto(about);
	await languageSwitch(page).click();
	await expect(page.getByRole("link", { name: words["en-US"].readInstead })).toBeVisible();
});
