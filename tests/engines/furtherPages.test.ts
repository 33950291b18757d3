import { test } from "vitest";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { expectInPage, inEachEngine, press, serveExcept } from "./engine.ts";

const snapshots = await loadSnapshots("content/generated");

const readPlace = () => [
	location.pathname,
	document.documentElement.lang,
	document.querySelector("h1")?.textContent.replaceAll("\u00ad", ""),
];

inEachEngine((open) => {
	test.each([
		["with", true],
		["without", false],
	])("footer, privacy notice, Russian and back, %s script", async (_, hasScript) => {
		const url = await serveExcept((path, response) => {
			const isEmpty = !hasScript && path.endsWith(".js");
			if (isEmpty) response.setHeader("Content-Type", "text/javascript").end();
			return isEmpty;
		});
		const page = await open(url, { hasScript });
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
});
