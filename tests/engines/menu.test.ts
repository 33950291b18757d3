import type { Page } from "puppeteer-core";
import { test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { inEachEngine, look, press } from "./engine.ts";

const isOpen = () => document.querySelector("#menu:popover-open") !== null;
const focused = () => {
	const { activeElement: element } = document;
	return element?.id || (element?.closest("#menu nav") ? "in the menu" : element?.localName);
};

async function openMenu(page: Page): Promise<void> {
	await press(page, "#menu-button");
	await look(page, isOpen).toBe(true);
}

inEachEngine((open) => {
	test("the menu of a narrow window takes the focus and gives it back, stays open while the language changes, leads on, and closes when the window grows", async () => {
		const page = await open(pathOf("home", "ru"), { width: 375 });
		await look(page, isOpen).toBe(false);
		// The second beside it.
		for (const close of [() => page.keyboard.press("Escape"), () => page.mouse.click(15, 500)]) {
			await openMenu(page);
			await look(page, focused).toBe("in the menu");
			await close();
			await look(page, isOpen).toBe(false);
			await look(page, focused).toBe("menu-button");
		}
		await openMenu(page);
		await press(page, "#language-menu");
		await press(page, '.language-menu a[data-locale="en-US"]');
		await look(page, () => document.documentElement.lang).toBe("en-US");
		await look(page, isOpen).toBe(true);
		await look(page, focused).toBe("language-menu");
		await press(page, `#menu nav a[href="${pathOf("approach", "en-US")}"]`);
		await look(page, () => location.pathname).toBe(pathOf("approach", "en-US"));
		await look(page, isOpen).toBe(false);
		await openMenu(page);
		await page.setViewport({ width: 1000, height: 800 });
		await look(page, isOpen).toBe(false);
		await look(page, () => document.querySelector("#menu nav a")?.checkVisibility()).toBe(true);
	});
});
