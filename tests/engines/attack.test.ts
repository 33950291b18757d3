import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import { findIntruders } from "../attack/findIntruders.ts";
import { type AttackedSite, startAttackedSite } from "../attack/startAttackedSite.ts";
import { inEachEngine, look, untilHydrated } from "./engine.ts";

// A site of its own, in which every field of the content is an attack.
let site: AttackedSite;
beforeAll(async () => {
	site = await startAttackedSite();
}, 240_000);
afterAll(() => site?.close());

const paths = localeCodes.flatMap((locale) => [
	...routeNames.map((route) => pathOf(route, locale)),
	localisePath("/nowhere", locale),
]);

declare global {
	interface Window {
		/** What an attack that succeeds calls. */
		attack: () => void;
		/** What was executed, and what the security policy had to stop. */
		attacks: string[];
	}
}

const recordAttacks = (page: Page) =>
	page.evaluateOnNewDocument(() => {
		window.attacks = [];
		window.attack = () => window.attacks.push("executed");
		window.alert = window.attack;
		document.addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) =>
			window.attacks.push(`stopped by ${violatedDirective}: ${sample}`),
		);
	});

inEachEngine((open) => {
	test("nothing that editors enter is executed or breaks a page", { timeout: 120_000 }, async () => {
		const page = await open(site.url, { prepare: recordAttacks });
		const expectPeace = async (where: string) => {
			expect(await page.evaluate(findIntruders), where).toEqual([]);
			expect(await page.evaluate(() => window.attacks), where).toEqual([]);
		};
		for (const path of paths) {
			await page.goto(site.url + path);
			await expectPeace(path);
		}
		// What React draws, and what comes by the language switch.
		await page.goto(site.url + pathOf("home", "en-US"));
		await page.evaluate(() => document.querySelector(".carousel")?.scrollIntoView());
		await untilHydrated(page, "ReviewsCarousel");
		await expectPeace("the carousel");
		// By itself, since texts of that length push it out of the window.
		await page.evaluate(() => document.getElementById("language-switch")?.click());
		await look(page, () => document.documentElement.lang).toBe("ru");
		await expectPeace("the other language");
	});
});
