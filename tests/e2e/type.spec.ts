import type { Page } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { expect, test } from "./test.ts";

declare global {
	interface Window {
		/** How far the page has moved by itself, and what has moved. */
		shifts: { value: number; moved: string[] }[];
	}
}

async function recordShifts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		window.shifts = [];
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) {
				const { value, sources } = entry as unknown as { value: number; sources: { node?: Node }[] };
				window.shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? "") });
			}
		}).observe({ type: "layout-shift", buffered: true });
	});
}

const loadedFonts = (page: Page) =>
	page.evaluate(() =>
		[...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")),
	);

for (const locale of localeCodes) {
	for (const route of routeNames) {
		const path = pathOf(route, locale);

		test(`${path}: fonts that come 3 seconds late move nothing`, async ({ page }) => {
			await recordShifts(page);
			let asked = 0;
			await page.route("**/*.woff2", async (request) => {
				asked += 1;
				await new Promise((resolve) => setTimeout(resolve, 3_000));
				await request.continue();
			});
			await page.goto(path, { waitUntil: "domcontentloaded" });
			// Painted before the font is there, in a local one.
			await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
			expect(await loadedFonts(page)).not.toContain("Literata");
			await expect.poll(() => loadedFonts(page), { timeout: 10_000 }).toContain("Literata");
			await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
			expect(asked).toBeGreaterThan(0);
			expect(await page.evaluate(() => window.shifts)).toEqual([]);
		});
	}
}

test("a page asks for its style with its document alone, and uses each font that it preloads", async ({ page }) => {
	const asked: string[] = [];
	page.on("request", (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
	for (const locale of localeCodes) {
		await page.goto(pathOf("home", locale), { waitUntil: "networkidle" });
		await page.evaluate(() => document.fonts.ready);
		expect(asked.filter((line) => line.startsWith("stylesheet"))).toEqual([]);
		const preloads = await page
			.locator("link[rel=preload][as=font]")
			.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
		// A preload that is not used in time is a warning of the browser, which fails the test; none is asked for twice.
		for (const href of preloads) expect(asked.filter((line) => line === `font ${href}`)).toHaveLength(1);
	}
});
