import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { inEachEngine, look, press } from "./engine.ts";

const countOpen = () => document.querySelectorAll("main details[open]").length;
const isShown = (selector: string) =>
	document.querySelector(selector)?.checkVisibility({ contentVisibilityAuto: true });

inEachEngine((open) => {
	test("sections open and close by mouse and keyboard, and by an address", async () => {
		const page = await open(pathOf("functionalTests", "ru"));
		const inside = "main details > :not(summary)";
		await look(page, countOpen).toBe(0);
		await press(page, "main summary");
		await look(page, countOpen).toBe(1);
		await look(page, isShown, inside).toBe(true);
		await page.keyboard.press(" ");
		await look(page, isShown, inside).toBe(false);
		const ids = () => [...document.querySelectorAll("main details > [id]")].map(({ id }) => id);
		const last = (await page.evaluate(ids)).at(-1) ?? "";
		expect(last).not.toBe("");
		await page.evaluate((id) => location.assign(`#${id}`), last);
		await look(page, isShown, `[id="${last}"]`).toBe(true);
		const isSeen = (id: string) => {
			const top = document.getElementById(id)?.getBoundingClientRect().top ?? -1;
			return top > 0 && top < innerHeight;
		};
		await look(page, isSeen, last).toBe(true);
	});
});
