import { expect, test } from "vitest";
import { localeCodes, otherLocale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { inEachEngine, look, press } from "./engine.ts";

const address = () => location.pathname;
const lang = () => document.documentElement.lang;

inEachEngine(
	(open) => {
		for (const locale of localeCodes) {
			const other = otherLocale(locale);

			test(`${locale}: links lead to pages and to the other language, and the menu opens`, async () => {
				const page = await open(pathOf("home", locale));
				await press(page, `#menu a[href="${pathOf("programmes", locale)}"]`);
				await look(page, address).toBe(pathOf("programmes", locale));
				await press(page, "#language-switch");
				await look(page, address).toBe(pathOf("programmes", other));
				await look(page, lang).toBe(other);
				const phone = await open(pathOf("about", locale), { width: 375 });
				await press(phone, "#menu-button");
				await press(phone, "#language-menu");
				await press(phone, `.language-menu a[data-locale="${other}"]`);
				await look(phone, address).toBe(pathOf("about", other));
			});

			test(`${locale}: sections open, and the list of reviews scrolls`, async () => {
				const page = await open(pathOf("functionalTests", locale));
				const isShown = () => document.querySelector("main details > :not(summary)")?.checkVisibility();
				await look(page, isShown).toBe(false);
				await press(page, "main summary");
				await look(page, isShown).toBe(true);
				const home = await open(pathOf("home", locale));
				await home.evaluate(() => document.querySelector<HTMLElement>(".swiper-wrapper")?.focus());
				await home.keyboard.press("ArrowRight");
				await look(home, () => (document.querySelector(".swiper-wrapper")?.scrollLeft ?? 0) > 100).toBe(true);
				const areControlsShown = () =>
					document.querySelector(".carousel-controls button")?.checkVisibility({ visibilityProperty: true });
				expect(await home.evaluate(areControlsShown)).toBe(false);
			});

			test(`${locale}: the newsletter's form is sent, and a small page answers`, async () => {
				const page = await open(pathOf("about", locale));
				const answer = () => document.querySelector("[role=status]")?.textContent;
				await press(page, "footer form button");
				await look(page, address).toBe("/api/newsletter/subscribe");
				await look(page, answer).toBe(words[locale].emailMissing);
				await page.goto(new URL(pathOf("about", locale), page.url()).href);
				await press(page, "#newsletter-email");
				await page.keyboard.type("ada@example.org");
				await press(page, "footer form button");
				await look(page, answer).toBe(words[locale].subscribeSaved);
				await press(page, "a");
				await look(page, address).toBe(pathOf("home", locale));
			});
		}
	},
	{ script: false },
);
