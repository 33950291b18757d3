import { cp } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { formatHeaders, headerRules, headersFile } from "../../scripts/render/hostRules.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { loadSiteFiles } from "../../scripts/server/siteFiles.ts";
import { type RunningServer, startServer } from "../../scripts/server/startServer.ts";
import { makeFolder, writeFiles } from "../folders.ts";
import { stretchContent } from "../stretchContent.ts";
import { inEachEngine } from "./engine.ts";

const folder = await makeFolder({ atEnd: afterAll });
let server: RunningServer;
beforeAll(async () => {
	const { "en-US": english, ru } = await loadSnapshots("content/generated");
	const site = { url: "http://localhost:4173", indexable: false };
	const documents = await renderSite("dist", { "en-US": stretchContent(english), ru: stretchContent(ru) }, site);
	await cp("dist/client", folder, { recursive: true });
	// The rules name the styles that each page has a use for.
	const rules = formatHeaders(headerRules(site, documents.values()));
	await writeFiles(folder, { ...Object.fromEntries(documents), [headersFile]: rules });
	server = await startServer({ files: await loadSiteFiles(folder), port: 0 });
});
afterAll(() => server.close());

/** In the page, with all its sections open: how much wider than the window it is, and how many reviews share it. */
function measure() {
	for (const section of document.querySelectorAll("details")) section.open = true;
	const { clientWidth, scrollWidth } = document.documentElement;
	const slide = document.querySelector(".swiper-wrapper > li");
	const shared = slide && Math.round((slide.parentElement?.clientWidth ?? 0) / slide.clientWidth);
	return { excess: scrollWidth - clientWidth, shared };
}

inEachEngine((open) => {
	test.each([375, 1280])(
		"with a word of 270 letters in each text no page is wider than a window of %d, and reviews share it",
		async (width) => {
			const page = await open(server.url, { width });
			for (const route of routeNames) {
				await page.goto(server.url + pathOf(route, "ru"), { waitUntil: "domcontentloaded" });
				const { excess, shared } = await page.evaluate(measure);
				expect(excess, route).toBeLessThanOrEqual(0);
				if (route === "home") expect(shared).toBe(width === 375 ? 1 : 2);
			}
		},
	);
});
