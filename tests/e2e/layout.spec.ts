import { stat } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { pathOf, type RouteName } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { crowdContent, narrowConsultations } from "./crowdedContent.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

// Each test opens one page with many, long or missing texts, and measures it in several windows. It reads only the layout.
test.use({ javaScriptEnabled: false, deviceScaleFactor: 3 });

const phone = { width: 375, height: 812 };
/** Viewport of a common phone with the browser's toolbars visible, in CSS pixels. */
const lowPhone = { width: 390, height: 664 };
const wide = { width: 1280, height: 800 };

const withoutFirstStep = {
	...snapshots.ru,
	consultations: {
		...snapshots.ru.consultations,
		consultations: snapshots.ru.consultations.consultations.map((item) => ({ ...item, beginHere: undefined })),
	},
};

/** Opens a Russian page, whose texts are longer than the English ones, with long and many texts in a phone's window. */
async function openCrowded(page: Page, route: RouteName): Promise<void> {
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.setViewportSize(phone);
	await showContent(page, { ...snapshots, ru: crowdContent(snapshots.ru) });
	await page.goto(pathOf(route, "ru"));
}

type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number };

const boxesOf = (elements: Locator): Promise<Box[]> =>
	elements.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON()));

/** Returns the box of the first element that matches a selector. */
async function boxOf(page: Page, selector: string): Promise<Box> {
	const element = page.locator(selector).first();
	await expect(element).toBeVisible();
	const [box] = await boxesOf(element);
	if (!box) throw new Error(`${selector} has no box.`);
	return box;
}

/** Returns the distinct upper edges of elements, in pixels. */
const listTops = async (elements: Locator): Promise<number[]> => [
	...new Set((await boxesOf(elements)).map(({ top }) => Math.round(top))),
];

/** Expects that the first picture has at most 20 KB, and at most `maxWidth` pixels in a row, on a phone of density 3. */
async function expectSmallFirstPicture(page: Page, maxWidth: number): Promise<void> {
	const picture = page.locator("main picture img").first();
	const readPath = () => picture.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname);
	await expect.poll(readPath).toMatch(/\.avif$/);
	const path = await readPath();
	expect(Number(/(\d+)\.avif$/.exec(path)?.[1]), "width of the first picture").toBeLessThanOrEqual(maxWidth);
	expect((await stat(`dist/client${path}`)).size, "size of the first picture").toBeLessThanOrEqual(20_000);
}

/** Expects a recognisable portrait, a long training that is cut, and a long registration that is not. */
async function expectCompactPractitioner(page: Page): Promise<void> {
	expect((await boxOf(page, ".practitioner img")).width).toBeGreaterThanOrEqual(72);
	const lines = await page
		.locator(".training")
		.evaluate((text) => text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight));
	expect(lines, "lines of the training").toBeLessThan(4.1);
	expect(await page.locator(".qualifications a").evaluate(isClipped), "the registration is cut").toBe(false);
	const [portrait, qualifications] = [await boxOf(page, ".practitioner img"), await boxOf(page, ".qualifications")];
	expect(qualifications.left, "a long registration is below the portrait").toBeCloseTo(portrait.left, 0);
	expect(qualifications.top).toBeGreaterThan(portrait.bottom);
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

/** Expects that an offer, the review, and the practitioner or another offer follow one another, in the order of `parts`. */
async function expectProofBesideOffer(page: Page, ...parts: [string, string, string]): Promise<void> {
	const [first, second, third] = [
		await boxOf(page, parts[0]),
		await boxOf(page, parts[1]),
		await boxOf(page, parts[2]),
	];
	for (const space of [second.top - first.bottom, third.top - second.bottom]) {
		expect(space, "space between proof and offer").toBeGreaterThanOrEqual(0);
		expect(space, "space between proof and offer").toBeLessThan(60);
	}
}

/** Expects that the parts of the first consultation are below one another, in this order. */
async function expectOrder(page: Page, ...parts: string[]): Promise<void> {
	const boxes = await Promise.all(parts.map((part) => boxOf(page, `.rows ${part}`)));
	const tops = boxes.map(({ top }) => top);
	expect(tops).toEqual(tops.toSorted((one, other) => one - other));
}

/** Expects that the headings of cards in one column have no empty lines. */
async function expectTightHeadings(page: Page): Promise<void> {
	const spaces = await page.locator(".cards > article :is(h2, h3):not(.prose *)").evaluateAll((headings) =>
		headings.map((heading) => {
			const range = document.createRange();
			range.selectNodeContents(heading);
			const lines = new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
			return heading.getBoundingClientRect().height / lines / Number.parseFloat(getComputedStyle(heading).lineHeight);
		}),
	);
	expect(spaces.length).toBeGreaterThan(2);
	expect(Math.max(...spaces), "heading's height, in its lines").toBeLessThan(1.1);
}

/**
 * Runs in the page. Removes the items of a list one after another.
 * @returns for each number of items, the sum of the widths of all empty places at the ends of the rows, in pixels
 */
function measureHoles(list: Element): number[] {
	const items = [...list.children];
	const holes = items.map(() => {
		const { right } = list.getBoundingClientRect();
		const boxes = [...list.children].map((item) => item.getBoundingClientRect());
		const ends = boxes.filter(({ top }, index) => boxes[index + 1]?.top !== top);
		list.lastElementChild?.remove();
		return Math.round(ends.reduce((sum, end) => sum + right - end.right, 0));
	});
	list.append(...items);
	return holes;
}

const removeElements = (page: Page, selector: string): Promise<void> =>
	page.locator(selector).evaluateAll((all) => {
		for (const element of all) element.remove();
	});

test.describe("with long and many texts,", { tag: "@desktop" }, () => {
	test("the home page has person, button and price in the first screen, and its lists and pictures fit", async ({
		page,
	}) => {
		await openCrowded(page, "home");
		await expectCompactPractitioner(page);
		await expectSmallFirstPicture(page, 672);
		for (const window of [phone, wide]) {
			await page.setViewportSize(window);
			const [practitioner, button, price] = [
				await boxOf(page, ".practitioner"),
				await boxOf(page, ".hero .button"),
				await boxOf(page, ".hero .price-from"),
			];
			const place = `${window.width} pixels`;
			expect(practitioner.bottom, place).toBeLessThan(price.bottom);
			expect(button.bottom, place).toBeLessThan(price.bottom);
			expect(price.bottom, place).toBeLessThanOrEqual(window.height);
		}
		for (const width of [375, 768, 1280]) {
			await page.setViewportSize({ ...wide, width });
			const holes = await page.locator(".commitments > ul").evaluate(measureHoles);
			expect(holes, `${width} pixels: 12 to 1 commitments leave no hole in a row`).toEqual(Array(12).fill(0));
		}
		await page.setViewportSize(wide);
		const [pictureArea, actions] = [await boxOf(page, ".hero-pictures"), await boxOf(page, ".hero .actions")];
		expect(actions.bottom - pictureArea.bottom, "space below the pictures").toBeLessThan(96);
		expect((await boxOf(page, ".hero .lead")).top, "a long description").toBeGreaterThan(actions.bottom);
		const pictures = await boxesOf(page.locator(".hero-pictures img"));
		expect(pictures).toHaveLength(6);
		for (const [index, one] of pictures.entries()) {
			for (const other of pictures.slice(index + 1)) {
				const isApart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top;
				expect(isApart, "more than three hero pictures do not overlap").toBe(true);
			}
		}
		const icons = page.locator(".social img");
		for (const icon of await icons.all())
			await expect(icon, "all icons have an edge").toHaveCSS("border-top-width", "1px");
		await test.step("an icon that fails to load shows its alternative text", async () => {
			await icons.first().evaluate((icon: HTMLImageElement) => {
				icon.src = "data:image/png,";
			});
			await expect.poll(async () => (await boxesOf(icons.first()))[0]?.width).toBeGreaterThan(60);
		});
		await test.step("without a first step and commitments, the last button has space above it", async () => {
			await removeElements(page, ".first-step-band, .commitments");
			const { bottom } = await boxOf(page, ".begin");
			expect((await boxOf(page, ".contact .button")).top - bottom).toBeGreaterThan(40);
		});
		await page.emulateMedia({ media: "print" });
		await expect(page.locator(".price-from, .hero-pictures").filter({ visible: true }), "print").toHaveCount(0);
	});

	test("the about page keeps registration and first step in view, and its certificates and its footer fit", async ({
		page,
	}) => {
		await openCrowded(page, "about");
		await expectSmallFirstPicture(page, 672);
		const address = page.locator(".directory a[href^='mailto:']");
		const lines = await address.evaluate((link) => {
			const range = document.createRange();
			range.selectNodeContents(link);
			return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
		});
		expect(lines, "lines of the address, with messengers after it").toBe(1);
		await page.setViewportSize({ width: 1280, height: 720 });
		for (const y of [400, 1200, 2000]) {
			await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), y);
			for (const part of ["img", ".small-print", ".button"]) {
				await expect(page.locator(`.beside-text ${part}`), `${y} pixels below the top`).toBeInViewport({ ratio: 1 });
			}
		}
		for (const width of [320, 820, 1024, 1100, 1440]) {
			await page.setViewportSize({ width, height: 800 });
			const certificates = await boxesOf(page.locator(".certificates > li"));
			expect(certificates).toHaveLength(6);
			const columns = new Set(certificates.map(({ left }) => left)).size;
			expect([2, 3, 6], `columns of certificates at ${width} pixels`).toContain(columns);
		}
		await page.emulateMedia({ media: "print" });
		await expect(page.locator(".price-from").filter({ visible: true }), "print").toHaveCount(0);
	});

	test("a short text of About has a low cover beside it, and a home page without pictures has two columns", async ({
		page,
	}) => {
		const { home, about } = snapshots.ru;
		const text = { type: "text" as const, value: "Я диетолог и веду приём на двух языках." };
		const blocks = [{ type: "paragraph" as const, content: [text] }];
		const short = { ...about, subtitle: undefined, about: { blocks } };
		const bare = { ...home, heroImages: [] };
		await showContent(page, { ...snapshots, ru: { ...snapshots.ru, about: short, home: bare } });
		await page.setViewportSize(wide);
		await page.goto(pathOf("about", "ru"));
		const [cover, buttons] = [await boxOf(page, ".portrait img"), await boxOf(page, ".portrait > .actions")];
		expect(cover.bottom - cover.top, "half of the screen").toBeLessThan(wide.height / 2);
		expect(cover.bottom - buttons.bottom, "empty space beside the cover").toBeLessThan(96);
		await page.goto(pathOf("home", "ru"));
		const [practitioner, lead] = [await boxOf(page, ".hero .practitioner"), await boxOf(page, ".hero .lead")];
		expect(lead.left, "the description is beside the practitioner").toBeGreaterThan(practitioner.right);
	});

	test("a single picture of the home page stays in its column", async ({ page }) => {
		const home = { ...snapshots.ru.home, heroImages: snapshots.ru.home.heroImages.slice(0, 1) };
		await showContent(page, { ...snapshots, ru: { ...snapshots.ru, home } });
		await page.setViewportSize({ width: 800, height: 900 });
		await page.goto(pathOf("home", "ru"));
		const [text, picture] = [await boxOf(page, ".hero > div"), await boxOf(page, ".hero-pictures")];
		expect(picture.right - picture.left).toBeCloseTo(text.right - text.left, 0);
	});

	test("the approach has its first lines in the first screen, numbered steps, and names and prices that fit", async ({
		page,
	}) => {
		await openCrowded(page, "approach");
		// The banner is wider than the screen, which shows its middle.
		await expectSmallFirstPicture(page, 1152);
		await page.setViewportSize({ width: 320, height: 700 });
		const heading = page.locator(".begin h3").first();
		const size = await heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
		expect((await boxOf(page, ".begin h3")).height, "the price does not break the name of a page").toBeLessThan(
			2 * size,
		);
		for (const window of [wide, { width: 1920, height: 1080 }]) {
			await page.setViewportSize(window);
			const { top } = await boxOf(page, ".sheet > .prose > p");
			expect(top + 3 * 34, "three lines of the first paragraph").toBeLessThan(window.height);
		}
		const number = await page
			.locator(".sheet h2 + ol > li")
			.first()
			.evaluate((item) => getComputedStyle(item, "::before").content);
		expect(number).toBe("counter(list-item)");
		await page.setViewportSize({ width: 768, height: 900 });
		await removeElements(page, ".begin li:last-child .from");
		const way = [await boxOf(page, ".begin li:last-child h3"), await boxOf(page, ".begin li:last-child p")] as const;
		expect(way[1].top, "without a price the text is below the name").toBeGreaterThanOrEqual(way[0].bottom);
		await page.setViewportSize(wide);
		await removeElements(page, "main > picture");
		expect((await boxOf(page, "h1")).top, "without a banner the title is below the bar").toBeGreaterThan(
			(await boxOf(page, ".bar")).bottom,
		);
	});

	test("the consultations have price, duration and button in the first screen, before the text", async ({ page }) => {
		await page.setViewportSize(phone);
		await page.goto(pathOf("consultations", "ru"));
		await expectOrder(page, "h2", ".duration", ".purchase", ".prose");
		const [price, button] = [await boxOf(page, ".rows .price"), await boxOf(page, ".rows .button")];
		const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2;
		expect(Math.abs(middleOf(price) - middleOf(button)), "price and button on one line").toBeLessThan(2);
		expect(button.left).toBeGreaterThan(price.right);
		expect(button.bottom).toBeLessThan(phone.height);
		await page.locator(".rows .button").first().click({ trial: true });
		await expect(page.locator(".consultations > picture > img")).toBeHidden();
		await expectProofBesideOffer(page, ".practitioner", ".rows > li", ".client-review");
		await openCrowded(page, "consultations");
		await page.setViewportSize(lowPhone);
		const readOn = page.locator("#consultations-read-on");
		await expect(readOn, "phones cut a long introduction").toBeVisible();
		const firstPrice = page.locator("main").getByText(/£\d/).first();
		const [{ bottom } = { bottom: Number.POSITIVE_INFINITY }] = await boxesOf(firstPrice);
		expect(bottom, "a price in the first screen with long texts").toBeLessThan(lowPhone.height);
		await expectSmallFirstPicture(page, 672);
		await page.setViewportSize(wide);
		await expect(readOn, "wide screens show the introduction in full").toBeHidden();
		const lead = page.locator(".lead");
		expect(await lead.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(2);
		const [firstDuration, firstText] = [
			await boxOf(page, ".first-step .duration"),
			await boxOf(page, ".first-step :is(.prose, .long-text)"),
		];
		expect(firstText.top, "a long text of the first step is below its title").toBeGreaterThan(firstDuration.bottom);
		expect(firstText.left).toBeCloseTo(firstDuration.left, 0);
		await removeElements(page, ".rows:not(.rows ~ .rows) :is(.prose, .long-text)");
		const buttons = await boxesOf(page.locator(".rows .purchase"));
		const heights = await page.locator(".rows > li").evaluateAll((rows) =>
			rows.map((row) => {
				const parts = [...row.children].map((part) => part.getBoundingClientRect());
				const [top, bottom] = [
					Math.min(...parts.map((part) => part.top)),
					Math.max(...parts.map((part) => part.bottom)),
				];
				return row.clientHeight - (bottom - top);
			}),
		);
		expect(Math.max(...heights), "space above and below the content of a row").toBeLessThan(40);
		const columns = new Set(buttons.map(({ left, right }) => `${Math.round(left)} to ${Math.round(right)}`));
		expect([...columns], "columns of both lists, one of them without texts").toHaveLength(1);
	});

	test("packages are aligned, fit into a phone's screen, and have price and button in the first screen", async ({
		page,
	}) => {
		await openCrowded(page, "packages");
		const cards = page.locator(".packages > article");
		await expectCompactPractitioner(page);
		await expectProofBesideOffer(page, ".first-step-row", ".packages > article", ".client-review");
		await expectTightHeadings(page);
		const [stepPrice, stepButton] = [
			await boxOf(page, ".first-step-row .price"),
			await boxOf(page, ".first-step-row .button"),
		];
		expect(stepButton.top, "the button of the first step is below its price").toBeGreaterThan(stepPrice.bottom);
		const [price, button] = [await boxOf(page, ".packages .price"), await boxOf(page, ".packages .button")];
		expect(button.bottom).toBeLessThan(phone.height);
		expect(button.top - price.bottom, "price beside the button").toBeLessThan(40);
		await page.locator(".packages .button").first().click({ trial: true });
		const [card, picture] = [await boxOf(page, ".packages > article"), await boxOf(page, ".packages picture > img")];
		expect(2 * picture.height, "the picture is lower than the offer").toBeLessThan(card.height);
		const heightOfLong = async () => (await boxOf(page, "#long")).height;
		expect(await heightOfLong()).toBeLessThan(phone.height);
		await page.locator("#long summary").click();
		expect(await heightOfLong()).toBeGreaterThan(1800);
		await page.locator("#long summary").click();

		await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
		await expect(cards).toHaveCount(4);
		for (const width of [1000, 1280]) {
			await page.setViewportSize({ ...wide, width });
			for (const part of [".price", ".button:first-child", "> .prose"]) {
				expect(await listTops(page.locator(`.packages > article ${part}`)), `${part} at ${width} pixels`).toHaveLength(
					1,
				);
			}
			expect(await listTops(page.locator(".packages hgroup")), `titles at ${width} pixels`).toHaveLength(1);
		}
		await test.step("in print, cards are whole, and their parts directly below one another", async () => {
			await page.emulateMedia({ media: "print" });
			await expect(cards.first()).toHaveCSS("break-inside", "avoid");
			const [name, amount] = [await boxOf(page, ".packages hgroup"), await boxOf(page, ".packages .amount")];
			expect(amount.top - name.bottom).toBeLessThan(10);
			await expect(page.locator(".practitioner, .client-review").filter({ visible: true })).toHaveCount(0);
			await page.emulateMedia({ media: "screen" });
		});
		const longText = await boxOf(page, "#long .prose");
		expect(longText.height, "a very long text is cut on wide screens, too").toBeLessThan(phone.height / 2);

		await test.step("the note on paying is below all packages, on tablets the review is above them", async () => {
			for (const size of [phone, { width: 768, height: 1024 }, wide]) {
				await page.setViewportSize(size);
				const bottoms = (await boxesOf(cards)).map(({ bottom }) => bottom);
				const note = await boxOf(page, ".packages > .small-print");
				expect(note.top, `${size.width} pixels`).toBeGreaterThanOrEqual(Math.max(...bottoms));
			}
			const offers = await boxOf(page, ".offers");
			expect(offers.bottom - (await boxOf(page, ".packages > .small-print")).bottom, "space below").toBeLessThan(100);
			await page.setViewportSize({ width: 768, height: 1024 });
			const [review, first] = [await boxOf(page, ".client-review"), await boxOf(page, ".packages > article")];
			expect(review.bottom).toBeLessThan(first.top);
		});
		await test.step("two of five cards fill the last row", async () => {
			await page.setViewportSize(wide);
			await cards.last().evaluate((card) => card.after(card.cloneNode(true)));
			const [first, , third, fourth, fifth] = await boxesOf(cards);
			expect(fourth?.left).toBeCloseTo(first?.left ?? 0, 0);
			expect(fifth?.right).toBeCloseTo(third?.right ?? 0, 0);
			expect(fifth?.width).toBeCloseTo(fourth?.width ?? 0, 0);
		});

		await removeElements(page, ".packages > article:not(:first-of-type)");
		expect(
			await listTops(page.locator(".packages > article > :is(picture > img, .prose)")),
			"an only package",
		).toHaveLength(1);
	});

	test("programmes open with their first words near the title, and keep the title in view", async ({ page }) => {
		await page.setViewportSize(wide);
		await page.goto(pathOf("programmes", "en-US"));
		const buttons = await boxesOf(page.locator(".first-step-row .button, .programme .button"));
		expect(new Set(buttons.map(({ width }) => Math.round(width))).size, "widths of the buttons").toBe(1);
		const middleOf = async (part: string) => {
			const { top, bottom } = await boxOf(page, `.first-step-row ${part}`);
			return (top + bottom) / 2;
		};
		expect(await middleOf(".price"), "the price is beside the button").toBeCloseTo(await middleOf(".button"), -1);
		await page.setViewportSize(phone);
		expect(await middleOf(".price"), "on phones, beside the duration").toBeCloseTo(await middleOf(".small-print"), -1);
		await openCrowded(page, "programmes");
		await page.setViewportSize({ width: 390, height: 844 });
		await expectProofBesideOffer(page, ".first-step-row", ".disclosures", ".client-review");
		await expect(page.locator("summary .teaser").first()).toBeVisible();
		const section = page.locator(".programme").first();
		const summary = section.locator("summary");
		const [closed, open] = [words.ru.showDetails, words.ru.showLess].map((label) => summary.getByText(label));
		await expect(closed as Locator).toBeVisible();
		await expect(open as Locator).toBeHidden();
		await summary.click();
		await expect(closed as Locator).toBeHidden();
		await expect(open as Locator).toBeVisible();
		const first = ".programme:first-child";
		expect((await boxOf(page, `${first} .prose`)).top - (await boxOf(page, first)).top).toBeLessThanOrEqual(500);
		await expect(section.locator(".price").filter({ visible: true })).toHaveCount(1);
		const purchase = section.locator(".purchase");
		await purchase.locator(".button").click({ trial: true });
		await section.locator(".prose > :last-child").evaluate((element) => element.scrollIntoView());
		const [bar, title] = [await boxOf(page, ".bar"), await boxOf(page, `${first} h2`)];
		expect(title.top, "the title is below the sticky header").toBeGreaterThanOrEqual(bar.bottom);
		expect(title.top).toBeLessThan(bar.bottom + 60);
		// A gap between the sticky header and the `<summary>` would show the text that scrolls behind them.
		expect((await boxOf(page, `${first} summary`)).top).toBeLessThanOrEqual(bar.bottom);

		await page.setViewportSize(wide);
		for (const isOpen of [true, false]) {
			await page.emulateMedia({ media: "print" });
			const place = `printed, ${isOpen ? "open" : "closed"}`;
			await expect(section.locator("img").filter({ visible: true }), place).toHaveCount(1);
			await expect(section.locator(".price").filter({ visible: true }), place).toHaveCount(1);
			await page.emulateMedia({ media: "screen" });
			if (isOpen) await summary.click();
		}
		await page.emulateMedia({ media: "print" });
		const heading = await boxOf(page, "h1");
		expect((await boxOf(page, first)).top, "printed, the list is below the title").toBeGreaterThan(heading.bottom + 5);
		await page.emulateMedia({ media: "screen" });
		await removeElements(page, `${first} summary picture`);
		const [name, amount] = [await boxOf(page, `${first} h2`), await boxOf(page, `${first} .price`)];
		expect(amount.left, "without a picture, the price is beside the title").toBeGreaterThanOrEqual(name.right);
	});

	test("the functional tests have aligned cards without a single one in the last row, and labels below or beside the example", async ({
		page,
	}) => {
		await openCrowded(page, "functionalTests");
		await expectTightHeadings(page);
		await page.locator(".tests .purchase .button").first().click({ trial: true });
		const example = await boxOf(page, ".example img");
		const [left, right] = await boxesOf(page.locator(".example span"));
		expect(left?.top).toBeGreaterThan(example.bottom);
		expect(right?.top).toBeGreaterThan(example.bottom);
		expect(left?.right).toBeLessThan(right?.left ?? 0);

		await page.setViewportSize(wide);
		const [picture, before, after] = [
			await boxOf(page, ".example img"),
			await boxOf(page, ".example span"),
			await boxOf(page, ".example .with"),
		];
		expect(before.right).toBeLessThanOrEqual(picture.left);
		expect(after.left).toBeGreaterThanOrEqual(picture.right);
		expect(after.top).toBeLessThan(picture.bottom);

		const countInLastRow = async () => {
			const tops = (await boxesOf(page.locator(".tests article"))).map(({ top }) => Math.round(top));
			return tops.filter((top) => top === Math.max(...tops)).length;
		};
		await page.setViewportSize({ width: 1440, height: 900 });
		expect(await countInLastRow(), "seven cards").toBeGreaterThan(1);
		await page.setViewportSize({ width: 820, height: 900 });
		await removeElements(page, ".tests article:last-of-type");
		expect(await countInLastRow(), "six cards").toBeGreaterThan(1);
		await page.setViewportSize(wide);
		await removeElements(page, ".tests article:nth-of-type(n + 4)");
		for (const part of ["> h3", ".price", ".button"]) {
			expect(await listTops(page.locator(`.tests article ${part}`)), part).toHaveLength(1);
		}
		const heightOfSurface = () =>
			page
				.locator(".tests article")
				.first()
				.evaluate((card) => Number.parseFloat(getComputedStyle(card, "::before").height));
		const { height } = await boxOf(page, ".tests article picture");
		expect(await heightOfSurface(), "a surface in the missing picture's place").toBeCloseTo(height, 0);
		expect(2 * height, "pictures are strips").toBeLessThan((await boxOf(page, ".tests article")).height);
		await page.setViewportSize({ width: 768, height: 900 });
		const last = page.locator(".tests article:last-of-type > :is(picture, .prose)");
		expect(await listTops(last), "the last of three has its text beside its picture").toHaveLength(1);
		await page.setViewportSize(wide);
		await removeElements(page, ".tests article picture");
		expect(await heightOfSurface(), "a row without pictures has no surface").toBe(0);
	});
});

test("the functional tests have person, review and first step in the first screen, and soon the first test's button", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.setViewportSize(wide);
	await page.goto(pathOf("functionalTests", "ru"));
	expect((await boxOf(page, ".client-review")).bottom).toBeLessThan(wide.height);
	expect((await boxOf(page, ".first-step-row .button")).bottom).toBeLessThan(wide.height);
	expect((await boxOf(page, ".tests article .button")).bottom).toBeLessThan(1.5 * wide.height);
	await page.setViewportSize(phone);
	expect((await boxOf(page, ".tests article .button")).bottom).toBeLessThan(1.7 * phone.height);
	await expectProofBesideOffer(page, ".tests > .headed", ".tests article", ".client-review");
});

test("five packages have the same columns in both rows, and the help text has the last cell", {
	tag: "@desktop",
}, async ({ page }) => {
	const { packages } = snapshots.ru.packages;
	const five = [...packages, ...packages, ...packages]
		.slice(0, 5)
		.map((item, index) => ({ ...item, id: `p-${index}` }));
	await showContent(page, {
		...snapshots,
		ru: { ...snapshots.ru, packages: { ...snapshots.ru.packages, packages: five } },
	});
	await page.setViewportSize(wide);
	await page.goto(pathOf("packages", "ru"));
	const [help, ...cards] = [await boxOf(page, ".help"), ...(await boxesOf(page.locator(".packages > article")))];
	expect(new Set(cards.map(({ width }) => Math.round(width))).size, "widths").toBe(1);
	expect(help.left).toBeCloseTo(cards[2]?.left ?? 0, 0);
	expect(help.top).toBeCloseTo(cards[4]?.top ?? 0, 0);
	expect((await boxOf(page, ".packages > .small-print")).top).toBeGreaterThan(help.bottom);
	await page.setViewportSize(phone);
	expect((await boxOf(page, ".help")).width, "on phones, as wide as the cards").toBeCloseTo(
		(await boxOf(page, ".packages > article")).width,
		0,
	);
});

const contactPages = ["home", "about", "consultations", "packages", "programmes", "functionalTests"] as const;

test("the note on answers is directly below the e-mail button", { tag: "@desktop" }, async ({ page }) => {
	for (const width of [375, 768, 1280]) {
		await page.setViewportSize({ ...wide, width });
		for (const route of contactPages) {
			await page.goto(pathOf(route, "en-US"));
			const button = await boxOf(page, ".actions:has(.contact-note) .button");
			const note = await boxOf(page, ".contact-note");
			const place = `${route}, ${width} pixels`;
			expect(note.left, place).toBeCloseTo(button.left, 0);
			expect(note.top - button.bottom, place).toBeGreaterThan(0);
			expect(note.top - button.bottom, place).toBeLessThan(24);
		}
	}
	await page.goto(pathOf("home", "en-US"));
	const icons = await boxOf(page, ".social img");
	expect(icons.left, "social icons").toBeCloseTo((await boxOf(page, ".contact .button")).left, 0);
});

test("sections with a background do not touch, with and without a first step", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.setViewportSize(wide);
	for (const content of [snapshots.ru, withoutFirstStep]) {
		await showContent(page, { ...snapshots, ru: content });
		for (const route of [...contactPages, "approach"] as const) {
			await page.goto(pathOf(route, "ru"));
			const hasBackground = await page.locator("main > :not(site-notice, picture)").evaluateAll((sections) => {
				const paper = getComputedStyle(document.documentElement).backgroundColor;
				const colours = sections.map((section) => getComputedStyle(section).backgroundColor);
				return colours.map((colour) => colour !== paper && colour !== "rgba(0, 0, 0, 0)");
			});
			expect(
				hasBackground.some((one, index) => one && hasBackground[index + 1]),
				route,
			).toBe(false);
		}
	}
	await page.goto(pathOf("home", "ru"));
	const [lastCommitment, button] = [await boxOf(page, ".commitments > ul"), await boxOf(page, ".contact .button")];
	expect(button.top - lastCommitment.bottom, "space between sections without a background").toBeLessThan(130);
});

test("on phones, brief texts of the consultations are above price and button", { tag: "@desktop" }, async ({
	page,
}) => {
	const content = [{ type: "text" as const, value: "Разбираем вашу историю, питание и цели." }];
	const description = { blocks: [{ type: "paragraph" as const, content }] };
	const consultations = snapshots.ru.consultations.consultations.map((item) => ({ ...item, description }));
	await showContent(page, {
		...snapshots,
		ru: { ...snapshots.ru, consultations: { ...snapshots.ru.consultations, consultations } },
	});
	await page.setViewportSize(phone);
	await page.goto(pathOf("consultations", "ru"));
	await expectOrder(page, "h2", ".duration", ".prose", ".purchase", ".small-print");
	await page.setViewportSize(wide);
	const [title, text] = [await boxOf(page, ".rows h2"), await boxOf(page, ".rows .prose")];
	expect(text.left, "on wide screens, beside the title").toBeGreaterThan(title.right);
});

test("cards begin in one row below title, practitioner, first step and review, whichever of these a page has", {
	tag: "@desktop",
}, async ({ page }) => {
	const parts = [".practitioner", ".first-step-row", ".client-review", ".tests .headed"];
	for (const route of ["packages", "functionalTests"] as const) {
		for (let missing = 0; missing < 2 ** parts.length; missing++) {
			const absent = parts.filter((_, index) => missing & (2 ** index));
			await page.goto(pathOf(route, "en-US"));
			await removeElements(page, absent.join(", ") || ".none");
			const place = `${route} without ${absent.join(" and ") || "nothing"}`;
			const [first, second, third] = await boxesOf(page.locator(".cards > article"));
			expect([first?.left, second?.top, third?.top], place).toEqual([
				(await boxOf(page, "h1")).left,
				first?.top,
				first?.top,
			]);
			for (const { bottom } of await boxesOf(page.locator(".offers h1, .practitioner, .client-review"))) {
				expect(first?.top, place).toBeGreaterThanOrEqual(bottom);
			}
			const [review] = await boxesOf(page.locator(".packages .client-review"));
			if (review) expect(review.left, `${place}: the review begins where the third card begins`).toBe(third?.left);
		}
	}
});

test("a link to a heading in the hidden part of a long text shows the heading", { tag: "@phone" }, async ({ page }) => {
	const paragraph = (length: number) => ({
		type: "paragraph" as const,
		content: [{ type: "text" as const, value: "A test shows how the body works. ".repeat(length) }],
	});
	const heading = { type: "heading" as const, id: "hidden-heading", level: 2, content: [] };
	const content = [{ type: "text" as const, value: "What it does not show" }];
	for (const first of [3, 30]) {
		const blocks = [paragraph(first), { ...heading, content }, paragraph(30)];
		const functionalTests = { ...snapshots["en-US"].functionalTests, functionalTestsDescription: { blocks } };
		await showContent(page, { ...snapshots, "en-US": { ...snapshots["en-US"], functionalTests } });
		await page.goto(pathOf("functionalTests", "en-US"));
		await expect(page.locator("#hidden-heading"), "hidden at first").not.toBeInViewport();
		await page.evaluate(() => location.assign("#hidden-heading"));
		await expect(page.locator("#hidden-heading")).toBeInViewport({ ratio: 1 });
		// A text that is still cut would be scrolled to the heading.
		for (const text of await page.locator(".cut").all()) await expect(text).toHaveJSProperty("scrollTop", 0);
	}
});

test("on phones without a review, the offers before and after it follow one another", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.setViewportSize(phone);
	for (const [route, list] of [
		["consultations", ".rows"],
		["programmes", ".disclosures"],
	] as const) {
		await page.goto(pathOf(route, "ru"));
		await removeElements(page, ".client-review");
		const [before, after] = await boxesOf(page.locator(list));
		expect(after?.top, route).toBeCloseTo(before?.bottom ?? 0, 1);
	}
});

test("consultations with long labels and without a title of the policy fit, and print on two sheets without buttons", {
	tag: "@desktop",
}, async ({ page }) => {
	await showContent(page, { ...snapshots, "en-US": narrowConsultations(snapshots["en-US"]) });
	await page.goto(pathOf("consultations", "en-US"));
	await page.setViewportSize(phone);
	const [price, purchase] = [await boxOf(page, ".rows .price"), await boxOf(page, ".rows .purchase")];
	expect(purchase.top, "a long label is below the price").toBeGreaterThanOrEqual(price.bottom);
	await page.setViewportSize(wide);
	expect((await boxOf(page, "#cancellation-policy > .prose")).left).toBe((await boxOf(page, "h1")).left);
	const [button, note] = [await boxOf(page, ".rows .button"), await boxOf(page, ".rows .small-print")];
	expect(note.top, "the note on paying is below a high button").toBeGreaterThanOrEqual(button.bottom);
	const link = await boxOf(page, ".offers > .actions > .action");
	expect(link.width, "the link is not wider than its text").toBeLessThan(250);
	await page.setViewportSize({ width: 980, height: 800 });
	expect((await boxOf(page, ".rows > li > .prose")).width).toBeGreaterThan(240);
	// Widths of screens, A4 upright and A4 across, in CSS pixels.
	for (const [media, width] of [
		["screen", 768],
		["screen", 900],
		["print", 900],
		["print", 718],
	] as const) {
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ media });
		const rows = await page.locator(".rows > li").evaluateAll((items) =>
			items.map((item) => {
				const boxOf = (selector: string) => item.querySelector(selector)?.getBoundingClientRect();
				const [title, price, text] = [boxOf("h2"), boxOf(".price"), boxOf(".prose")];
				if (!title || !price || !text) throw new Error("The row has no title, price or text.");
				const isBelowTitle = text.left === title.left && text.top >= title.bottom;
				const isBesidePrice = text.right <= price.left;
				return (isBelowTitle || text.left >= title.right) && (isBesidePrice || text.top >= price.bottom);
			}),
		);
		expect(rows.length).toBeGreaterThan(2);
		expect(rows, `${media}, ${width} pixels: texts below or beside title and price`).not.toContain(false);
	}
	const logo = page.locator(".bar .logo img");
	await expect(logo).toBeVisible();
	await expect(page.locator(".button, .price-from, #language-link").filter({ visible: true })).toHaveCount(0);
	for (const [backdrop, background] of [
		["light", "rgba(0, 0, 0, 0)"],
		["dark", "rgb(20, 29, 24)"],
	] as const) {
		await logo.evaluate((image, name) => {
			image.setAttribute("class", `backdrop backdrop-${name}`);
		}, backdrop);
		await expect(logo, "in print only a logo of light ink has its backdrop").toHaveCSS("background-color", background);
	}
	const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g);
	expect(sheets?.length).toBeLessThanOrEqual(2);
});

test("sections are closed at first, opened one by one, and printed open", { tag: "@desktop" }, async ({ page }) => {
	await page.goto(pathOf("functionalTests", "ru"));
	const sections = page.locator("main .disclosure");
	const bodies = page.locator("main .disclosure > [id]");
	const count = snapshots.ru.functionalTests.faqOptions.length;
	await expect(sections).toHaveCount(count);
	await expect(bodies.filter({ visible: true })).toHaveCount(0);
	const { height: shut } = await boxOf(page, "main .disclosure");
	await page.emulateMedia({ media: "print" });
	await expect(bodies.filter({ visible: true })).toHaveCount(count);
	await expect.poll(async () => (await boxOf(page, "main .disclosure")).height).toBeGreaterThan(shut + 20);
	await page.emulateMedia({ media: "screen" });
	await sections.first().locator("summary").click();
	await expect(bodies.first()).toBeVisible();
	await expect(page.locator("main .disclosure[open]")).toHaveCount(1);
	await test.step("a link to a section shows its title below the header", async () => {
		const id = await bodies.last().getAttribute("id");
		// Below 1,280 pixels, the header has two rows.
		await page.setViewportSize({ width: 800, height: 800 });
		await page.goto(`${pathOf("functionalTests", "ru")}#${id}`);
		const { bottom } = await boxOf(page, ".bar");
		const { top } = await boxOf(page, `main .disclosure:has(#${id}) > summary`);
		expect(top - bottom).toBeGreaterThanOrEqual(0);
		expect(top - bottom).toBeLessThan(100);
	});
});
