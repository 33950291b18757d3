import { expect, test } from "vitest";
import { expectInPage, inEachEngine, serveExcept, waitForScript } from "./engine.ts";

const earlierPage =
	'<!doctype html><title>Earlier site</title><script>navigator.serviceWorker.register("/sw.js")</script>';

/** Service worker that responds with what it has stored, as those of single-page applications do. */
const earlierWorker = `
addEventListener("install", (event) => event.waitUntil(caches.open("earlier").then((cache) => cache.add("/"))));
addEventListener("fetch", (event) => event.respondWith(caches.match("/")));
`;

inEachEngine((open) => {
	test("an earlier site's service worker gives way to this site", async () => {
		let isReplaced = false;
		const url = await serveExcept((path, response) => {
			if (isReplaced) return false;
			const isWorker = path === "/sw.js";
			response.setHeader("Content-Type", isWorker ? "text/javascript" : "text/html");
			response.end(isWorker ? earlierWorker : earlierPage);
			return true;
		});
		const page = await open(url, { hasScript: false });
		await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
		isReplaced = true;
		const home = await page.evaluate(() => location.href);
		await page.goto(home);
		await expectInPage(page, () => document.title).not.toBe("Earlier site");
		await waitForScript(page);
		const remains = () =>
			Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()]).then(
				(lists) => lists.flat().length,
			);
		await expect.poll(() => page.evaluate(remains)).toBe(0);
	});
});
