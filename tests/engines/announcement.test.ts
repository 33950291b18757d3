import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../environment/snapshotFiles.server.ts";
import { announce } from "../contents.ts";
import { expectInPage, inEachEngine, press, serveContent } from "./engine.ts";

const snapshots = await loadSnapshots("content/generated");

const isShown = () => document.querySelector("aside.notice")?.checkVisibility();

inEachEngine((open) => {
	test.each([
		["without a last day", undefined, true],
		["before its last day", "2999-12-31", true],
		["after its last day", "2020-02-29", false],
	])("an announcement %s", async (_, until, isExpected) => {
		const url = await serveContent({ ...snapshots, ru: announce(snapshots.ru, until) });
		const page = await open(url + pathOf("packages", "ru"));
		expect(await page.evaluate(isShown)).toBe(isExpected);
	});

	test("an announcement stays hidden when the language changes", async () => {
		const over = "2020-02-29";
		const url = await serveContent({
			"en-US": announce(snapshots["en-US"], over),
			ru: announce(snapshots.ru, over),
		});
		const page = await open(url + pathOf("packages", "ru"));
		await page.evaluate(() => document.getElementById("language-switch")?.click());
		await expectInPage(page, () => document.documentElement.lang).toBe("en-US");
		expect(await page.evaluate(isShown)).toBe(false);
	});

	test("announcement and menu lead to a further page", async () => {
		const url = await serveContent({ ...snapshots, ru: announce(snapshots.ru) });
		for (const link of ["aside.notice a", "#menu nav li:last-child a"]) {
			const page = await open(url + pathOf("about", "ru"));
			await press(page, link);
			await expectInPage(page, () => location.pathname).toBe("/ru/privacy");
		}
	});
});
