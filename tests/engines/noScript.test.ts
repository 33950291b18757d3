import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { inEachEngine, look, press } from "./engine.ts";

const address = () => location.pathname;

inEachEngine(
	(open) => {
		test("links lead to pages and to the other language, and the menu opens", async () => {
			const page = await open(pathOf("home", "ru"));
			await press(page, `#menu a[href="${pathOf("programmes", "ru")}"]`);
			await look(page, address).toBe(pathOf("programmes", "ru"));
			await press(page, "#language-switch");
			await look(page, address).toBe(pathOf("programmes", "en-US"));
			const phone = await open(pathOf("about", "en-US"), { width: 375 });
			await press(phone, "#menu-button");
			await press(phone, "#language-menu");
			await press(phone, '.language-menu a[data-locale="ru"]');
			await look(phone, address).toBe(pathOf("about", "ru"));
		});

		test("sections open, and the list of reviews scrolls", async () => {
			const page = await open(pathOf("functionalTests", "ru"));
			const isShown = () => document.querySelector("main details > :not(summary)")?.checkVisibility();
			await look(page, isShown).toBe(false);
			await press(page, "main summary");
			await look(page, isShown).toBe(true);
			const home = await open(pathOf("home", "en-US"));
			await home.evaluate(() => document.querySelector<HTMLElement>(".swiper-wrapper")?.focus());
			await home.keyboard.press("ArrowRight");
			await look(home, () => (document.querySelector(".swiper-wrapper")?.scrollLeft ?? 0) > 100).toBe(true);
			const areControlsShown = () =>
				document.querySelector(".carousel-controls button")?.checkVisibility({ visibilityProperty: true });
			expect(await home.evaluate(areControlsShown)).toBe(false);
		});

		test("the newsletter's form is sent, and a small page answers", async () => {
			const page = await open(pathOf("about", "ru"));
			await press(page, "#newsletter-email");
			await page.keyboard.type("ada@example.org");
			await press(page, "footer form button");
			await look(page, address).toBe("/api/newsletter/subscribe");
			await look(page, () => document.querySelector("[role=status]")?.textContent).toBe(words.ru.subscribeSaved);
			await press(page, "a");
			await look(page, address).toBe(pathOf("home", "ru"));
		});
	},
	{ script: false },
);
