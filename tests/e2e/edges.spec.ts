import type { Locator, Page } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

const countItemsInLastRow = (items: Locator): Promise<number> =>
	items.evaluateAll((all) => {
		const tops = all.map((item) => Math.round(item.getBoundingClientRect().top));
		return tops.filter((top) => top === Math.max(...tops)).length;
	});

const widthOf = (element: Element) => element.getBoundingClientRect().width;

function withDnaTests(snapshot: Snapshot, count: number): Snapshot {
	const [first] = snapshot.functionalTests.dnaTests;
	if (!first) throw new Error("There are no DNA tests.");
	const dnaTests = Array.from({ length: count }, (_, index) => ({ ...first, id: `dna-${index}` }));
	return { ...snapshot, functionalTests: { ...snapshot.functionalTests, dnaTests } };
}

function withCommitments(snapshot: Snapshot, count: number): Snapshot {
	const [first] = snapshot.home.commitments;
	if (!first) throw new Error("There are no commitments.");
	const commitments = Array.from({ length: count }, (_, index) => ({ ...first, id: `commitment-${index}` }));
	return { ...snapshot, home: { ...snapshot.home, commitments } };
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

test("1 to 12 commitments leave no hole in a row", { tag: "@desktop" }, async ({ page }) => {
	const count = 12;
	await showContent(page, { "en-US": withCommitments(snapshots["en-US"], count), ru: snapshots.ru });
	await page.goto("/");
	for (const width of [375, 768, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		const holes = await page.locator(".commitments > ul").evaluate(measureHoles);
		expect(holes, `${width} pixels`).toEqual(Array(count).fill(0));
	}
});

test("six or seven cards have at least two in the last row", { tag: "@desktop" }, async ({ page }) => {
	await page.setViewportSize({ width: 1440, height: 900 });
	await showContent(page, { "en-US": withDnaTests(snapshots["en-US"], 7), ru: snapshots.ru });
	await page.goto("/functional-tests");
	const cards = page.locator(".cards > li");
	expect(await countItemsInLastRow(cards)).toBeGreaterThan(1);
	await cards.first().evaluate((card) => card.remove());
	await page.setViewportSize({ width: 820, height: 900 });
	expect(await countItemsInLastRow(cards)).toBeGreaterThan(1);
});

test("alternative texts of icons that fail to load have one line each", { tag: "@phone" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/Failed to load resource|request failed/);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.route(/\.(svg|avif|jpg)$/, (route) => route.abort());
	await page.goto("/");
	await page.locator(".social").scrollIntoViewIfNeeded();
	for (const icon of await page.locator(".social img").all()) {
		await expect.poll(() => icon.evaluate(widthOf)).toBeGreaterThan(60);
	}
});

test("in a window of 1,024 px the header has the contact button beside the logo, and all links in the line below", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.setViewportSize({ width: 1024, height: 800 });
	for (const path of ["/", "/ru"]) {
		await page.goto(path);
		const [logo, button, links] = await Promise.all(
			[".bar .logo", ".bar .button", ".bar nav"].map((selector) => page.locator(selector).boundingBox()),
		);
		if (!logo || !button || !links) throw new Error("A part of the header is not visible.");
		expect(button.y, path).toBeLessThan(logo.y + logo.height);
		expect(links.y, path).toBeGreaterThanOrEqual(button.y + button.height);
		expect(links.height, path).toBeLessThan(60);
	}
});

/** Russian labels of the seven pages, of 70, 102 and 159 characters. */
const longLabels = [
	"Главная;Обо мне;Мой подход;Консультации;Пакеты;Программы;Лабораторные тесты",
	"Главная;Обо мне;Как я работаю;Консультации;Долгое сопровождение;Курсы и программы;Лабораторные исследования",
	"Главная страница;Обо мне и моей работе;Как проходит наша работа;Консультации и разовые встречи;Длительное сопровождение;Самостоятельные программы;Лабораторные исследования",
];

for (const labels of longLabels) {
	test(`the header has at most two rows, and a logo of a readable size, with ${labels.length - 6} letters in the menu`, {
		tag: "@desktop",
	}, async ({ page }) => {
		const { navigation, appShell } = snapshots.ru;
		const [home, about, approach, consultations, packages, programmes, functionalTests] = labels
			.split(";")
			.map((value) => ({ value }));
		const names = { home, about, approach, consultations, packages, programmes, functionalTests } as typeof navigation;
		const contactButton = { value: "Связаться с Мариной Ветровой по почте" };
		await showContent(page, {
			...snapshots,
			ru: { ...snapshots.ru, navigation: { ...navigation, ...names }, appShell: { ...appShell, contactButton } },
		});
		await page.goto("/ru/about");
		const bar = page.locator(".bar");
		for (const width of [320, 375, 600, 768, 769, 900, 1024, 1279, 1280, 1366, 1440, 1600, 1920]) {
			await page.setViewportSize({ width, height: 800 });
			const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
			expect((await bar.boundingBox())?.height, `${width} px`).toBeLessThanOrEqual(7.5 * rem);
			expect((await page.locator(".logo img").boundingBox())?.width, `${width} px`).toBeGreaterThanOrEqual(6 * rem);
			expect(await bar.evaluate(({ scrollWidth }) => scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
			const menu = page.locator(".bar nav, [data-part=open]").filter({ visible: true });
			await expect(menu, `${width} px`).toHaveCount(1);
		}
	});
}

test("on a phone a long label of the contact button becomes an icon with that name", { tag: "@phone" }, async ({
	page,
}) => {
	const { appShell } = snapshots.ru;
	const contactButton = { value: "Связаться с Мариной Ветровой" };
	await showContent(page, { ...snapshots, ru: { ...snapshots.ru, appShell: { ...appShell, contactButton } } });
	await page.goto("/ru");
	const button = page.locator(".bar").getByRole("link", { name: contactButton.value });
	const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
	expect([Math.round(width), Math.round(height)]).toEqual([47, 47]);
	await expect(button.locator(".icon")).toBeVisible();
});

test("the footer of a short page ends at the lower edge of the window", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/404/);
	await page.setViewportSize({ width: 1280, height: 2400 });
	await page.goto("/no-such-page");
	const footer = await page.locator("footer").boundingBox();
	expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeCloseTo(2400, 0);
});

test("on wide screens the banner of the approach is low, and the first lines are in the first screen", {
	tag: "@desktop",
}, async ({ page }) => {
	for (const locale of localeCodes) {
		await page.goto(pathOf("approach", locale));
		for (const [width, height] of [
			[1280, 800],
			[1920, 1080],
		] as const) {
			await page.setViewportSize({ width, height });
			expect((await page.locator(".banner").boundingBox())?.height).toBeLessThanOrEqual(260);
			const text = await page.locator(".sheet > .prose > p").first().boundingBox();
			// Three lines of the first paragraph.
			expect((text?.y ?? height) + 3 * 34, locale).toBeLessThan(height);
		}
	}
});

test("the steps of the approach have large numbers", { tag: "@desktop" }, async ({ page }) => {
	await page.goto(pathOf("approach", "ru"));
	const step = page.locator(".sheet h2 + ol > li").first();
	const [number, text] = await step.evaluate((item) =>
		[getComputedStyle(item, "::before"), getComputedStyle(item)].map(({ content, fontSize }) => ({
			content,
			size: Number.parseFloat(fontSize),
		})),
	);
	expect(number?.content).toBe("counter(list-item)");
	expect(number?.size).toBeGreaterThan(2 * (text?.size ?? 0));
});

test("without a banner the title of the approach is below the bar", { tag: "@desktop" }, async ({ page }) => {
	const withoutBanner = ({ approach, ...others }: Snapshot): Snapshot => ({
		...others,
		approach: { ...approach, banner: undefined },
	});
	await showContent(page, { "en-US": withoutBanner(snapshots["en-US"]), ru: withoutBanner(snapshots.ru) });
	await page.goto("/approach");
	const bar = await page.locator(".bar").boundingBox();
	const title = await page.locator("h1").boundingBox();
	expect(title?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
});

test("six certificates leave no row incomplete", { tag: "@desktop" }, async ({ page }) => {
	await page.goto("/about");
	const certificates = page.locator(".certificates > li");
	await expect(certificates).toHaveCount(6);
	for (const width of [320, 820, 1024, 1100, 1440]) {
		await page.setViewportSize({ width, height: 800 });
		const lefts = await certificates.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
		const columns = new Set(lefts).size;
		expect(6 % columns, `${columns} columns at ${width} px`).toBe(0);
		expect(columns, `${width} px`).toBeGreaterThan(1);
	}
});

test("in a window of 320 px the price of a way to begin does not break the name of its page", {
	tag: "@phone",
}, async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 700 });
	const { navigation } = snapshots["en-US"];
	const renamed = { ...snapshots["en-US"], navigation: { ...navigation, consultations: { value: "Appointments" } } };
	await showContent(page, { "en-US": renamed, ru: snapshots.ru });
	await page.goto("/approach");
	const heading = page.locator(".begin h3").first();
	await heading.scrollIntoViewIfNeeded();
	const size = await heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
	const { height = 0 } = (await heading.boundingBox()) ?? {};
	expect(height).toBeLessThan(2 * size);
});

test("in a window of 768 px the text of a way to begin without a price is below the name of its page", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.setViewportSize({ width: 768, height: 900 });
	await page.goto("/approach");
	const way = page.locator(".begin li").last();
	await way.scrollIntoViewIfNeeded();
	await way.locator(".from").evaluate((price) => price.remove());
	const name = await way.locator("h3").boundingBox();
	const text = await way.locator("p").boundingBox();
	if (!name || !text) throw new Error("the name or the text is not visible");
	expect(text.y).toBeGreaterThanOrEqual(name.y + name.height);
});

/** Returns the boxes of the pictures beside the title of the home page, when it has one picture for each name. */
async function measureHeroPictures(page: Page, names: string[]): Promise<DOMRect[]> {
	const content = snapshots["en-US"];
	const [first] = content.home.heroImages;
	if (!first) throw new Error("the home page has no picture");
	const heroImages = names.map((name) => ({ ...first, src: `${first.src}?${name}` }));
	await showContent(page, { "en-US": { ...content, home: { ...content.home, heroImages } }, ru: snapshots.ru });
	await page.goto("/");
	const pictures = page.locator(".hero-pictures img");
	await expect(pictures).toHaveCount(names.length);
	return pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
}

test("four pictures beside the title of the home page do not overlap", { tag: "@desktop" }, async ({ page }) => {
	const boxes = await measureHeroPictures(page, ["one", "two", "three", "four"]);
	const lefts = new Set(boxes.map(({ left }) => Math.round(left)));
	const tops = new Set(boxes.map(({ top }) => Math.round(top)));
	expect([lefts.size, tops.size]).toEqual([2, 2]);
});

test("two pictures beside the title of the home page reach all edges of their column, which is as high as the text", {
	tag: "@desktop",
}, async ({ page }) => {
	const boxes = await measureHeroPictures(page, ["one", "two"]);
	const checklist = await page.locator(".aid > picture > img").boundingBox();
	const text = await page.locator(".hero > div").first().boundingBox();
	if (!checklist || !text) throw new Error("the picture or the text is not visible");
	expect(Math.min(...boxes.map(({ left }) => left))).toBeCloseTo(checklist.x, 0);
	expect(Math.max(...boxes.map(({ right }) => right))).toBeCloseTo(checklist.x + checklist.width, 0);
	expect(Math.min(...boxes.map(({ top }) => top))).toBeLessThanOrEqual(text.y + 1);
	expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeGreaterThanOrEqual(text.y + text.height - 1);
});

test("a printed page has the practice's name, and no buttons and links to languages", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.emulateMedia({ media: "print" });
	await page.goto("/consultations");
	await expect(page.locator(".bar .logo img")).toBeVisible();
	await expect(page.locator(".button, #language-link").filter({ visible: true })).toHaveCount(0);
	const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g);
	expect(sheets?.length).toBeLessThanOrEqual(2);
});

/** Returns the distinct upper edges of elements, in pixels. */
const listTops = async (elements: Locator): Promise<number[]> => [
	...new Set(await elements.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))),
];

/** Four packages that differ in title, monthly payment, picture, currency and length of the text. */
function withMixedPackages(content: Snapshot): Snapshot {
	const [short, monthly, long] = content.packages.packages;
	if (!short || !monthly || !long) throw new Error("There are fewer than three packages.");
	const packages = [
		{ ...short, title: undefined },
		{ ...monthly, beginHere: true as const },
		{ ...short, id: "euro", banner: undefined, price: { ...short.price, currency: "eur" } },
		{ ...long, id: "long", title: { value: "Долгое восстановление после операций на желудке и кишечнике" } },
	];
	return { ...content, packages: { ...content.packages, packages } };
}

test("four packages are in one row, aligned, with prices and first buttons in the first screen", {
	tag: "@desktop",
}, async ({ page }) => {
	const mixed = { "en-US": withMixedPackages(snapshots["en-US"]), ru: withMixedPackages(snapshots.ru) };
	await showContent(page, mixed);
	for (const locale of localeCodes) {
		await page.goto(pathOf("packages", locale));
		await expect(page.locator(".packages > li")).toHaveCount(4);
		for (const width of [1000, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			for (const part of [".price", ".button:first-child", "> .prose"]) {
				const tops = await listTops(page.locator(`.packages > li ${part}`));
				expect(tops, `${part} at ${width} px, ${locale}`).toHaveLength(1);
			}
			// A short title is directly above its price, beside a long one, too.
			const bottoms = await page
				.locator(".packages hgroup")
				.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
			expect(new Set(bottoms).size, `titles at ${width} px, ${locale}`).toBe(1);
		}
		for (const button of await page.locator(".packages .button:first-child").all()) {
			await expect(button).toBeInViewport({ ratio: 1 });
		}
	}
});

test("on a phone the first package's price is in the first screen, and its picture is lower than its offer", {
	tag: "@phone",
}, async ({ page }) => {
	await page.goto(pathOf("packages", "ru"));
	await expect(page.locator(".packages .price").first()).toBeInViewport({ ratio: 1 });
	const [card, picture] = await Promise.all(
		[".packages > li", ".packages picture"].map((selector) => page.locator(selector).first().boundingBox()),
	);
	expect(2 * (picture?.height ?? 0)).toBeLessThan(card?.height ?? 0);
});

test("titles without a picture, prices and buttons of DNA tests in a row begin on one line, and a single test has its text beside its picture", {
	tag: "@desktop",
}, async ({ page }) => {
	const content = withDnaTests(snapshots["en-US"], 3);
	Object.assign(content.functionalTests.dnaTests[0] ?? {}, {
		cover: undefined,
		price: { value: "from 199, with a long talk about results" },
	});
	Object.assign(content.functionalTests.dnaTests[1] ?? {}, { price: undefined });
	await showContent(page, { ...snapshots, "en-US": content });
	await page.goto(pathOf("functionalTests", "en-US"));
	for (const part of [".price", ".button"]) {
		expect(await listTops(page.locator(`.dna li ${part}`)), part).toHaveLength(1);
	}
	const title = await page.locator(".dna li:first-child > h3").boundingBox();
	const picture = await page.locator(".dna li:nth-child(2) > picture").boundingBox();
	expect(title?.y).toBe(picture?.y);
	expect(title?.height).toBeCloseTo(picture?.height ?? 0, 0);
	await page.setViewportSize({ width: 768, height: 900 });
	expect(await listTops(page.locator(".dna li:last-child > :is(picture, .prose)"))).toHaveLength(1);
});

test("below a section with a background, the last button of the home page has space above it", {
	tag: "@desktop",
}, async ({ page }) => {
	const content = snapshots["en-US"];
	const sparse = {
		...content,
		home: { ...content.home, commitments: [] },
		consultations: { ...content.consultations, consultations: [] },
	};
	await showContent(page, { ...snapshots, "en-US": sparse });
	await page.goto("/");
	const section = await page.locator(".begin").boundingBox();
	const button = await page.locator(".contact .button").first().boundingBox();
	expect((button?.y ?? 0) - (section?.y ?? 0) - (section?.height ?? 0)).toBeGreaterThan(40);
});

test("when one social icon needs a backdrop, all have one", { tag: "@desktop" }, async ({ page }) => {
	const content = structuredClone(snapshots["en-US"]);
	const [first] = content.home.socialMedia;
	if (first) first.logo.backdrop = "dark";
	await showContent(page, { ...snapshots, "en-US": content });
	await page.goto("/");
	const edges = await page
		.locator(".social img")
		.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTop));
	expect(edges.length).toBeGreaterThan(2);
	for (const edge of edges) expect(edge).toMatch(/^1px solid/);
});

test("without a picture the fields of the newsletter and its button are in one low row", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.goto(pathOf("about", "ru"));
	for (const width of [1000, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		const parts = page.locator(".newsletter :is(input[id], .button)");
		const bottoms = await parts.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
		expect(new Set(bottoms).size, `${bottoms} at ${width} px`).toBe(1);
		const { height = 0 } = (await page.locator(".newsletter").boundingBox()) ?? {};
		expect(height, `${width} px`).toBeLessThan(300);
	}
});

test("no line of texts with dots ends with a dot, and the line about the first button is between the button and the link", {
	tag: "@phone",
}, async ({ page }) => {
	await page.goto("/ru");
	const boxes = await page
		.locator(".hero .qualifications > *")
		.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
	const [first, last] = [boxes[0], boxes.at(-1)];
	expect(last.top).toBeGreaterThanOrEqual(first.bottom);
	expect(last.left).toBe(first.left);
	const tops: (number | undefined)[] = [];
	for (const part of [".button", ".price-from", ".action"]) {
		tops.push((await page.locator(`.hero ${part}`).boundingBox())?.y);
	}
	expect(tops).toEqual(tops.toSorted((one = 0, other = 0) => one - other));
});

test("a package with a long text fits into one screen, and shows the whole text after a press", {
	tag: "@phone",
}, async ({ page }) => {
	const content = structuredClone(snapshots["en-US"]);
	const [item] = content.packages.packages;
	if (!item?.description) throw new Error("The first package has no description.");
	item.description.blocks = Array.from({ length: 8 }, () => item.description?.blocks ?? []).flat();
	await showContent(page, { ...snapshots, "en-US": content });
	await page.goto(pathOf("packages", "en-US"));
	const card = page.locator(".packages > li").first();
	const measureHeight = async () => (await card.boundingBox())?.height ?? 0;
	expect(await measureHeight()).toBeLessThan(812);
	await card.locator("summary").click();
	expect(await measureHeight()).toBeGreaterThan(1800);
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.reload();
	expect(await measureHeight()).toBeLessThan(812);
	await card.locator("summary").click();
	expect(await measureHeight()).toBeGreaterThan(2000);
});

test("an only package is a panel narrower than the page, with its text beside its price", { tag: "@desktop" }, async ({
	page,
}) => {
	const { packages } = snapshots["en-US"];
	const one = { ...packages, packages: packages.packages.slice(0, 1) };
	await showContent(page, { ...snapshots, "en-US": { ...snapshots["en-US"], packages: one } });
	await page.goto(pathOf("packages", "en-US"));
	expect(await listTops(page.locator(".packages > li > :is(picture, .prose)"))).toHaveLength(1);
	const [list, card] = await Promise.all(
		[".packages", ".packages > li"].map((selector) => page.locator(selector).boundingBox()),
	);
	expect(card?.width).toBeLessThan(0.75 * (list?.width ?? 0));
	expect(card?.x).toBe(list?.x);
});

test("on a phone long labels of the example are below its picture, each in its half", { tag: "@phone" }, async ({
	page,
}) => {
	const { functionalTests } = snapshots.ru;
	const changed = {
		...functionalTests,
		withoutTesting: { value: "До исследования, наугад" },
		withTesting: { value: "После исследования, с понятным планом" },
	};
	await showContent(page, { ...snapshots, ru: { ...snapshots.ru, functionalTests: changed } });
	await page.setViewportSize({ width: 375, height: 812 });
	await page.goto(pathOf("functionalTests", "ru"));
	const picture = await page.locator(".example img").boundingBox();
	const labels = await page
		.locator(".example span")
		.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
	expect(labels).toHaveLength(2);
	for (const { top } of labels) expect(top).toBeGreaterThan((picture?.y ?? 0) + (picture?.height ?? 0));
	expect(labels[0].right).toBeLessThan(labels[1].left);
});
