import type { Locator, Page } from "@playwright/test";
import { type Locale, localeCodes, locales, otherLocale } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { headingOf } from "../site/headingOf.ts";
import { expect, expectNoShift, hold, recordShifts, settle, test } from "./test.ts";

const snapshots = await loadSnapshots("content/generated");
const [firstProgramme] = snapshots["en-US"].programmes.programmes;
if (!firstProgramme) throw new Error("There are no programmes");

const languageSwitch = (page: Page): Locator => page.getByRole("switch");
const placeholder = (page: Page, locale: Locale): Locator => page.getByText(words[locale].rendering, { exact: true });
const storedLocale = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem("locale"));
const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** Chooses a language as a visitor does: with the switch on wide screens, in the menu's list on narrow ones. */
async function choose(page: Page, locale: Locale, isMobile: boolean): Promise<void> {
	if (!isMobile) return languageSwitch(page).click();
	const menu = page.locator("#menu");
	if (!(await menu.isVisible())) await page.locator("#menu-button").tap();
	await page.locator("#language-menu").tap();
	await menu.getByRole("link", { name: locales[locale].name }).tap();
}

/** The page of a route, in a language and in it alone. */
async function expectPage(page: Page, route: RouteName, locale: Locale, suffix = ""): Promise<void> {
	await expect(page.locator("html")).toHaveAttribute("lang", locale);
	await expect(page).toHaveURL(pathOf(route, locale) + suffix);
	await expect(page.locator("main h1")).toHaveText(headingOf(route, snapshots[locale]));
	await expect(page.getByRole("main")).toBeVisible();
	await expect(placeholder(page, locale)).toBeHidden();
}

/** Leaves a mark that does not survive a load. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => "isMarked" in window);

/** Without what was loaded in advance: a page that has changed in place needs that no more. */
const headOf = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll("head > :not([rel=preload])")].map(({ outerHTML }) => outerHTML).sort(),
	);

/** What the page says to machines. */
const dataOf = (page: Page): Promise<string[]> =>
	page
		.locator("script[type='application/ld+json']")
		.evaluateAll((blocks) => blocks.map(({ textContent }) => textContent));

/** Storage that throws, as where cookies are blocked. */
const blockStorage = (page: Page) =>
	page.addInitScript(() =>
		Object.defineProperty(window, "localStorage", {
			get() {
				throw new DOMException("Blocked", "SecurityError");
			},
		}),
	);

const store = (page: Page, value: string) =>
	page.addInitScript((locale) => {
		if (location.protocol === "about:" || sessionStorage.isStored) return;
		localStorage.locale = locale;
		sessionStorage.isStored = true;
	}, value);

for (const locale of localeCodes) {
	const other = otherLocale(locale);

	test.describe(`from ${locale}`, () => {
		test("the control looks and acts like what it is, and the other one is not there", async ({ page, isMobile }) => {
			await page.goto(pathOf("about", locale));
			const isRussian = locale === "ru";
			if (isMobile) {
				await expect(languageSwitch(page)).toBeHidden();
				await page.locator("#menu-button").tap();
				const list = page.locator(".language-menu");
				await expect(list.locator("summary")).toHaveAccessibleName(
					`${words[locale].language}: ${locales[locale].short} – ${locales[locale].name}`,
				);
				await expect(list.getByRole("link")).toHaveCount(0);
				await list.locator("summary").tap();
				await expect(list.getByRole("link")).toHaveText(
					localeCodes.map((code) => new RegExp(`^${locales[code].short}`)),
				);
				await expect(list.locator("[aria-current=true]")).toHaveText(new RegExp(locales[locale].name));
			} else {
				await expect(languageSwitch(page)).toHaveAttribute("aria-checked", String(isRussian));
				await expect(languageSwitch(page)).toHaveAccessibleName(words[locale].russianVersion);
				// What it shows, so that it can be called by voice (WCAG 2.5.3).
				const shown = await languageSwitch(page).locator("span").allTextContents();
				await expect(languageSwitch(page)).toHaveAccessibleName(new RegExp(`^${shown.join(" ")}`));
				await expect(page.locator("#language-menu")).toBeHidden();
			}
		});

		test("the page changes in place, head and all", async ({ page, context, isMobile }) => {
			await page.goto(`${pathOf("programmes", locale)}?from=letter#content`);
			await mark(page);
			const entries = await page.evaluate(() => history.length);
			await choose(page, other, isMobile);
			await expectPage(page, "programmes", other, "?from=letter#content");
			expect(await isMarked(page), "no load").toBe(true);
			expect(await page.evaluate(() => history.length)).toBe(entries);
			expect(await storedLocale(page)).toBe(other);
			// What a visitor gets who comes by address.
			const fresh = await context.newPage();
			await fresh.goto(pathOf("programmes", other));
			expect(await headOf(page)).toEqual(await headOf(fresh));
			expect(await page.title()).toBe(await fresh.title());
			expect(await dataOf(page)).toEqual(await dataOf(fresh));
			const current = page.locator("#menu nav [aria-current=page]");
			await expect(current).toHaveText(snapshots[other].navigation.programmes.value);
			// Focus is where it was, and the change is said.
			await expect(isMobile ? page.locator("#language-menu") : languageSwitch(page)).toBeFocused();
			await expect(page.locator("#language-status")).toHaveText(words[other].languageChanged);
			await expect(page.locator("#language-status")).toHaveAttribute("role", "status");
			if (isMobile) await expect(page.locator("#menu")).toBeVisible();
			else await expect(languageSwitch(page)).toHaveAttribute("aria-checked", String(other === "ru"));
			// And back.
			await choose(page, locale, isMobile);
			await expectPage(page, "programmes", locale, "?from=letter#content");
			expect(await page.evaluate(() => history.length)).toBe(entries);
			expect(await storedLocale(page)).toBe(locale);
		});

		test("slow: a placeholder stands in until the page comes, at the same position", async ({ page, isMobile }) => {
			const counterpart = await hold(page, pathOf("about", other));
			await page.goto(pathOf("about", locale));
			if (isMobile) await page.locator("#menu-button").tap();
			await page.evaluate(() => scrollTo(0, 1200));
			await choose(page, other, isMobile);
			await expect(placeholder(page, locale)).toBeVisible();
			await expect(page.locator("main")).toBeHidden();
			await expect(page.getByText(words[locale].readInstead)).toBeHidden();
			counterpart.release();
			await expectPage(page, "about", other);
			expect(await scrollTop(page)).toBe(1200);
		});

		test("failing: it is logged, and a link leads on", async ({ page, isMobile, tolerate }) => {
			tolerate(/about/);
			await page.route(pathOf("about", other), (route) => route.abort());
			await page.goto(pathOf("about", locale));
			const logged = page.waitForEvent(
				"console",
				(message) => message.type() === "error" && /Error: /.test(message.text()),
			);
			await choose(page, other, isMobile);
			await logged;
			await expect(placeholder(page, locale)).toBeVisible();
			await expect(page.locator("main")).toBeHidden();
			await page.unroute(pathOf("about", other));
			if (isMobile) await page.keyboard.press("Escape");
			await page.evaluate(() => localStorage.clear());
			await mark(page);
			await page.getByRole("link", { name: words[locale].readInstead }).click();
			await expectPage(page, "about", other);
			expect(await isMarked(page), "a load").toBe(false);
			expect(await storedLocale(page)).toBe(other);
		});

		test("a stored choice is restored before anything is painted", { tag: "@desktop" }, async ({ page }) => {
			const painted: string[] = [];
			await page.exposeFunction("notePaint", (lang: string) => painted.push(lang));
			await page.addInitScript(() => {
				const { notePaint } = window as unknown as { notePaint: (lang: string) => void };
				new PerformanceObserver(() => notePaint(document.documentElement.lang)).observe({
					type: "paint",
					buffered: true,
				});
			});
			await store(page, other);
			// As slow as a real network: what waits for it must not show.
			await page.route(pathOf("about", other), async (route) => {
				await new Promise((resolve) => setTimeout(resolve, 400));
				await route.continue();
			});
			await page.goto("about:blank");
			const entries = await page.evaluate(() => history.length);
			await page.goto(`${pathOf("about", locale)}?from=letter#content`);
			await expectPage(page, "about", other, "?from=letter#content");
			expect(await page.evaluate(() => history.length)).toBe(entries + 1);
			await expect.poll(() => painted).toContain(other);
			expect(painted).not.toContain(locale);
			expect(await storedLocale(page)).toBe(other);
		});

		test("a page that comes back from the back/forward cache, or was prerendered, is in the stored language", {
			tag: "@desktop",
		}, async ({ page }) => {
			for (const event of ["pageshow", "prerenderingchange"]) {
				await page.goto(pathOf("about", locale));
				const isShown = await page.evaluate(
					([name, chosen]) => {
						localStorage.locale = chosen;
						if (name === "pageshow") dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
						else document.dispatchEvent(new Event("prerenderingchange"));
						return document.querySelector("main")?.checkVisibility();
					},
					[event, other] as const,
				);
				expect(isShown, "the wrong language, while the right one is on its way").toBe(false);
				await expectPage(page, "about", other);
				await page.evaluate(() => localStorage.clear());
			}
		});

		test("the link opened in a new tab stores its language, and nothing changes here", { tag: "@desktop" }, async ({
			page,
			context,
		}) => {
			for (const press of [{ button: "middle" as const }, { modifiers: ["ControlOrMeta" as const] }]) {
				await page.goto(pathOf("about", locale));
				await page.evaluate(() => localStorage.clear());
				const [tab] = await Promise.all([context.waitForEvent("page"), languageSwitch(page).click(press)]);
				await expectPage(tab, "about", other);
				expect(await storedLocale(page)).toBe(other);
				await expectPage(page, "about", locale);
				await tab.close();
				await page.evaluate(() => localStorage.clear());
			}
		});

		test("the link opened by the context menu stores its language although the other one was stored", {
			tag: "@desktop",
		}, async ({ page, baseURL }) => {
			await store(page, locale);
			await page.goto(pathOf("about", other), {
				referer: `${baseURL}${pathOf("about", locale)}?from=letter`,
			});
			await expectPage(page, "about", other);
			expect(await storedLocale(page)).toBe(other);
		});
	});
}

test.describe("everything stays as it was", () => {
	test("scroll position, open sections and typed text", async ({ page, isMobile }) => {
		await page.goto(pathOf("programmes", "en-US"));
		await page.locator(`details:has([id="${firstProgramme.id}"]) summary`).click();
		await page.locator("#newsletter-name").fill("Ada");
		await page.locator("#newsletter-email").fill("ada@example.org");
		await expect(page.locator("site-island")).toHaveAttribute("data-state", "hydrated");
		if (isMobile) await page.locator("#menu-button").tap();
		await page.evaluate(() => scrollTo(0, 300));
		await choose(page, "ru", isMobile);
		await expectPage(page, "programmes", "ru");
		expect(await scrollTop(page)).toBe(300);
		await expect(page.locator("main details[open]")).toHaveCount(1);
		await expect(page.locator(`[id="${firstProgramme.id}"]`)).toBeVisible();
		await expect(page.locator("#newsletter-name")).toHaveValue("Ada");
		await expect(page.locator("#newsletter-email")).toHaveValue("ada@example.org");
		await page.locator("#newsletter-email").focus();
		await expect(page.locator("site-island")).toHaveAttribute("data-state", "hydrated");
		await expect(page.locator("#newsletter-email")).toHaveValue("ada@example.org");
	});

	test("islands come alive again", async ({ page, isMobile }) => {
		await page.goto(pathOf("home", "en-US"));
		const carousel = page.locator("site-island[data-name=ReviewsCarousel]");
		await carousel.scrollIntoViewIfNeeded();
		await expect(carousel).toHaveAttribute("data-state", "hydrated");
		await choose(page, "ru", isMobile);
		await expectPage(page, "home", "ru");
		await expect(carousel).toHaveAttribute("data-state", "hydrated");
		if (isMobile) await page.keyboard.press("Escape");
		await page.getByRole("button", { name: words.ru.nextPage }).click();
		await expect(page.getByRole("button", { name: words.ru.previousPage })).toBeEnabled();
	});

	test("the position is kept as far as a shorter page allows", async ({ page, isMobile }) => {
		await page.goto(pathOf("about", "ru"));
		if (isMobile) await page.locator("#menu-button").tap();
		await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
		await choose(page, "en-US", isMobile);
		await expectPage(page, "about", "en-US");
		const fromEnd = () => page.evaluate(() => Math.abs(scrollY + innerHeight - document.documentElement.scrollHeight));
		await expect.poll(fromEnd).toBeLessThan(2);
	});
});

test.describe("by keyboard", { tag: "@desktop" }, () => {
	for (const key of ["Space", "Enter"]) {
		test(`${key} turns the switch`, async ({ page }) => {
			await page.goto(pathOf("about", "en-US"));
			await mark(page);
			await languageSwitch(page).focus();
			await page.keyboard.press(key);
			await expectPage(page, "about", "ru");
			await expect(languageSwitch(page)).toBeFocused();
			await page.keyboard.press(key);
			await expectPage(page, "about", "en-US");
			expect(await isMarked(page)).toBe(true);
			expect(await scrollTop(page)).toBe(0);
		});
	}

	test("only the control that shows is in the tab order", async ({ page }) => {
		await page.goto(pathOf("about", "en-US"));
		const visited = async () => {
			const ids: string[] = [];
			await page.locator(".logo").focus();
			for (let presses = 0; presses < 12; presses++) {
				await page.keyboard.press("Tab");
				ids.push(await page.evaluate(() => document.activeElement?.id ?? ""));
			}
			return ids;
		};
		const wide = await visited();
		expect(wide).toContain("language-switch");
		expect(wide).not.toContain("language-menu");
		await page.setViewportSize({ width: 769, height: 800 });
		await expect(languageSwitch(page)).toBeVisible();
		await page.setViewportSize({ width: 768, height: 800 });
		await expect(languageSwitch(page)).toBeHidden();
		await page.locator("#menu-button").click();
		const narrow = await visited();
		expect(narrow).not.toContain("language-switch");
	});
});

test.describe("the request for the counterpart", { tag: "@desktop" }, () => {
	test("begins when the press begins, and is the only one", async ({ page }) => {
		await page.goto(pathOf("about", "en-US"));
		const requests: string[] = [];
		page.on("request", (request) => requests.push(new URL(request.url()).pathname));
		const asked = page.waitForRequest((request) => new URL(request.url()).pathname === pathOf("about", "ru"));
		// A finger on the screen: the focus comes with the click.
		await languageSwitch(page).dispatchEvent("pointerdown");
		await asked;
		await expectPage(page, "about", "en-US");
		await languageSwitch(page).click();
		await expectPage(page, "about", "ru");
		expect(requests.filter((path) => path === pathOf("about", "ru"))).toHaveLength(1);
	});

	test("begins when the switch has the focus", async ({ page }) => {
		await page.goto(pathOf("about", "en-US"));
		const asked = page.waitForRequest((request) => new URL(request.url()).pathname === pathOf("about", "ru"));
		await languageSwitch(page).focus();
		await asked;
		await expectPage(page, "about", "en-US");
		expect(await storedLocale(page)).toBeNull();
	});

	test("that failed before the press is made again", async ({ page, tolerate }) => {
		tolerate(/\/ru\/about/);
		await page.route(pathOf("about", "ru"), (route) => route.abort(), { times: 1 });
		await page.goto(pathOf("about", "en-US"));
		await Promise.all([page.waitForEvent("requestfailed"), languageSwitch(page).focus()]);
		await page.keyboard.press("Enter");
		await expectPage(page, "about", "ru");
	});

	test("is not made for other links", async ({ page }) => {
		await page.goto(pathOf("about", "en-US"));
		await languageSwitch(page).focus();
		await page.keyboard.press("Enter");
		await expectPage(page, "about", "ru");
		const requests: string[] = [];
		page.on("request", (request) => requests.push(request.resourceType()));
		// Focus that the swap sets is no sign of a wish to go back.
		await settle(page);
		expect(requests.filter((type) => type === "xhr")).toEqual([]);
	});
});

test.describe("a page that was opened before the site was published anew", { tag: "@desktop" }, () => {
	for (const [part, before, after] of [
		["styles", "</style>", " </style>"],
		["script", 'data-entry="', 'data-entry="/before'],
	] as const) {
		test(`loads the other language when the ${part} differ`, async ({ page, tolerate }) => {
			// The policy of the open page does not know the styles of the other.
			tolerate(/inline style/);
			await page.route(pathOf("about", "ru"), async (route) => {
				if (route.request().resourceType() !== "xhr") return route.continue();
				const response = await route.fetch();
				await route.fulfill({ response, body: (await response.text()).replace(before, after) });
			});
			await page.goto(`${pathOf("about", "en-US")}?from=letter#content`);
			await mark(page);
			const entries = await page.evaluate(() => history.length);
			await languageSwitch(page).click();
			await expectPage(page, "about", "ru", "?from=letter#content");
			await expect.poll(() => isMarked(page), "a load").toBe(false);
			expect(await page.evaluate(() => history.length)).toBe(entries);
		});
	}
});

test("fast: the placeholder never shows", async ({ page, isMobile }) => {
	// Its 150 milliseconds made long, so that the page is fast on any machine.
	await page.addInitScript(() => {
		const later = window.setTimeout;
		window.setTimeout = ((run: TimerHandler, duration = 0) => later(run, duration * 50)) as typeof setTimeout;
	});
	await page.goto(pathOf("about", "en-US"));
	await page.evaluate(() => {
		const { body } = document;
		const note = () => {
			if (document.getElementById("rendering")?.hidden === false) Object.assign(window, { isPlaceholderSeen: true });
		};
		new MutationObserver(note).observe(body, { subtree: true, attributeFilter: ["hidden"] });
	});
	for (const locale of ["ru", "en-US"] as const) {
		await choose(page, locale, isMobile);
		await expectPage(page, "about", locale);
	}
	expect(await page.evaluate(() => "isPlaceholderSeen" in window)).toBe(false);
});

test.describe("a second choice while the first is under way", () => {
	for (const isShown of [false, true]) {
		test(`wins, placeholder ${isShown ? "" : "not "}shown`, async ({ page, isMobile }) => {
			const counterpart = await hold(page, pathOf("about", "ru"));
			await page.goto(pathOf("about", "en-US"));
			if (isMobile) await page.locator("#menu-button").tap();
			await page.evaluate(() => scrollTo(0, 400));
			await choose(page, "ru", isMobile);
			if (!isMobile) await expect(languageSwitch(page)).toHaveAttribute("aria-checked", "true");
			if (isShown) await expect(placeholder(page, "en-US")).toBeVisible();
			await choose(page, "en-US", isMobile);
			await expectPage(page, "about", "en-US");
			expect(await scrollTop(page)).toBe(400);
			expect(await storedLocale(page)).toBe("en-US");
			if (!isMobile) await expect(languageSwitch(page)).toHaveAttribute("aria-checked", "false");
			// What comes late changes nothing.
			await Promise.all([
				page.waitForResponse((response) => response.url().endsWith("/ru/about")),
				counterpart.release(),
			]);
			await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
			await expectPage(page, "about", "en-US");
			// And the next choice works.
			await choose(page, "ru", isMobile);
			await expectPage(page, "about", "ru");
		});
	}

	test("after a failure the same choice tries again, in the menu", { tag: "@phone" }, async ({
		page,
		isMobile,
		tolerate,
	}) => {
		tolerate(/about/);
		await page.route(pathOf("about", "ru"), (route) => route.abort());
		await page.goto(pathOf("about", "en-US"));
		await page.locator("#menu-button").tap();
		await page.evaluate(() => scrollTo(0, 400));
		await choose(page, "ru", isMobile);
		await expect(page.getByText(words["en-US"].readInstead)).toBeAttached();
		await expect(placeholder(page, "en-US")).toBeVisible();
		await page.unroute(pathOf("about", "ru"));
		await choose(page, "ru", isMobile);
		await expectPage(page, "about", "ru");
		expect(await scrollTop(page)).toBe(400);
	});

	test("after a failure the next choice waits without the link that led on", { tag: "@desktop" }, async ({
		page,
		tolerate,
	}) => {
		tolerate(/about/);
		await page.route(pathOf("about", "ru"), (route) => route.abort());
		await page.goto(pathOf("about", "en-US"));
		await languageSwitch(page).click();
		const link = page.getByText(words["en-US"].readInstead);
		await expect(link).toBeVisible();
		await languageSwitch(page).click();
		await expectPage(page, "about", "en-US");
		await page.unroute(pathOf("about", "ru"));
		const counterpart = await hold(page, pathOf("about", "ru"));
		await languageSwitch(page).click();
		await expect(placeholder(page, "en-US")).toBeVisible();
		await expect(link).toBeHidden();
		counterpart.release();
		await expectPage(page, "about", "ru");
	});

	test("after a failure the switch goes back to the page that is there", async ({ page, isMobile, tolerate }) => {
		tolerate(/about/);
		await page.route(pathOf("about", "ru"), (route) => route.abort());
		await page.goto(pathOf("about", "en-US"));
		await choose(page, "ru", isMobile);
		await expect(placeholder(page, "en-US")).toBeVisible();
		await choose(page, "en-US", isMobile);
		await expectPage(page, "about", "en-US");
		expect(await storedLocale(page)).toBe("en-US");
	});

	test("20 quick ones end where they should", { tag: "@desktop" }, async ({ page }) => {
		await page.goto(pathOf("about", "en-US"));
		await mark(page);
		const { x, y, width, height } = (await languageSwitch(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
		const press = () => page.mouse.click(x + width / 2, y + height / 2);
		for (let presses = 0; presses < 20; presses++) await press();
		await expectPage(page, "about", "en-US");
		await expect(languageSwitch(page)).toHaveAttribute("aria-checked", "false");
		await press();
		await expectPage(page, "about", "ru");
		expect(await storedLocale(page)).toBe("ru");
		expect(await isMarked(page)).toBe(true);
	});

	test("20 quick ones end where they should, by keyboard", { tag: "@desktop" }, async ({ page }) => {
		await page.goto(pathOf("about", "en-US"));
		await languageSwitch(page).focus();
		for (let presses = 0; presses < 20; presses++) await page.keyboard.press("Enter");
		await expectPage(page, "about", "en-US");
		expect(await storedLocale(page)).toBe("en-US");
	});

	test("a press during which the page changes counts", { tag: "@desktop" }, async ({ page }) => {
		const counterpart = await hold(page, pathOf("about", "ru"));
		await page.goto(pathOf("about", "en-US"));
		await languageSwitch(page).click();
		await page.mouse.down();
		counterpart.release();
		await page.waitForResponse((response) => response.url().endsWith("/ru/about"));
		await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
		await page.mouse.up();
		await expectPage(page, "about", "en-US");
		expect(await storedLocale(page)).toBe("en-US");
	});
});

test.describe("storage", { tag: "@desktop" }, () => {
	test("holds nothing until the visitor chooses", async ({ page }) => {
		for (const locale of localeCodes) {
			await page.goto(pathOf("home", locale));
			await page.getByRole("navigation").getByRole("link").nth(1).click();
			await expectPage(page, "about", locale);
			expect(await storedLocale(page)).toBeNull();
		}
	});

	test("holds the choice of a visitor who is faster than the script", async ({ page }) => {
		const script = await hold(page, "**/assets/entries/*");
		await page.goto(pathOf("about", "en-US"));
		await languageSwitch(page).click();
		await expectPage(page, "about", "ru");
		expect(await storedLocale(page)).toBe("ru");
		script.release();
		await page.goto(pathOf("programmes", "en-US"));
		await expectPage(page, "programmes", "ru");
	});

	test("holding rubbish leaves the language to the address", async ({ page }) => {
		await page.goto(pathOf("about", "en-US"));
		for (const rubbish of ["", "en", "ru-RU", "null", "<b>", "__proto__"]) {
			await page.evaluate((value) => localStorage.setItem("locale", value), rubbish);
			for (const locale of localeCodes) {
				await page.goto(pathOf("about", locale));
				await expectPage(page, "about", locale);
			}
		}
		await languageSwitch(page).click();
		await expectPage(page, "about", "en-US");
		expect(await storedLocale(page)).toBe("en-US");
	});

	test("is not read again when a page has loaded to its end, while a change is under way", async ({ page }) => {
		const picture = await hold(page, "**/media/*.jpg");
		const counterpart = await hold(page, pathOf("about", "ru"));
		await page.goto(pathOf("about", "en-US"), { waitUntil: "domcontentloaded" });
		await mark(page);
		await languageSwitch(page).click();
		await expect(placeholder(page, "en-US")).toBeVisible();
		picture.release();
		await page.waitForLoadState("load");
		counterpart.release();
		await expectPage(page, "about", "ru");
		expect(await isMarked(page), "no load").toBe(true);
	});

	test("blocked: the switch still changes the page in place", async ({ page }) => {
		await blockStorage(page);
		await page.goto(pathOf("about", "ru"));
		await mark(page);
		await languageSwitch(page).click();
		await expectPage(page, "about", "en-US");
		await languageSwitch(page).click();
		await expectPage(page, "about", "ru");
		expect(await isMarked(page)).toBe(true);
	});

	test("every page restores its own counterpart, the home page too, and the page for unknown addresses", async ({
		page,
		tolerate,
	}) => {
		tolerate(/404/);
		await store(page, "ru");
		for (const [from, to] of [
			["/", "/ru"],
			["/functional-tests", "/ru/functional-tests"],
			["/no-such-page", "/ru/no-such-page"],
		] as const) {
			await page.goto(from);
			await expect(page).toHaveURL(to);
			await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		}
		await page.evaluate(() => {
			localStorage.locale = "en-US";
		});
		await page.goto("/ru");
		await expect(page).toHaveURL("/");
		await expectPage(page, "home", "en-US");
	});
});

test("back, forward and reload after a change show the chosen language", async ({ page, isMobile }) => {
	await page.goto(pathOf("about", "en-US"));
	await page.goto(pathOf("programmes", "en-US"));
	await choose(page, "ru", isMobile);
	await expectPage(page, "programmes", "ru");
	await page.reload();
	await expectPage(page, "programmes", "ru");
	await page.goBack();
	await expectPage(page, "about", "ru");
	await page.goForward();
	await expectPage(page, "programmes", "ru");
	await choose(page, "en-US", isMobile);
	await expectPage(page, "programmes", "en-US");
	await page.goBack();
	await expectPage(page, "about", "en-US");
});

test.describe("what the browser asks for", () => {
	test.use({ locale: "ru-RU" });

	test("sends nobody to another language", async ({ page }) => {
		await page.goto(pathOf("about", "en-US"));
		await expectPage(page, "about", "en-US");
	});
});

test("a visit with a change has no layout shift", async ({ page, isMobile }) => {
	await recordShifts(page);
	await page.goto(pathOf("home", "en-US"));
	await choose(page, "ru", isMobile);
	await expectPage(page, "home", "ru");
	await settle(page);
	await expectNoShift(page);
});
