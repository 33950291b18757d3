import { expect, test } from "vitest";
import { listPaths } from "../../content/routes.ts";
import { loadSnapshots } from "../../environment/snapshotFiles.server.ts";
import { stretchContent } from "../contents.ts";
import { expectInPage, inEachEngine, serveContent } from "./engine.ts";

const snapshots = await loadSnapshots("content/generated");

/** Runs in the page. Opens all sections, and returns the page's horizontal overflow in pixels. */
function measureOverflow(): number {
	for (const section of document.querySelectorAll("details")) section.open = true;
	const { clientWidth, scrollWidth } = document.documentElement;
	return scrollWidth - clientWidth;
}

inEachEngine((open) => {
	test("no page overflows with words of 270 letters", async () => {
		const url = await serveContent({ ...snapshots, ru: stretchContent(snapshots.ru) });
		const page = await open("about:blank", { hasScript: false });
		for (const path of listPaths(snapshots.ru)) {
			await page.goto(url + path);
			for (const width of [375, 1280]) {
				await page.setViewport({ width, height: 800 });
				await expectInPage(page, () => innerWidth).toBe(width);
				const overflow = await page.evaluate(measureOverflow);
				expect(overflow, `${path}, ${width} pixels`).toBeLessThanOrEqual(0);
			}
		}
	});
});
