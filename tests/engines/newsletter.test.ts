import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { loadSiteFiles } from "../../scripts/server/siteFiles.ts";
import { startServer } from "../../scripts/server/startServer.ts";
import { inEachEngine, look, press } from "./engine.ts";

const status = () => document.querySelector("footer form [role=status]")?.textContent;
const values = () => [...document.querySelectorAll<HTMLInputElement>("footer input[id]")].map(({ value }) => value);

/** Fills in the form. */
async function fill(page: Page, email: string): Promise<void> {
	await press(page, "#newsletter-name");
	await page.keyboard.type("Ада");
	await press(page, "#newsletter-email");
	await page.keyboard.type(email);
}

/** Sends the form and tells what the alert says. */
async function send(page: Page): Promise<string> {
	const alert = new Promise<string>((resolve) => {
		page.once("dialog", async (dialog) => {
			await dialog.accept();
			resolve(dialog.message());
		});
	});
	await press(page, "footer form button");
	return alert;
}

inEachEngine((open) => {
	test("a subscription is answered by an alert and in the page, and the form cleared", async () => {
		const page = await open(pathOf("about", "en-US"));
		await fill(page, "ada@example.org");
		expect(await send(page)).toBe(words["en-US"].subscribeSaved);
		await look(page, status).toBe(words["en-US"].subscribeSaved);
		await look(page, values).toEqual(["", ""]);
		expect(await page.evaluate(() => location.pathname)).toBe(pathOf("about", "en-US"));
	});

	test("a failing network is told, and what was typed stays", async () => {
		const server = await startServer({ files: await loadSiteFiles("dist/client"), port: 0 });
		const page = await open(server.url + pathOf("about", "ru"));
		await fill(page, "ada@example.org");
		await server.close();
		expect(await send(page)).toBe(words.ru.subscribeFailure);
		await look(page, status).toBe(words.ru.subscribeFailure);
		await look(page, values).toEqual(["Ада", "ada@example.org"]);
	});
});
