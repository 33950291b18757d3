import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { inEachEngine, look, press } from "./engine.ts";

const status = () => document.querySelector("footer form [role=status]")?.textContent;
const values = () => [...document.querySelectorAll<HTMLInputElement>("footer input[id]")].map(({ value }) => value);

inEachEngine((open) => {
	test("a subscription is answered by an alert and in the page, and the form cleared", async () => {
		const page = await open(pathOf("about", "en-US"));
		await press(page, "#newsletter-name");
		await page.keyboard.type("Ада");
		await press(page, "#newsletter-email");
		await page.keyboard.type("ada@example.org");
		const alert = new Promise<string>((resolve) => {
			page.once("dialog", async (dialog) => {
				await dialog.accept();
				resolve(dialog.message());
			});
		});
		await press(page, "footer form button");
		expect(await alert).toBe(words["en-US"].subscribeSaved);
		await look(page, status).toBe(words["en-US"].subscribeSaved);
		await look(page, values).toEqual(["", ""]);
		expect(await page.evaluate(() => location.pathname)).toBe(pathOf("about", "en-US"));
	});
});
