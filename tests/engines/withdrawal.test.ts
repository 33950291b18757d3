import { test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expectInPage, inEachEngine, press, serveExcept } from "./engine.ts";

const read = (selector: string) => document.querySelector(selector)?.textContent;

inEachEngine((open) => {
	test.each([true, false])("the form asks for a confirmation (script: %s)", async (hasScript) => {
		const url = await serveExcept((path, response) => {
			const isScript = !hasScript && path.endsWith(".js");
			if (isScript) response.setHeader("Content-Type", "text/javascript").end();
			return isScript;
		});
		const page = await open(url + pathOf("about", "ru"), { hasScript });
		await press(page, 'footer a[href="/ru/withdraw"]');
		await expectInPage(page, read, "h1").toBe(words.ru.withdraw);
		await page.evaluate(() => {
			const values = { name: "Anna", contract: "Package", email: "anna@reader.example" };
			for (const [name, value] of Object.entries(values)) {
				const field = document.querySelector<HTMLInputElement>(`#withdrawal-${name}`);
				if (field) field.value = value;
			}
		});
		await press(page, "main form button");
		await expectInPage(page, read, "h1").toBe(words.ru.withdrawalCheck);
		await expectInPage(page, read, "dd").toBe("Anna");
		await press(page, "button[name=confirmed]");
		await expectInPage(page, read, "[role=status]").toBe(words.ru.subscribeSaved);
	});
});
