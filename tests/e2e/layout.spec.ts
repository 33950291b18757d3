import type { Page } from "@playwright/test";
import { focusPlaces } from "../../content/focusPlaces.ts";
import { listPaths, routeNames } from "../../content/routes.ts";
import type { PictureValue, Snapshot } from "../../content/snapshot.ts";
import {
	announce,
	leaveOut,
	lengthenContent,
	repeatEntries,
	rewriteTexts,
	stretchContent,
} from "../contents.ts";
import { listBrokenWords, listLayoutFaults, listOverlaps } from "./layoutChecks.ts";
import { expect, openSections, showContent, snapshots, test } from "./siteTest.ts";

// playwright.config.ts runs the tests with the tag @fonts in a narrow and a wide font, too.
test.use({ javaScriptEnabled: false });

const ru = announce(snapshots.ru);
/** WCAG 1.4.10 requires 320 pixels, which are a window of 1280 at 400 % zoom. */
const widths = [320, 768, 1280, 1920];

const oneOfEach = repeatEntries(ru, 1);
/** One entry of each type, and all further pages. */
const single = { ...oneOfEach, appShell: { ...oneOfEach.appShell, pages: ru.appShell.pages } };
const crowded = lengthenContent(repeatEntries(ru, 7), 3);

// The narrow and the wide fonts are tested without web fonts.
test.beforeEach(({ tolerate }) => tolerate(/preloaded using link preload/));

/** Pages with different markup: those of the navigation, the withdrawal form, and one of the editors' further pages. */
const listPages = (content: Snapshot) => listPaths(content).slice(0, routeNames.length + 2);

async function open(page: Page, path: string, content: Snapshot): Promise<void> {
	// Stops animations, which move elements beyond their parents.
	await page.emulateMedia({ reducedMotion: "reduce" });
	await showContent(page, { ...snapshots, ru: content });
	await page.goto(path, { waitUntil: "domcontentloaded" });
}

const contents = [
	{ texts: "the demo's texts", content: ru, tag: [] },
	{ texts: "long texts, seven of each", content: crowded, tag: "@fonts" },
	{
		texts: "required texts, one of each",
		content: leaveOut(single, ({ field }) => field.kind !== "entries"),
		tag: [],
	},
];

for (const { texts, content, tag } of contents) {
	test(`nothing overlaps or overflows with ${texts}`, { tag }, async ({ page }) => {
		test.slow();
		for (const path of listPages(content)) {
			await open(page, path, content);
			await openSections(page);
			for (const width of widths) {
				await page.setViewportSize({ width, height: 800 });
				const place = `${path}, ${width} pixels`;
				expect.soft(await listLayoutFaults(page), place).toEqual([]);
				expect.soft(await listOverlaps(page), `${place}: overlaps`).toEqual([]);
				expect.soft(await listBrokenWords(page), `${place}: broken words`).toEqual([]);
			}
		}
	});
}

test("words of 270 letters and wide text spacing do not overflow", async ({ page }) => {
	test.slow();
	for (const path of listPages(ru)) {
		await open(page, path, stretchContent(ru));
		await openSections(page);
		for (const width of [320, 768]) {
			await page.setViewportSize({ width, height: 800 });
			expect.soft(await listLayoutFaults(page), `${path}, ${width} pixels`).toEqual([]);
		}
		// The text spacing of WCAG 1.4.12.
		const spacing =
			"* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";
		await page.evaluate((css) => document.querySelector("style")?.append(css), spacing);
		await page.setViewportSize({ width: 320, height: 800 });
		expect.soft(await listLayoutFaults(page), `${path}, 320 pixels, spaced text`).toEqual([]);
	}
});

test("nothing overflows a phone with text twice as large", { tag: "@phone" }, async ({
	page,
	context,
}) => {
	// The visitor's default is 32 instead of 16 pixels.
	const session = await context.newCDPSession(page);
	await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
	await page.setViewportSize({ width: 360, height: 812 });
	for (const path of listPaths(ru)) {
		await page.goto(path);
		await expect(page.locator("html")).toHaveCSS("font-size", "34px");
		expect.soft(await listLayoutFaults(page), path).toEqual([]);
	}
});

test("long words of titles break only at a hyphen", { tag: "@fonts" }, async ({ page }) => {
	const title =
		"Противовоспалительное питание, пакеты с\u00a0сопровождением для\u00a0восстановления";
	await page.setViewportSize({ width: 320, height: 800 });
	for (const path of listPages(ru)) {
		await open(
			page,
			path,
			rewriteTexts(ru, () => title),
		);
		await openSections(page);
		const titles = "main :is(h1, h2, h3):not(.prose *), figcaption span";
		expect.soft(await listBrokenWords(page, titles), path).toEqual([]);
	}
});

test("a header with long labels fits and covers no link target", {
	tag: "@fonts",
}, async ({ page }) => {
	const { navigation, appShell } = rewriteTexts(snapshots.ru, (text) => `${text} и сопровождение`);
	const { contactButton } = appShell;
	const long: Snapshot = {
		...snapshots.ru,
		navigation,
		appShell: { ...snapshots.ru.appShell, contactButton },
	};
	for (const content of [ru, long]) {
		await open(page, "/ru/consultations", content);
		for (const width of [320, 600, 768, 769, 1024, 1280, 1920]) {
			await page.setViewportSize({ width, height: 800 });
			const place = `${width} pixels`;
			expect.soft(await listLayoutFaults(page), place).toEqual([]);
			expect.soft(await listOverlaps(page), `${place}: overlaps`).toEqual([]);
			const navigation = page.locator(".bar nav, [data-part=open]").filter({ visible: true });
			await expect.soft(navigation, `${place}: links or menu button`).toHaveCount(1);
			const space = await page.evaluate(() => {
				const target = document.querySelector("main li[id]");
				target?.scrollIntoView({ behavior: "instant" });
				const bottom = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
				return (target?.getBoundingClientRect().top ?? 0) - bottom;
			});
			expect.soft(space, `${place}: space above a link's target`).toBeGreaterThanOrEqual(0);
		}
	}
});

test("cropped pictures show their focus, and portraits the face", async ({ page }) => {
	const found = new Set<string>();
	const focused = (picture: PictureValue): PictureValue => ({ ...picture, focus: "top" });
	const { cover, certificates } = ru.about;
	const about = {
		...ru.about,
		cover: cover && focused(cover),
		certificates: certificates.map(focused),
	};
	for (const path of ["/ru", "/ru/about"]) {
		await open(page, path, { ...ru, about });
		for (const place of ["", ...focusPlaces]) {
			const images = page.locator("main img:not(.certificates img)");
			const lines = await images.evaluateAll((all, place) => {
				for (const image of all) {
					image.removeAttribute("data-focus");
					if (place) image.setAttribute("data-focus", place);
				}
				const styles = all.map((image) => getComputedStyle(image));
				return styles.map((style) => `${style.objectFit} ${place}: ${style.objectPosition}`);
			}, place);
			for (const line of lines) if (!line.startsWith("fill")) found.add(line);
		}
	}
	await expect(page.locator(".certificates [data-focus]"), "shown whole").toHaveCount(0);
	const cropped = [
		"cover : 50% 50%",
		"cover : 50% 25%",
		"cover top left: 0% 0%",
		"cover top: 50% 0%",
		"cover top right: 100% 0%",
		"cover left: 0% 50%",
		"cover centre: 50% 50%",
		"cover right: 100% 50%",
		"cover bottom left: 0% 100%",
		"cover bottom: 50% 100%",
		"cover bottom right: 100% 100%",
	];
	expect([...found].sort()).toEqual(cropped.sort());
});

test("on phones, price and button are before long texts", async ({ page }) => {
	await page.setViewportSize({ width: 375, height: 812 });
	await open(page, "/ru/consultations", crowded);
	const tops = await page
		.locator(".rows")
		.first()
		.evaluate((list) =>
			["h2", ".duration", ".purchase", ".prose"].map(
				(part) => list.querySelector(part)?.getBoundingClientRect().top,
			),
		);
	expect(tops).toEqual(tops.toSorted((one = 0, other = 0) => one - other));
});

test("sections are closed at first, opened one by one, and printed open", async ({ page }) => {
	await page.goto("/ru/functional-tests");
	const bodies = page.locator("main .disclosure > [id]");
	const count = ru.functionalTests.faqOptions.length;
	await expect(bodies).toHaveCount(count);
	await expect(bodies.filter({ visible: true })).toHaveCount(0);
	await page.emulateMedia({ media: "print" });
	await expect(bodies.filter({ visible: true })).toHaveCount(count);
	await page.emulateMedia({ media: "screen" });
	await page.locator("main .disclosure summary").first().click();
	await expect(bodies.first()).toBeVisible();
	await expect(page.locator("main .disclosure[open]")).toHaveCount(1);
	const id = await bodies.last().getAttribute("id");
	await page.goto(`/ru/functional-tests#${id}`);
	await expect(page.locator(`main .disclosure:has(#${id}) > summary`)).toBeInViewport({ ratio: 1 });
});

test("prints have no buttons", async ({ page }) => {
	await page.goto("/ru/consultations");
	await page.emulateMedia({ media: "print" });
	await expect(page.locator(".button, #language-link").filter({ visible: true })).toHaveCount(0);
	await expect(page.locator("main .price").first()).toBeVisible();
});

test("without popovers the menu is a row that scrolls with the page", { tag: "@phone" }, async ({
	page,
}) => {
	// Changes the page to what it is for a browser without popovers. Its policy would block the changed styles.
	await page.route("/ru/about", async (route) => {
		const response = await route.fetch();
		const html = (await response.text())
			.replaceAll(' popover="auto"', "")
			.replaceAll("selector(:popover-open)", "selector(:unknown)");
		await route.fulfill({ contentType: "text/html", body: html });
	});
	await page.goto("/ru/about");
	expect(await listLayoutFaults(page)).toEqual([]);
	expect(await listOverlaps(page)).toEqual([]);
	await expect(page.locator("[data-part=open]")).toBeHidden();
	const links = page.locator(".bar nav a");
	await expect(links.first()).toBeVisible();
	await expect(links.filter({ visible: false })).toHaveCount(0);
	await page.evaluate(() => scrollTo({ top: innerHeight, behavior: "instant" }));
	await expect(page.locator(".bar")).not.toBeInViewport();
});
