import { chooseHeaderClass } from "../../components/Header/chooseHeaderClass.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

test.use({ javaScriptEnabled: false });

const longButton = "Связаться с Мариной Ветровой по почте";

/** Russian labels of the seven pages, of 64 to 159 characters, with the label of the contact button. */
const headers = [
	["Главная;Обо мне;Как всё устроено;Консультации;Абонементы;Курсы;Анализы", "Пишите нам"],
	[
		"Главная;Обо мне;Как я работаю;Консультации;Долгое сопровождение;Курсы и программы;Лабораторные исследования",
		longButton,
	],
	[
		"Главная страница;Обо мне и моей работе;Как проходит наша работа;Консультации и разовые встречи;Длительное сопровождение;Самостоятельные программы;Лабораторные исследования",
		longButton,
	],
] as const;

/** Replaces the labels of the seven pages. Hides every other page, because a label of its own would change the header. */
function withLabels(content: Snapshot, labels: string, button: string): Snapshot {
	const [home, about, approach, consultations, packages, programmes, functionalTests] = labels
		.split(";")
		.map((value) => ({ value }));
	const names = { home, about, approach, consultations, packages, programmes, functionalTests };
	const hidden = routeNames.filter((name) => !Object.hasOwn(names, name));
	return {
		...content,
		hidden,
		navigation: { ...content.navigation, ...names } as typeof content.navigation,
		appShell: { ...content.appShell, contactButton: { value: button } },
	};
}

test("the header has at most two rows, a logo of a readable size, and no link target under it, however long its labels are", {
	tag: "@desktop",
}, async ({ page }) => {
	test.slow();
	for (const [labels, button] of headers) {
		const content = withLabels(snapshots.ru, labels, button);
		await showContent(page, { ...snapshots, ru: content });
		await page.goto(pathOf("consultations", "ru"));
		const bar = page.locator(".bar");
		await expect(bar.locator(".button.compact"), button).toHaveCount(button.length > 10 ? 1 : 0);
		for (const width of [320, 375, 600, 768, 769, 900, 1024, 1279, 1280, 1366, 1400, 1440, 1600, 1920]) {
			await page.setViewportSize({ width, height: 800 });
			const place = `${labels.length - 6} letters, ${width} pixels`;
			const measured = await page.evaluate(() => {
				const bar = document.querySelector(".bar");
				const target = document.getElementById("consultation-short-call");
				target?.scrollIntoView({ behavior: "instant" });
				const barBox = bar?.getBoundingClientRect();
				const mainLeft = document.querySelector("h1")?.getBoundingClientRect().left ?? 0;
				return {
					rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
					height: barBox?.height ?? 0,
					excess: (bar?.scrollWidth ?? 0) - innerWidth,
					logoWidth: document.querySelector(".logo img")?.getBoundingClientRect().width,
					inset: (document.querySelector(".logo")?.getBoundingClientRect().left ?? 0) - mainLeft,
					targetSpace: (target?.getBoundingClientRect().top ?? 0) - (barBox?.bottom ?? 0),
				};
			});
			expect(measured.height, `${place}: height`).toBeLessThanOrEqual(7.5 * measured.rem);
			expect(measured.logoWidth, `${place}: logo`).toBeGreaterThanOrEqual(6 * measured.rem);
			expect(Math.abs(measured.inset), `${place}: the logo begins where the content begins`).toBeLessThan(1);
			expect(measured.excess, `${place}: overflow`).toBeLessThanOrEqual(0);
			expect(measured.targetSpace, `${place}: space above a link's target`).toBeGreaterThanOrEqual(0);
			const menu = page.locator(".bar nav, [data-part=open]").filter({ visible: true });
			await expect(menu, `${place}: links or menu button`).toHaveCount(1);
			const isOneRow = width >= 1280 && chooseHeaderClass(content) === "bar crowded";
			if (isOneRow) expect(measured.height, `${place}: one row`).toBeLessThan(80);
		}
		if (button !== longButton) continue;
		await page.setViewportSize({ width: 375, height: 812 });
		const contact = bar.getByRole("link", { name: button });
		await expect(contact.locator(".icon"), "a long label becomes an icon on phones").toBeVisible();
		const { width = 0, height = 0 } = (await contact.boundingBox()) ?? {};
		expect([Math.round(width), Math.round(height)]).toEqual([47, 47]);
	}
	const classes = headers.map(([labels, button]) => chooseHeaderClass(withLabels(snapshots.ru, labels, button)));
	expect(new Set(classes).size, "the headers have different classes").toBe(headers.length);
});

test("without popovers the menu is a row that scrolls with the page", { tag: "@phone" }, async ({ page }) => {
	// Changes the page to what it is for a browser without popovers. Its policy would block the changed styles.
	await page.route(pathOf("about", "ru"), async (route) => {
		const response = await route.fetch();
		const html = (await response.text())
			.replaceAll(' popover="auto"', "")
			.replaceAll("@supports selector(:popover-open)", "@supports selector(:unknown)")
			.replaceAll("@supports not selector(:popover-open)", "@supports not selector(:unknown)");
		await route.fulfill({ contentType: "text/html", body: html });
	});
	await page.goto(pathOf("about", "ru"));
	const measured = await page.evaluate(() => {
		const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
		const { clientWidth, scrollWidth } = document.documentElement;
		const isBelow = boxOf("#menu").top >= boxOf(".logo").bottom && boxOf("#menu").top >= boxOf(".bar .button").bottom;
		scrollTo({ top: boxOf(".bar").bottom, behavior: "instant" });
		return { isBelow, excess: scrollWidth - clientWidth, covered: Math.max(0, boxOf(".bar").bottom) };
	});
	expect(measured).toEqual({ isBelow: true, excess: 0, covered: 0 });
	await expect(page.locator(".bar nav a")).toHaveCount(7);
	await expect(page.locator("[data-part=open]")).toBeHidden();
});
