import { describe, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { loadSnapshots } from "../../environment/snapshotFiles.server.ts";
import { expectInPage, inEachEngine, press, serveExcept } from "./engine.ts";

const snapshots = await loadSnapshots("content/generated");

const read = (selector: string) => document.querySelector(selector)?.textContent;

const readPlace = () => [
	location.pathname,
	document.documentElement.lang,
	document.querySelector("h1")?.textContent.replaceAll("\u00ad", ""),
];

inEachEngine((openInEngine) => {
	describe.each([
		["with", true],
		["without", false],
	])("%s script", (_, hasScript) => {
		/** Opens a path of the site, whose scripts are empty when pages must work without them. */
		async function open(path: string) {
			const url = await serveExcept((file, response) => {
				const isEmpty = !hasScript && file.endsWith(".js");
				if (isEmpty) response.setHeader("Content-Type", "text/javascript").end();
				return isEmpty;
			});
			return openInEngine(url + path, { hasScript });
		}

		test("footer, privacy notice, Russian and back", async () => {
			const page = await open("");
			const titles = Object.values(snapshots).map(
				({ appShell }) => appShell.pages.find(({ slug }) => slug === "privacy")?.title.value,
			);
			await press(page, 'footer nav a[href="/privacy"]');
			await expectInPage(page, readPlace).toEqual(["/privacy", "en-US", titles[0]]);
			await press(page, "#language-link");
			await expectInPage(page, readPlace).toEqual(["/ru/privacy", "ru", titles[1]]);
			await press(page, "#language-link");
			await expectInPage(page, readPlace).toEqual(["/privacy", "en-US", titles[0]]);
			await press(page, 'footer form a[href="/privacy"]');
			await expectInPage(page, readPlace).toEqual(["/privacy", "en-US", titles[0]]);
		});

		test("the withdrawal form asks for a confirmation", async () => {
			const page = await open(pathOf("about", "ru"));
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
});
