import type { Page } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { lengthenContent } from "../lengthenContent.ts";
import { expect, expectNoShift, showContent, snapshots, test } from "./siteTest.ts";

/** Returns the position of an element in the page, in pixels. */
async function positionOf(page: Page, selector: string) {
	const box = await page.locator(selector).first().boundingBox();
	if (!box) throw new Error(`${selector} is not visible.`);
	return { top: box.y, bottom: box.y + box.height };
}

/** Expects the practitioner, and below it the first button and its price, in a window of the home page. */
async function expectFirstStep(page: Page, windowHeight: number, locale: string): Promise<void> {
	for (const part of ["img", ".practitioner-name a"]) {
		expect((await positionOf(page, `.practitioner ${part}`)).bottom, part).toBeLessThan(windowHeight);
	}
	const { bottom } = await positionOf(page, ".hero .price-from");
	expect((await positionOf(page, ".hero .button")).bottom).toBeLessThan(bottom);
	expect(bottom, locale).toBeLessThanOrEqual(windowHeight);
	expect((await positionOf(page, ".practitioner")).bottom).toBeLessThan(bottom);
}

const richTextOf = (value: string) => ({
	blocks: [{ type: "paragraph" as const, content: [{ type: "text" as const, value }] }],
});

/** Returns a copy of a snapshot whose first screen has long texts: a title of 90 characters, a description of 400. */
function withLongFirstScreen(content: Snapshot, sentence: string): Snapshot {
	const { home, about, appShell } = content;
	const take = (length: number) => sentence.repeat(8).slice(0, length).trim();
	return {
		...content,
		home: {
			...home,
			heroTitle: { value: take(50) },
			heroTitleAccent: { value: take(40) },
			heroDescription: richTextOf(take(400)),
		},
		about: { ...about, title: { value: take(45) }, subtitle: richTextOf(take(200)) },
		appShell: { ...appShell, registration: { value: take(70) } },
	};
}

/** Returns a copy of a snapshot in which all pages show one review. */
function withReview(content: Snapshot, text: string): Snapshot {
	const reviews = content.home.reviews.slice(0, 1).map((review) => ({ ...review, review: richTextOf(text.trim()) }));
	const { consultations, packages, programmes } = content;
	return {
		...content,
		home: { ...content.home, reviews },
		consultations: { ...consultations, review: [] },
		packages: { ...packages, review: [] },
		programmes: { ...programmes, review: [] },
	};
}

/** Runs in the page. Checks whether an ancestor hides a part of an element. */
function isClipped(element: Element): boolean {
	const { bottom } = element.getBoundingClientRect();
	for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
		const { overflowY } = getComputedStyle(ancestor);
		if (overflowY === "hidden" && ancestor.getBoundingClientRect().bottom < bottom) return true;
	}
	return false;
}

const longFirstScreen: Snapshots = {
	"en-US": withLongFirstScreen(
		snapshots["en-US"],
		"Calm digestion, deep sleep and a clear head after forty-five without forbidden foods ",
	),
	ru: withLongFirstScreen(
		snapshots.ru,
		"Спокойное пищеварение, крепкий сон и ясная голова после сорока пяти лет и без запретов ",
	),
};

for (const { tag, width, height } of [
	{ tag: "@phone", width: 375, height: 812 },
	{ tag: "@desktop", width: 1280, height: 800 },
]) {
	test.describe(`at ${width} × ${height}`, () => {
		test.use({ viewport: { width, height } });

		test("the home page's first screen has the practitioner, the first button and its price", { tag }, async ({
			page,
		}) => {
			for (const locale of localeCodes) {
				await page.goto(pathOf("home", locale));
				await expectFirstStep(page, height, locale);
			}
			await expectNoShift(page);
		});

		test("with long texts, too, the first screen has the practitioner, the first button and its price", {
			tag,
		}, async ({ page }) => {
			await showContent(page, longFirstScreen);
			for (const locale of localeCodes) {
				await page.goto(pathOf("home", locale));
				await expectFirstStep(page, height, locale);
			}
		});
	});
}

test("on a phone the practitioner is directly above the first offer, and a review below the first consultation or all other offers", {
	tag: "@phone",
}, async ({ page }) => {
	const offers = {
		consultations: { first: ".rows > li", above: ".rows > li" },
		packages: { first: ".packages > li", above: ".packages" },
		programmes: { first: ".disclosures details", above: ".disclosures" },
	};
	await showContent(page, {
		...snapshots,
		ru: withReview(snapshots.ru, "Мы говорили о еде, сне и работе. ".repeat(5)),
	});
	for (const [route, { first, above }] of Object.entries(offers)) {
		await page.goto(pathOf(route as keyof typeof offers, "ru"));
		const practitioner = await positionOf(page, ".practitioner");
		const review = await positionOf(page, ".client-review");
		const spaces = [
			(await positionOf(page, first)).top - practitioner.bottom,
			review.top - (await positionOf(page, above)).bottom,
		];
		for (const space of spaces) {
			expect(space, route).toBeGreaterThanOrEqual(0);
			expect(space, route).toBeLessThan(60);
		}
	}
});

test("on a phone a short review is between the practitioner and the first package", { tag: "@phone" }, async ({
	page,
}) => {
	await showContent(page, { ...snapshots, ru: withReview(snapshots.ru, "Сплю всю ночь — впервые за два года.") });
	await page.goto(pathOf("packages", "ru"));
	const review = await positionOf(page, ".client-review");
	expect(review.top).toBeGreaterThan((await positionOf(page, ".practitioner")).bottom);
	expect(review.bottom).toBeLessThan((await positionOf(page, ".packages > li")).top);
});

test("on a phone the button of the first consultation and of the first package is in the first screen, beside its price", {
	tag: "@phone",
}, async ({ page }) => {
	await page.setViewportSize({ width: 375, height: 812 });
	for (const route of ["consultations", "packages"] as const) {
		for (const locale of localeCodes) {
			await page.goto(pathOf(route, locale));
			const button = await positionOf(page, ".purchase .button");
			expect(button.bottom, `${route}, ${locale}`).toBeLessThan(812);
			expect(button.top - (await positionOf(page, ".price")).bottom).toBeLessThan(40);
		}
	}
});

test("on a phone the portrait is at least 72 px wide, a long training is cut, and a long registration is shown in full", {
	tag: "@phone",
}, async ({ page }) => {
	await showContent(page, longFirstScreen);
	for (const route of ["home", "packages"] as const) {
		await page.goto(pathOf(route, "ru"));
		const training = await page.locator(".training").evaluate((text) => {
			return text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight);
		});
		expect(training, route).toBeLessThan(4.1);
		const registration = page.locator(".qualifications a");
		await expect(registration).toHaveText(longFirstScreen.ru.appShell.registration?.value ?? "");
		expect(await registration.evaluate(isClipped), route).toBe(false);
		const { width = 0 } = (await page.locator(".practitioner img").boundingBox()) ?? {};
		expect(width, route).toBeGreaterThanOrEqual(72);
	}
});

test("beside a long text of the About page, registration and first step stay in view below the portrait", {
	tag: "@desktop",
}, async ({ page }) => {
	const longContent: Snapshots = { "en-US": lengthenContent(snapshots["en-US"], 3), ru: snapshots.ru };
	await showContent(page, longContent);
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.goto(pathOf("about", "en-US"));
	for (const y of [400, 1200, 2000]) {
		await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), y);
		for (const part of ["img", ".small-print", ".button"]) {
			await expect(page.locator(`.beside-text ${part}`)).toBeInViewport({ ratio: 1 });
		}
	}
});
